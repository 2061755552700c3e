import JSONRPC
import Platform
import SafeText

/// The report on each fault: how often it struck, and what the other side did next.
struct FaultReport: Sendable {
    /// The time that the other side has for its next message.
    static let patience = Duration.seconds(10)
    /// Different reactions that are counted by their text.
    private static let mostReactions = 8
    /// Characters of a method's name in the report.
    private static let longestMethod = 80

    private struct Reaction {
        var text: String
        var count: Int
    }

    private struct Record {
        var seen = 0
        var struck = 0
        /// Responses whose requests were not cancelled yet.
        var held = 0
        var reactions: [Reaction] = []
        /// Strikes without a reaction so far, and the time of the last of them.
        var open = 0
        var since = Instant.past
        /// The side whose reaction counts.
        var peer = RPCPeer.client

        /// The side has done something, or will not do anything more.
        mutating func react(_ text: () -> String, at now: Instant) {
            guard open > 0 else { return }
            let text = now - since > FaultReport.patience ? FaultReport.silence : text()
            if let known = reactions.firstIndex(where: { $0.text == text }) {
                reactions[known].count += open
            } else if reactions.count < FaultReport.mostReactions {
                reactions.append(Reaction(text: text, count: open))
            } else {
                let last = FaultReport.mostReactions - 1
                reactions[last] = Reaction(text: "did other things", count: reactions[last].count + open)
            }
            open = 0
        }
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
        records[fault].open += 1
        (records[fault].since, records[fault].peer) = (now, peer)
    }

    mutating func hold(_ fault: Int) { records[fault].held += 1 }
    mutating func release(_ fault: Int) { records[fault].held -= 1 }

    /// A side has done something that may be its reaction.
    mutating func observe(_ text: @autoclosure () -> String, from peer: RPCPeer, at now: Instant) {
        for index in records.indices where records[index].peer == peer { records[index].react(text, at: now) }
    }

    private static let silence = "was silent for \(patience.components.seconds) s"

    /// A message as a reaction.
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
        final.react({ "sent nothing more" }, at: now)
        let reactions = final.reactions.map { record.struck == 1 ? $0.text : "\($0.text) (\($0.count))" }
        let verb = "; then the \(record.peer.rawValue) "
        return (fault.concernsProcess ? "\(name): applied" : applied) + verb + reactions.joined(separator: ", ") + held
    }
}
