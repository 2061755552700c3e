package import JSONRPC
package import Platform
import Recording

/// The faults of a dialogue: for each message, the one that strikes it, and the steps that the relay takes instead of forwarding it. A relay
/// with faults forwards whole frames, of at most ``FrameReader/longestMessage`` bytes.
///
/// The first fault of the command line that is due strikes; one message has one fault at most. The same faults, seed and messages give the same
/// decisions: whether a fault strikes the nth message of its method depends on nothing else.
package struct FrameFaultPlan: Sendable {
    /// The bytes of messages that are held back at one time; a message beyond them passes.
    package static let mostHeld = 16 << 20
    /// The least that a message counts that is held back, so that many short ones are bounded, too.
    private static let leastHeld = 1 << 10
    private static let mostAnswered = 1000

    private typealias Key = PendingCalls.Key

    private struct Delayed {
        let to: RPCPeer
        let frame: [UInt8]
    }

    private struct Held {
        let frame: [UInt8]
        let fault: Int
    }

    private let faults: [FrameFault]
    private let seed: UInt64
    private var counts: [Int]
    private var calls: PendingCalls
    private var report: FaultReport
    private var isConcluded = false
    /// Sides of which nothing arrives any more.
    private var silenced: Set<RPCPeer> = []
    private var delayed = Agenda<Instant, Delayed>()
    /// By the request: responses that wait for its cancellation.
    private var held: [Key: Held] = [:]
    /// Requests that were answered for the other side, whose own response is dropped.
    private var answered: Set<Key> = []
    private var heldBytes = 0
    /// The methods of requests whose responses were struck, and which their senders may still cancel.
    private var struck = RecentMap<Key, String>(capacity: FrameFaultPlan.mostAnswered)

    /// - Parameter table: nil to find it in the client's messages.
    package init(_ faults: [FrameFault], seed: UInt64, _ table: DialogueProtocol? = nil) {
        (self.faults, self.seed) = (faults, seed)
        calls = PendingCalls(table)
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
        calls.recognise(message, from: sender, in: framing)
        let relation = calls.receive(message, from: sender)
        let cancelled = struckMethod(message, sender)
        report.observe(FaultReport.text(message, relation, struck: cancelled), from: sender, at: now)
        if silenced.contains(sender) { return [] }
        if message.kind == .response, let id = message.id, answered.remove(Key(sender: sender.other, id: id)) != nil {
            return []
        }
        let late = afterCancellation(message, framing, from: sender, at: now)
        let frame = DamagedFrame(framing: framing, message: message, raw: raw)
        let method = (message.kind == .response ? relation.request?.method : nil) ?? message.method
        return strike(frame, method: method, from: sender, at: now) + late
    }

    /// A side will send nothing more; its messages arrive before its end.
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

    /// The dialogue is over.
    /// - Returns: a line for each fault, once: how often it struck, and what the other side did then.
    package mutating func conclude(at now: Instant) -> [String] {
        defer { isConcluded = true }
        return isConcluded ? [] : report.lines(seed: seed, at: now)
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
                struck[Key(sender: sender.other, id: id)] = method
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

    /// True if a fault strikes its next message.
    private mutating func count(_ index: Int) -> Bool {
        counts[index] += 1
        let fault = faults[index]
        guard fault.ordinal == nil || fault.ordinal == counts[index] else { return false }
        return fault.probability == 1 || Self.fraction(seed, index, counts[index]) < fault.probability
    }

    /// A number from 0 to less than 1, spread evenly: the mixing function of SplitMix64 (Steele, Lea and Flood, 2014).
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
            held[Key(sender: receiver, id: id)] = Held(frame: frame.raw, fault: index)
            report.hold(index)
            return []
        case .error(let code) where frame.message.kind == .request:
            guard let id = frame.message.id, let failure = frame.failure(code) else { return nil }
            calls.forget(id, of: sender)
            report.strike(index, watching: sender, at: now)
            return [.send(failure, to: sender)]
        default:
            guard let damaged = frame.steps(fault.kind, to: receiver) else { return nil }
            steps = damaged
        }
        report.strike(index, watching: receiver, at: now)
        return steps
    }

    private mutating func hold(_ frame: [UInt8]) -> Bool {
        let size = max(frame.count, Self.leastHeld)
        guard size <= Self.mostHeld - heldBytes else { return false }
        heldBytes += size
        return true
    }

    private mutating func drop(_ frame: [UInt8]) { heldBytes -= max(frame.count, Self.leastHeld) }

    // MARK: Responses after a cancellation

    /// Steps behind a message that cancels a request: its response, which was held back, or one that the other side never sent.
    private mutating func afterCancellation(
        _ message: RPCMessage, _ framing: Framing, from sender: RPCPeer, at now: Instant
    ) -> [FrameStep] {
        guard let id = cancelledID(message) else { return [] }
        let key = Key(sender: sender, id: id)
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

    private func cancelledID(_ message: RPCMessage) -> [UInt8]? {
        guard message.kind != .response, let path = message.method.flatMap({ calls.table.cancellations[$0] }) else {
            return nil
        }
        return message.value(at: path)
    }

    private func struckMethod(_ message: RPCMessage, _ sender: RPCPeer) -> String? {
        cancelledID(message).flatMap { struck[Key(sender: sender, id: $0)] }
    }
}
