import Platform
import Processes
package import SupervisorMessages
import Wire

/// Asks several sessions to describe themselves, all at once, so that a suspended session delays the answer by no more than the
/// limit, and not the others.
package enum SessionSurvey {
    package enum Answer: Equatable, Sendable {
        case described(SupervisorOutput.Described)
        /// The session exists and does not answer.
        case silent
        /// It refused, with this reason.
        case refused(String)
        /// Nobody listens any more.
        case gone
        /// Another user listens in the session's place.
        case foreign(user: UInt32)
    }

    /// A request under way.
    private final class Inquiry {
        var link: SessionLink
        var answer: Answer?

        init(to socket: String) throws(SessionLink.Failure) {
            link = try SessionLink(to: socket)
            // It can't answer in time.
            if link.peer?.isSuspended == true {
                answer = .silent
            } else {
                try link.send(SupervisorInput.Describe.type, SupervisorInput.Describe())
            }
        }

        /// Reads what has come, and notes the answer or the end.
        func listen() {
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
    package static func ask(_ sockets: [String], within limit: Duration = .seconds(2)) -> [Answer] {
        let deadline = ContinuousClock.now + limit
        let inquiries = sockets.map { socket in
            Result { () throws(SessionLink.Failure) in try Inquiry(to: socket) }
        }
        var open = inquiries.compactMap { try? $0.get() }.filter { $0.answer == nil }
        while !open.isEmpty, ContinuousClock.now < deadline {
            var pollSet = PollSet(reading: open.map { $0.link.socket.number })
            pollSet.wait(until: deadline)
            for place in pollSet.ready { open[place].listen() }
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
