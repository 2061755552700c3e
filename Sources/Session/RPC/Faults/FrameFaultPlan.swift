package import JSONRPC
package import Platform
import Recording

/// Decides for each message of a dialogue which fault strikes it, and what is written instead.
///
/// The first fault of the command line that is due strikes; one message has one fault at most. The same faults, seed and messages give the same
/// decisions: whether a fault strikes the nth message of its method depends on nothing else.
package struct FrameFaultPlan: FrameStage, Sendable {
    /// The bytes of messages that are held back at one time; a message beyond them passes.
    package static let mostHeld = 16 << 20
    /// What a message that is held back counts at least, so that many short ones are bounded, too.
    private static let leastHeld = 1 << 10
    private static let mostAnswered = 1000

    private struct Key: Hashable {
        let peer: RPCPeer
        let id: [UInt8]
    }

    private struct Delayed {
        let to: RPCPeer
        let frame: [UInt8]
    }

    private let faults: [FrameFault]
    private let seed: UInt64
    private var counts: [Int]
    private var calls = PendingCalls(.jsonRPC)
    /// Whether the protocol is known, and not only assumed.
    private var isDecided = false
    private var report: FaultReport
    /// Sides of which nothing arrives any more.
    private var silenced: Set<RPCPeer> = []
    private var delayed = Agenda<Instant, Delayed>()
    /// By the request: responses that wait for its cancellation.
    private var held: [Key: (frame: [UInt8], fault: Int)] = [:]
    /// Requests that were answered for the other side, whose own response is dropped.
    private var answered: Set<Key> = []
    private var heldBytes = 0
    /// The methods of requests whose responses were struck, and which their senders may still cancel.
    private var struck = RecentMap<Key, String>(capacity: FrameFaultPlan.mostAnswered)

    /// - Parameter table: nil to find it in the client's messages.
    package init(_ faults: [FrameFault], seed: UInt64, _ table: DialogueProtocol? = nil) {
        (self.faults, self.seed) = (faults, seed)
        if let table { (calls.table, isDecided) = (table, true) }
        counts = Array(repeating: 0, count: faults.count)
        report = FaultReport(faults)
    }

    package var withholdsEnd: Bool { faults.contains { $0.kind == .ignoreEnd } }
    package var withholdsSignals: Bool { faults.contains { $0.kind == .ignoreTermination } }

    // MARK: Messages

    package mutating func receive(
        _ item: FrameReader.Item, from sender: RPCPeer, in framing: Framing, at now: Instant
    ) -> [FrameStep] {
        let raw = item.bytes(in: framing)
        guard case .message(let bytes, _) = item, let message = try? RPCMessage(bytes) else {
            return silenced.contains(sender) ? [] : [.send(raw, to: sender.other)]
        }
        if !isDecided, sender == .client, let spoken = DialogueProtocol.spoken(by: message, in: framing) {
            (calls.table, isDecided) = (spoken, true)
        }
        let relation = calls.receive(message, from: sender)
        let cancelled = struckMethod(message, sender)
        report.observe(FaultReport.text(message, relation, struck: cancelled), from: sender, at: now)
        if silenced.contains(sender) { return [] }
        if message.kind == .response, let id = message.id, answered.remove(Key(peer: sender.other, id: id)) != nil {
            return []
        }
        let late = afterCancellation(message, framing, from: sender, at: now)
        let frame = DamagedFrame(framing: framing, message: message, raw: raw)
        return strike(frame, method: method(of: message, relation), from: sender, at: now) + late
    }

    /// What a side has sent arrives before its end.
    package mutating func end(of sender: RPCPeer, at now: Instant) -> [FrameStep] {
        report.observe("ended", from: sender, at: now)
        if sender == .client { strikeProcess(.ignoreEnd, at: now) }
        return released(delayed.take { $0.to == sender.other })
    }

    package var deadline: Instant? { delayed.nextDue }

    package mutating func proceed(at now: Instant) -> [FrameStep] {
        var due: [Delayed] = []
        while let next = delayed.next(by: now) { due.append(next) }
        return released(due)
    }

    private mutating func released(_ due: [Delayed]) -> [FrameStep] {
        for message in due { drop(message.frame) }
        return due.filter { !silenced.contains($0.to.other) }.map { .send($0.frame, to: $0.to) }
    }

    package mutating func signal(_ number: Int32, at now: Instant) {
        let name = [SIGTERM: "SIGTERM", SIGINT: "SIGINT", SIGHUP: "SIGHUP"][number] ?? "signal \(number)"
        report.observe("sent \(name)", from: .client, at: now)
        strikeProcess(.ignoreTermination, at: now)
    }

    private mutating func strikeProcess(_ kind: FrameFault.Kind, at now: Instant) {
        for index in faults.indices where faults[index].kind == kind {
            report.see(index)
            report.strike(index, watching: .client, at: now)
        }
    }

    /// A line for each fault: how often it struck, and what the other side did then.
    package mutating func conclude(at now: Instant) -> [String] { report.lines(seed: seed, at: now) }

    private func method(of message: RPCMessage, _ relation: PendingCalls.Relation) -> String? {
        if case .response(let request) = relation { return request.method }
        return message.method
    }

    // MARK: Faults

    /// Counts the message for each fault that names it, and applies the first that is due.
    private mutating func strike(
        _ frame: DamagedFrame, method: String?, from sender: RPCPeer, at now: Instant
    ) -> [FrameStep] {
        var due: Int?
        for index in faults.indices where isNamed(method, from: sender, by: index) {
            report.see(index)
            if count(index), due == nil { due = index }
        }
        if let due, let steps = apply(due, to: frame, from: sender, at: now) {
            if frame.message.kind == .response, let id = frame.message.id {
                struck[Key(peer: sender.other, id: id)] = method
            }
            return steps
        }
        return [.send(frame.raw, to: sender.other)]
    }

    private func isNamed(_ method: String?, from sender: RPCPeer, by index: Int) -> Bool {
        let fault = faults[index]
        guard !fault.concernsProcess else { return false }
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
    ) -> [FrameStep]? {
        let fault = faults[index]
        let receiver = sender.other
        var steps: [FrameStep]
        switch fault.kind {
        case .drop: steps = []
        case .never:
            silenced.insert(sender)
            steps = []
        case .exit(let code): steps = [.exit(code)]
        case .delay(let seconds):
            guard hold(frame.raw) else { return nil }
            delayed.add(Delayed(to: receiver, frame: frame.raw), at: now + .seconds(seconds))
            steps = []
        case .afterCancel:
            guard frame.message.kind == .response, let id = frame.message.id, hold(frame.raw) else { return nil }
            held[Key(peer: receiver, id: id)] = (frame.raw, index)
            report.hold(index)
            return []
        case .error where frame.message.kind == .request:
            guard let failure = refusal(of: frame, fault.kind, from: sender) else { return nil }
            report.strike(index, watching: sender, at: now)
            return [.send(failure, to: sender)]
        default:
            guard let pieces = frame.pieces(fault.kind) else { return nil }
            steps = pieces.map { piece in
                switch piece {
                case .bytes(let bytes): .send(bytes, to: receiver)
                case .fill(let byte, let count): .fill(byte, count: count, to: receiver)
                }
            }
            if fault.kind == .half { steps.append(.exit(1)) }
        }
        report.strike(index, watching: receiver, at: now)
        return steps
    }

    /// What answers a request that does not arrive.
    private mutating func refusal(of frame: DamagedFrame, _ kind: FrameFault.Kind, from sender: RPCPeer) -> [UInt8]? {
        guard case .error(let code) = kind, let id = frame.message.id else { return nil }
        calls.forget(id, of: sender)
        return frame.failure(code)
    }

    private mutating func hold(_ frame: [UInt8]) -> Bool {
        let size = max(frame.count, Self.leastHeld)
        guard size <= Self.mostHeld - heldBytes else { return false }
        heldBytes += size
        return true
    }

    private mutating func drop(_ frame: [UInt8]) { heldBytes -= max(frame.count, Self.leastHeld) }

    // MARK: Responses after a cancellation

    /// What follows a message that cancels a request: its response, which was held back, or one that the other side never sent.
    private mutating func afterCancellation(
        _ message: RPCMessage, _ framing: Framing, from sender: RPCPeer, at now: Instant
    ) -> [FrameStep] {
        guard let id = cancelledID(message) else { return [] }
        let key = Key(peer: sender, id: id)
        if let response = held.removeValue(forKey: key) {
            drop(response.frame)
            report.release(response.fault)
            report.strike(response.fault, watching: sender, at: now)
            return [.send(response.frame, to: sender)]
        }
        guard let request = calls.request(id, of: sender), answered.count < Self.mostAnswered else { return [] }
        for index in faults.indices
        where faults[index].kind == .afterCancel && isNamed(request.method, from: sender.other, by: index) {
            report.see(index)
            guard count(index) else { continue }
            answered.insert(key)
            calls.forget(id, of: sender)
            report.strike(index, watching: sender, at: now)
            let response = DamagedFrame.emptyResponse(to: id, method: request.method, like: message, in: framing)
            return [.send(response, to: sender)]
        }
        return []
    }

    /// Of the request that a message cancels.
    private func cancelledID(_ message: RPCMessage) -> [UInt8]? {
        guard message.kind != .response, let path = message.method.flatMap({ calls.table.cancellations[$0] }) else {
            return nil
        }
        return JSONPlace.value(at: path, in: message)
    }

    private func struckMethod(_ message: RPCMessage, _ sender: RPCPeer) -> String? {
        cancelledID(message).flatMap { struck[Key(peer: sender, id: $0)] }
    }
}
