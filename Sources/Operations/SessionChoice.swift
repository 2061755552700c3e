package import SupervisorMessages

/// Which of the running sessions is meant.
package enum SessionChoice {
    package enum Failure: Error, Equatable, Sendable {
        case none
        case several([SupervisorOutput.Described])
        case notFound(String, there: [SupervisorOutput.Described])
    }

    /// - Parameters:
    ///   - name: a composition's name or a supervisor's process id; nil when the only one is meant.
    ///   - sessions: those that run.
    package static func choose(
        _ name: String?, among sessions: [SupervisorOutput.Described]
    ) throws(Failure) -> SupervisorOutput.Described {
        guard !sessions.isEmpty else { throw .none }
        guard let name else {
            guard sessions.count == 1, let only = sessions.first else { throw .several(sessions) }
            return only
        }
        let named = sessions.filter { $0.name == name || "\($0.pid)" == name }
        guard let first = named.first else { throw .notFound(name, there: sessions) }
        guard named.count == 1 else { throw .several(named) }
        return first
    }
}

extension SessionChoice.Failure: CustomStringConvertible {
    package var description: String {
        switch self {
        case .none: "no session is running (start one with: viperline run NAME)"
        case .several(let sessions): "several sessions are running; name one by its process id: \(list(sessions))"
        case .notFound(let name, let sessions): "no session \"\(name)\" is running; there are: \(list(sessions))"
        }
    }

    private func list(_ sessions: [SupervisorOutput.Described]) -> String {
        sessions.map { "\($0.name) (\($0.pid))" }.joined(separator: ", ")
    }
}
