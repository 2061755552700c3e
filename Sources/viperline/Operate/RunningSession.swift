import ArgumentParser
import Operations
import Supervision
import SupervisorMessages
import Wire

/// Which session a command is about, and the way to it.
struct RunningSession {
    let description: SupervisorOutput.Described
    let folder: SessionFolder

    /// All that answer.
    static func all() -> [RunningSession] {
        SessionFolder.found().compactMap { folder in
            guard var link = try? SessionLink(to: folder.controlSocket),
                let described: SupervisorOutput.Described = try? link.ask(
                    SupervisorInput.Describe.type, SupervisorInput.Describe(), for: SupervisorOutput.Described.type)
            else { return nil }
            return RunningSession(description: described, folder: folder)
        }
    }

    /// - Parameter name: a composition's name or a supervisor's process id; nil for the only one.
    static func chosen(_ name: String?) throws -> RunningSession {
        let sessions = all()
        do throws(SessionChoice.Failure) {
            let chosen = try SessionChoice.choose(name, among: sessions.map(\.description))
            guard let session = sessions.first(where: { $0.description.pid == chosen.pid }) else { throw .none }
            return session
        } catch {
            StandardStream.diagnose("viperline", "\(error)")
            throw ExitCode(ExitStatus.unavailable.rawValue)
        }
    }

    /// Speaks to the session; what goes wrong is told on stderr.
    func speak(_ body: (inout SessionLink) throws(SessionLink.Failure) -> Void) throws {
        do throws(SessionLink.Failure) {
            var link = try SessionLink(to: folder.controlSocket)
            try body(&link)
        } catch {
            StandardStream.diagnose("viperline", "\(error)")
            throw ExitCode(ExitStatus.unavailable.rawValue)
        }
    }
}

/// `[SESSION] SERVICE`: the session may be left out when only one is running.
struct ServiceArguments: ParsableArguments {
    @Argument(help: "The session (its name or process id) where several run, and the service.")
    var target: [String]

    mutating func validate() throws {
        guard (1...2).contains(target.count) else {
            throw ValidationError("Name a service, or a session and a service.")
        }
    }

    var session: String? { target.count == 2 ? target.first : nil }
    var service: String { target.last ?? "" }
}
