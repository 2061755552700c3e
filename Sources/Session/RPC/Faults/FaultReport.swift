import JSONRPC
import Platform
import SafeText

/// What each fault did, and what the other side did next.
struct FaultReport: Sendable {
    /// How long the other side may take for its next message.
    static let patience = Duration.seconds(10)
    /// Different reactions that are counted by their text.
    private static let mostReactions = 8
    /// Characters of a method's name in the report.
    private static let longestMethod = 80

    private struct Record {
        var seen = 0
        var struck = 0
        /// Responses whose requests were not cancelled yet.
        var held = 0
        var reactions: [(text: String, count: Int)] = []
        /// Strikes without a reaction so far, when the last of them was.
        var open: (count: Int, since: Instant)?
        /// Whose reaction counts.
        var peer = RPCPeer.client
    }

    private let faults: [FrameFault]
    private var records: [Record]

    init(_ faults: [FrameFault]) {
        self.faults = faults
        records = faults.map { _ in Record() }
    }

    /// A message came that the fault could strike.
    mutating func see(_ fault: Int) { records[fault].seen += 1 }

    /// - Parameter peer: whose next message shows what it made of the fault.
    mutating func strike(_ fault: Int, watching peer: RPCPeer, at now: Instant) {
        records[fault].struck += 1
        records[fault].open = ((records[fault].open?.count ?? 0) + 1, now)
        records[fault].peer = peer
    }

    mutating func hold(_ fault: Int) { records[fault].held += 1 }
    mutating func release(_ fault: Int) { records[fault].held -= 1 }

    /// A side has done something that may be its reaction.
    mutating func observe(_ text: @autoclosure () -> String, from peer: RPCPeer, at now: Instant) {
        for index in faults.indices {
            guard let open = records[index].open, records[index].peer == peer else { continue }
            records[index].open = nil
            Self.add(now - open.since > Self.patience ? Self.silence : text(), open.count, to: &records[index])
        }
    }

    private static let silence = "was silent for \(patience.components.seconds) s"

    private static func add(_ text: String, _ count: Int, to record: inout Record) {
        let place = record.reactions.firstIndex { $0.text == text }
        if let place {
            record.reactions[place].count += count
        } else if record.reactions.count < mostReactions {
            record.reactions.append((text, count))
        } else {
            record.reactions[mostReactions - 1] = (
                "did other things", record.reactions[mostReactions - 1].count + count
            )
        }
    }

    /// What a message is as a reaction.
    /// - Parameter struck: the method of the request that it cancels, if a fault struck its response.
    static func text(_ message: RPCMessage, _ relation: PendingCalls.Relation, struck: String? = nil) -> String {
        let method = (message.method ?? "").prefix(longestMethod)
        return switch relation {
        case .request, .repeatedID: "sent the request \(method)"
        case .response(let request):
            message.isFailure
                ? "refused \(request.method.prefix(longestMethod))" : "answered \(request.method.prefix(longestMethod))"
        case .strayResponse: "sent a response to no request"
        case .cancellation(let request):
            "cancelled " + ((struck ?? request?.method)?.prefix(longestMethod) ?? "an unknown request")
        case .progress, .notification: "sent the notification \(method)"
        case .batch: "sent a batch"
        }
    }

    /// - Returns: a line for each fault.
    func lines(seed: UInt64, at now: Instant) -> [String] {
        zip(faults, records).map { fault, record in line(fault, record, seed, now).printable }
    }

    private func line(_ fault: FrameFault, _ record: Record, _ seed: UInt64, _ now: Instant) -> String {
        let name = "fault \(fault.text)" + (fault.probability < 1 ? " (seed \(seed))" : "")
        let held = record.held == 0 ? "" : "; \(record.held) held back, as nobody cancelled the request"
        guard record.struck > 0 else {
            let isUnmet = record.seen == 0
            let reason =
                fault.concernsProcess
                ? "there was no occasion"
                : isUnmet ? "the \(fault.sender.rawValue) sent no such message" : "\(record.seen) seen"
            return "\(name): not applied (\(reason))\(held)"
        }
        let applied = "\(name): applied to \(record.struck) of \(record.seen)"
        if fault.endsProcess { return "\(applied), which ended the process" }
        var final = record
        if let open = record.open {
            let text = now - open.since > Self.patience ? Self.silence : "sent nothing more"
            Self.add(text, open.count, to: &final)
        }
        let reactions = final.reactions.map { record.struck == 1 ? $0.text : "\($0.text) (\($0.count))" }
        let verb = "; then the \(record.peer.rawValue) "
        return (fault.concernsProcess ? "\(name): applied" : applied) + verb + reactions.joined(separator: ", ") + held
    }
}
