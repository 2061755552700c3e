import Commands
import SessionClient
import Supervision
import SupervisorMessages
import Wire

/// The session that a command is about.
struct RunningSession {
    let description: SupervisorOutput.Described
    let place: SessionPlace

    /// All running sessions, and those that do not answer.
    static func all() -> (sessions: [RunningSession], silent: [SessionPlace]) {
        let (places, passedOver) = SessionPlace.found()
        for error in passedOver { StandardStream.diagnose("viperline", "\(error)") }
        var sessions: [RunningSession] = []
        var silent: [SessionPlace] = []
        for (place, answer) in zip(places, SessionSurvey.ask(places.map(\.controlSocket))) {
            switch answer {
            case .described(let description): sessions.append(RunningSession(description: description, place: place))
            case .silent: silent.append(place)
            case .gone: continue
            case .refused(let reason): StandardStream.diagnose("viperline", "\(place.path): \(reason)")
            case .foreign(let user):
                StandardStream.diagnose("viperline", "\(place.path): \(SessionLink.Failure.foreign(user: user))")
            }
        }
        return (sessions, silent)
    }

    /// - Parameter name: a composition's name or a supervisor's process id; nil for the only running session.
    static func chosen(_ name: String?) throws -> RunningSession {
        let (sessions, silent) = all()
        let chosen = try SessionChoice.choose(name, among: sessions.map(\.description), silent: silent.map(\.process))
        guard let session = sessions.first(where: { $0.description == chosen }) else {
            throw SessionChoice.Failure.none
        }
        return session
    }

    func connect(_ body: (inout SessionLink) throws -> Void) throws {
        var link = try SessionLink(to: place.controlSocket)
        try body(&link)
    }
}

/// `[SESSION] SERVICE`: the session may be left out if only one is running.
struct ServiceArguments: CommandOptions {
    var first = ""
    var second: String?

    static var table: OptionTable<Self> {
        [
            .argument(
                "[session] service", \.first, "The service; or the session, by name or process id, if several run."),
            .argument("second", \.second, isHidden: true, "The service, after the session."),
        ]
    }

    var session: String? { second == nil ? nil : first }
    var service: String { second ?? first }
}
