package import JSONRPC
package import Platform

/// Decides for each message of a dialogue which fault strikes it, and what is written instead.
///
/// The first fault of the command line that is due strikes; one message has one fault at most. The same faults, seed and messages give the same
/// decisions: whether a fault strikes the nth message of its method depends on nothing else.
package struct FrameFaultPlan: Sendable {
    package enum Effect: Equatable, Sendable {
        /// Bytes for one of the two sides.
        case send(to: RPCPeer, [UInt8])
        /// The same byte many times: to be written in pieces.
        case fill(to: RPCPeer, UInt8, count: Int)
        /// The process ends with this exit code as soon as everything before is written.
        case end(Int32)
    }

    /// The bytes of messages that are held back at one time; a message beyond them passes.
    package static let mostHeld = 16 << 20
    private static let mostAnswered = 1000

    private struct Key: Hashable {
        let peer: RPCPeer
        let id: [UInt8]
    }

    private struct Delayed {
        let time: Instant
        let to: RPCPeer
        let frame: [UInt8]
    }

    private let faults: [FrameFault]
    private let seed: UInt64
    private var counts: [Int]
    private var calls: PendingCalls?
    private var table = DialogueProtocol.jsonRPC
    private var report: FaultReport
    /// Sides of which nothing arrives any more.
    private var silenced: Set<RPCPeer> = []
    private var delayed: [Delayed] = []
    /// By the request: responses that wait for its cancellation.
    private var held: [Key: (frame: [UInt8], fault: Int)] = [:]
    /// Requests that were answered for the other side, whose own response is dropped.
    private var answered: Set<Key> = []
    private var heldBytes = 0

    package init(_ faults: [FrameFault], seed: UInt64) {
        (self.faults, self.seed) = (faults, seed)
        counts = Array(repeating: 0, count: faults.count)
        report = FaultReport(faults)
    }

    package var ignoresEnd: Bool { faults.contains { $0.kind == .ignoreEnd } }
    package var ignoresTermination: Bool { faults.contains { $0.kind == .ignoreTermination } }

    // MARK: Messages

    /// - Parameter raw: the whole frame.
    package mutating func receive(
        _ bytes: [UInt8], raw: [UInt8], in framing: Framing, from sender: RPCPeer, at now: Instant
    ) -> [Effect] {
        guard let message = try? FrameMessage(bytes) else { return pass(raw, from: sender, at: now) }
        if calls == nil, sender == .client {
            table = DialogueProtocol.spoken(by: message, in: framing) ?? .jsonRPC
            calls = PendingCalls(table)
        }
        let frame = DamagedFrame(framing: framing, message: message, raw: raw)
        let relation = calls?.receive(message, from: sender) ?? .notification
        report.observe(message, relation, from: sender, at: now)
        if silenced.contains(sender) { return [] }
        if message.kind == .response, let id = message.id, answered.remove(Key(peer: sender.other, id: id)) != nil {
            return []
        }
        let late = afterCancellation(message, framing, from: sender, at: now)
        return strike(frame, method: method(of: message, relation), from: sender, at: now) + late
    }

    /// Bytes between the messages of a side.
    package mutating func pass(_ raw: [UInt8], from sender: RPCPeer, at now: Instant) -> [Effect] {
        silenced.contains(sender) ? [] : [.send(to: sender.other, raw)]
    }

    /// A side will send nothing more.
    package mutating func end(of peer: RPCPeer, at now: Instant) { report.end(of: peer, at: now) }

    /// When ``due(at:)`` has something to write.
    package var nextDue: Instant? { delayed.lazy.map(\.time).min() }

    /// The delayed messages whose time has come, in its order.
    package mutating func due(at now: Instant) -> [Effect] {
        let due = delayed.filter { $0.time <= now }.sorted { $0.time < $1.time }
        guard !due.isEmpty else { return [] }
        delayed.removeAll { $0.time <= now }
        heldBytes -= due.reduce(0) { $0 + $1.frame.count }
        return due.filter { !silenced.contains($0.to.other) }.map { .send(to: $0.to, $0.frame) }
    }

    /// A line for each fault: how often it struck, and what the other side did then.
    package func lines(at now: Instant) -> [String] { report.lines(seed: seed, at: now) }

    private func method(of message: FrameMessage, _ relation: PendingCalls.Relation) -> String? {
        if case .response(let request) = relation { return request.method }
        return message.method
    }

    // MARK: Faults

    /// Counts the message for each fault that names it, and applies the first that is due.
    private mutating func strike(
        _ frame: DamagedFrame, method: String?, from sender: RPCPeer, at now: Instant
    ) -> [Effect] {
        var due: Int?
        for index in faults.indices where isNamed(method, from: sender, by: index) {
            report.see(index)
            if count(index), due == nil { due = index }
        }
        if let due, let effects = apply(due, to: frame, from: sender, at: now) { return effects }
        return [.send(to: sender.other, frame.raw)]
    }

    private func isNamed(_ method: String?, from sender: RPCPeer, by index: Int) -> Bool {
        let fault = faults[index]
        guard fault.kind != .ignoreEnd, fault.kind != .ignoreTermination else { return false }
        return fault.sender == sender && (fault.method == nil || fault.method == method)
    }

    /// Whether a fault strikes its next message.
    private mutating func count(_ index: Int) -> Bool {
        counts[index] += 1
        let fault = faults[index]
        guard fault.ordinal == nil || fault.ordinal == counts[index] else { return false }
        return fault.probability == 1 || Self.fraction(seed, index, counts[index]) < fault.probability
    }

    /// From 0 to less than 1, spread evenly: the mixing function of SplitMix64 (Steele, Lea and Flood, 2014).
    private static func fraction(_ seed: UInt64, _ index: Int, _ count: Int) -> Double {
        var mixed = seed &+ (UInt64(index) << 40 &+ UInt64(count)) &* 0x9E37_79B9_7F4A_7C15
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return Double((mixed ^ (mixed >> 31)) >> 11) / Double(1 << 53)
    }

    /// Nil if the fault does not apply to this message.
    private mutating func apply(
        _ index: Int, to frame: DamagedFrame, from sender: RPCPeer, at now: Instant
    ) -> [Effect]? {
        let fault = faults[index]
        let receiver = sender.other
        var effects: [Effect]
        switch fault.kind {
        case .drop: effects = []
        case .never:
            silenced.insert(sender)
            effects = []
        case .exit(let code): effects = [.end(code)]
        case .delay(let seconds):
            guard hold(frame.raw) else { return nil }
            delayed.append(Delayed(time: now + .seconds(seconds), to: receiver, frame: frame.raw))
            effects = []
        case .afterCancel:
            guard frame.message.kind == .response, let id = frame.message.id, hold(frame.raw) else { return nil }
            held[Key(peer: receiver, id: id)] = (frame.raw, index)
            report.hold(index)
            return []
        case .error where frame.message.kind == .request:
            guard let failure = refusal(of: frame, fault.kind, from: sender) else { return nil }
            report.strike(index, watching: sender, at: now)
            return [.send(to: sender, failure)]
        default:
            guard let pieces = frame.pieces(fault.kind) else { return nil }
            effects = pieces.map { piece in
                switch piece {
                case .bytes(let bytes): .send(to: receiver, bytes)
                case .fill(let byte, let count): .fill(to: receiver, byte, count: count)
                }
            }
            if fault.kind == .half { effects.append(.end(1)) }
        }
        report.strike(index, watching: receiver, at: now)
        return effects
    }

    /// What answers a request that does not arrive.
    private mutating func refusal(of frame: DamagedFrame, _ kind: FrameFault.Kind, from sender: RPCPeer) -> [UInt8]? {
        guard case .error(let code) = kind, let id = frame.message.id else { return nil }
        calls?.forget(id, of: sender)
        return frame.failure(code)
    }

    private mutating func hold(_ frame: [UInt8]) -> Bool {
        guard frame.count <= Self.mostHeld - heldBytes else { return false }
        heldBytes += frame.count
        return true
    }

    // MARK: Responses after a cancellation

    /// What follows a message that cancels a request: its response, which was held back, or one that the other side never sent.
    private mutating func afterCancellation(
        _ message: FrameMessage, _ framing: Framing, from sender: RPCPeer, at now: Instant
    ) -> [Effect] {
        guard let method = message.method, message.kind != .response, let path = table.cancellations[method],
            let id = JSONPlace.value(at: path, in: message)
        else { return [] }
        let key = Key(peer: sender, id: id)
        if let response = held.removeValue(forKey: key) {
            heldBytes -= response.frame.count
            report.release(response.fault)
            report.strike(response.fault, watching: sender, at: now)
            return [.send(to: sender, response.frame)]
        }
        guard let request = calls?.request(id, of: sender), answered.count < Self.mostAnswered else { return [] }
        for index in faults.indices
        where faults[index].kind == .afterCancel && isNamed(request.method, from: sender.other, by: index) {
            report.see(index)
            guard count(index) else { continue }
            answered.insert(key)
            calls?.forget(id, of: sender)
            report.strike(index, watching: sender, at: now)
            let response = DamagedFrame.emptyResponse(to: id, method: request.method, like: message, in: framing)
            return [.send(to: sender, response)]
        }
        return []
    }
}
