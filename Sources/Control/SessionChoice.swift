package import SupervisorMessages

/// Chooses one of the running sessions.
package enum SessionChoice {
    package enum Failure: Error, Equatable, Sendable {
        case none
        case several([SupervisorOutput.Described], silent: [Int32] = [])
        case notFound(String, there: [SupervisorOutput.Described], silent: [Int32] = [])
        /// The session exists and does not answer.
        case silent(Int32)
    }

    /// - Parameters:
    ///   - name: a composition's name or a supervisor's process id; nil for the only session.
    ///   - sessions: those that answer.
    ///   - silent: the process ids of those that do not.
    package static func choose(
        _ name: String?, among sessions: [SupervisorOutput.Described], silent: [Int32] = []
    ) throws(Failure) -> SupervisorOutput.Described {
        guard !sessions.isEmpty || !silent.isEmpty else { throw .none }
        guard let name else {
            if sessions.isEmpty, silent.count == 1 { throw .silent(silent[0]) }
            guard sessions.count == 1, silent.isEmpty, let only = sessions.first else {
                throw .several(sessions, silent: silent)
            }
            return only
        }
        let named = sessions.filter { $0.name == name || "\($0.pid)" == name }
        if let process = silent.first(where: { "\($0)" == name }), named.isEmpty { throw .silent(process) }
        guard let first = named.first else { throw .notFound(name, there: sessions, silent: silent) }
        guard named.count == 1 else { throw .several(named) }
        return first
    }
}

extension SessionChoice.Failure: CustomStringConvertible {
    package var description: String {
        switch self {
        case .none: "no session is running (start one with: viperline run NAME)"
        case .several(let sessions, let silent):
            "several sessions are running; name one by its process id: \(list(sessions, silent))"
        case .notFound(let name, let sessions, let silent):
            "no session \"\(name)\" is running; there are: \(list(sessions, silent))"
        case .silent(let process):
            "the session \(process) does not answer; it may be suspended (fg in its terminal, or kill -CONT \(process), continues it)"
        }
    }

    private func list(_ sessions: [SupervisorOutput.Described], _ silent: [Int32]) -> String {
        (sessions.map { "\($0.name) (\($0.pid))" } + silent.map { "one that does not answer (\($0))" })
            .joined(separator: ", ")
    }
}
