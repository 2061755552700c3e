import JSON
import Wire

/// Answers each event that it knows by others.
struct Player: Role {
    /// The types that an event leads to.
    let answers: [String: [String]]
    var first: [String] = []
    var snapshotInterval = 256
    /// The types that it has received.
    private(set) var heard: [String] = []
    private(set) var replayed: [String] = []

    init(_ answers: [String: [String]], first: [String] = [], snapshotInterval: Int = 256) {
        self.answers = answers
        self.first = first
        self.snapshotInterval = snapshotInterval
    }

    mutating func start() -> [Event] { first.map { Event(type: $0) } }

    mutating func receive(_ event: Event) throws(PayloadError) -> [Event] {
        heard.append(event.type)
        if event.isReplayed { replayed.append(event.type) }
        if event.type.hasSuffix("bad") { throw PayloadError(type: event.type, reason: "it is bad") }
        return (answers[event.type] ?? []).map { Event($0, [:] as [String: String], answering: event) }
    }

    func snapshot() -> [UInt8]? { Payload.encode(["heard": heard.joined(separator: " ")]) }

    mutating func restore(_ state: Event) throws(PayloadError) {
        guard let text = try state.decode([String: String].self)["heard"] else {
            throw PayloadError(type: state.type, reason: "data.heard is missing")
        }
        heard = text.split(separator: " ").map(String.init)
    }

    mutating func states() -> [Event] { first.map { Event(type: $0) } }
}

/// A role that has no state to tell.
struct Forgetful: Role {
    mutating func receive(_ event: Event) throws(PayloadError) -> [Event] { [] }
}
