import Composition
import Platform

/// Tells the user why an answer may not come: the service that was asked writes nothing, has ended, or wrote what the bus could
/// not take. Only services that answer requests (`recovery: redeliver`) are known to owe any.
struct Unanswered {
    /// The patience with a service that has not sent an event yet.
    static let mutePatience = Duration.seconds(5)
    static let patience = Duration.seconds(30)

    private struct Silence {
        let since: Instant
        /// Lines that the service had written.
        let written: Int
        var isTold = false
    }

    private var silences: [Int: Silence] = [:]
    private var told: Set<String> = []
    private var pending: [Consequence] = []
    /// When the loop has to look again.
    private(set) var deadline: Instant?

    /// Something went wrong; each kind is shown once.
    mutating func note(_ diagnosis: Diagnosis, _ children: [ServiceProcess], at now: Instant) {
        guard let name = diagnosis.silenced, let child = children.first(where: { $0.service.name == name }),
            child.isAsked || diagnosis.isOfGoneService && child.service.recovery.answersRequests,
            told.insert(diagnosis.kind).inserted
        else { return }
        pending.append(.notify("\(diagnosis)"))
        deadline = now
    }

    mutating func check(_ children: [ServiceProcess], at now: Instant) -> [Consequence] {
        deadline = nil
        defer { pending = [] }
        return pending + children.flatMap { look(at: $0, now) }
    }

    private mutating func look(at child: ServiceProcess, _ now: Instant) -> [Consequence] {
        let (index, written) = (child.port.index, child.port.counters.written.lines)
        guard child.isAlive, child.isAsked else {
            silences[index] = nil
            return []
        }
        let known = silences[index].flatMap { $0.written == written ? $0 : nil }
        var silence = known ?? Silence(since: now, written: written)
        defer { silences[index] = silence }
        guard !silence.isTold else { return [] }
        let isMute = written == 0 && child.isUnproven
        let patience = isMute ? Self.mutePatience : Self.patience
        guard now >= silence.since + patience else {
            deadline = earliest(deadline, silence.since + patience)
            return []
        }
        silence.isTold = true
        let request = child.port.outgoing.journal.oldestRequest.map { Refusal($0) }?.type ?? "a request"
        let text =
            "\(child.service.name) has not answered \(request) for \(patience.components.seconds) s"
            + (isMute ? "; it has sent no event yet (does it flush each line?)" : "")
        return [.log(service: SessionLog.ownName, text: text), .notify(text)]
    }
}

extension ServiceProcess {
    /// True if the service owes an answer.
    fileprivate var isAsked: Bool { port.outgoing.journal.readsOutput }
}

extension Recovery {
    fileprivate var answersRequests: Bool { if case .redeliver = self { true } else { false } }
}

extension Diagnosis {
    /// The service that will not answer because of this.
    fileprivate var silenced: String? {
        switch self {
        case .notAnEvent(let sender, _, _), .forbidden(let sender, _, _, _), .foreignSource(let sender, _): sender
        case .notKept(let service, .answersNothing), .notKept(let service, .answerNamesNothing): service
        case .undelivered(let receiver, _, _): receiver
        case .leftUndone(let service, _, _): service
        default: nil
        }
    }

    fileprivate var isOfGoneService: Bool {
        switch self {
        case .undelivered: true
        case .leftUndone(_, _, let leftover): leftover.requests > 0
        default: false
        }
    }
}
