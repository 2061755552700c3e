/// Why a successor will not get something, or will be asked once more.
enum JournalTrouble: Hashable {
    case requestsForgotten
    case statesForgotten
    case newsForgotten
    /// An answer names neither its request nor the request's chain, so the request stays open.
    case answerNamesNothing(type: String)
}

extension JournalTrouble: CustomStringConvertible {
    var description: String {
        switch self {
        case .requestsForgotten:
            "has left requests of \(JournalLimit.requests >> 20) MiB unanswered; if it dies, the oldest are not sent again "
                + "(does it name what it answers by causationid or correlationid?)"
        case .statesForgotten:
            "was sent states of more than \(JournalLimit.states >> 20) MiB; if it dies, the oldest are not sent again"
        case .newsForgotten:
            "was sent more than \(JournalLimit.news >> 20) MiB since its last snapshot; if it dies, the oldest is not "
                + "sent again"
        case .answerNamesNothing(let type):
            "wrote \"\(type)\" without causationid and correlationid, so the request that it answers is unknown; if it "
                + "dies, that request is sent again and answered twice"
        }
    }
}

/// How many bytes a journal keeps; the oldest lines are dropped beyond.
enum JournalLimit {
    /// Open requests, with what is noted about each.
    static let requests = 1 << 24
    static let states = 1 << 24
    static let news = 1 << 22
}

/// Troubles that were not reported yet. Each is reported once.
struct TroubleList {
    private var pending: [JournalTrouble] = []
    private var known: Set<JournalTrouble> = []
    /// Types are the sender's to invent, so their number is bounded.
    private static let limit = 64

    mutating func note(_ trouble: JournalTrouble) {
        guard known.count < Self.limit, known.insert(trouble).inserted else { return }
        pending.append(trouble)
    }

    mutating func take() -> [JournalTrouble] {
        guard !pending.isEmpty else { return [] }
        defer { pending = [] }
        return pending
    }
}
