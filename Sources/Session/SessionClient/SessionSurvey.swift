import Platform
import Processes
package import SupervisorMessages

/// Asks several sessions to describe themselves, all at once, so that a suspended session delays the answer by no more
/// than the limit, and not the others.
package enum SessionSurvey {
    package enum Answer: Equatable, Sendable {
        case described(SupervisorOutput.Described)
        /// The session exists and does not answer.
        case silent
        case refused(String)
        /// No process listens any more.
        case gone
        /// A different user listens in the session's place.
        case foreign(user: UInt32)
    }

    /// A request under way.
    private final class Inquiry {
        var link: SessionLink
        var answer: Answer?

        init(to socket: String) throws(SessionLink.Failure) {
            link = try SessionLink(to: socket)
            // A suspended session can't answer in time.
            if link.peer?.isSuspended == true {
                answer = .silent
            } else {
                try link.send(SupervisorInput.Describe.type, SupervisorInput.Describe())
            }
        }

        /// Reads what has come, and notes the answer or the end.
        func readReplies() {
            do throws(SessionLink.Failure) {
                let isThere = try link.fill()
                if let line = link.bufferedLine() {
                    let described: SupervisorOutput.Described = try SessionLink.answer(
                        line, of: SupervisorOutput.Described.type)
                    answer = .described(described.bounded)
                } else if !isThere {
                    answer = .gone
                }
            } catch {
                answer = SessionSurvey.answer(to: error)
            }
        }
    }

    /// - Parameters:
    ///   - sockets: the paths of control sockets.
    ///   - limit: how long all together may take.
    /// - Returns: the answer of each, in order.
    package static func ask(_ sockets: [String], within limit: Duration = .seconds(5)) -> [Answer] {
        let deadline = Instant.now + limit
        let inquiries = sockets.map { socket in
            Result { () throws(SessionLink.Failure) in try Inquiry(to: socket) }
        }
        var open = inquiries.compactMap { try? $0.get() }.filter { $0.answer == nil }
        while !open.isEmpty, Instant.now < deadline {
            var pollSet = PollSet(reading: open.map { $0.link.socket.number })
            pollSet.wait(until: deadline)
            for place in pollSet.ready { open[place].readReplies() }
            open.removeAll { $0.answer != nil }
        }
        return inquiries.map { inquiry in
            switch inquiry {
            case .success(let inquiry): inquiry.answer ?? .silent
            case .failure(let failure): answer(to: failure)
            }
        }
    }

    private static func answer(to failure: SessionLink.Failure) -> Answer {
        switch failure {
        case .unreachable, .ended: .gone
        case .silent: .silent
        case .foreign(let user): .foreign(user: user)
        case .refused(let reason): .refused(reason)
        case .notUnderstood: .refused("\(failure)")
        }
    }
}

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
