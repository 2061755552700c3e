import Platform
import Processes
package import SupervisorMessages
import Wire

/// Asks sessions what they are, all at once, so that one that is suspended takes no more time than the limit, and none of
/// the others'.
package enum SessionSurvey {
    package enum Answer: Equatable, Sendable {
        case described(SupervisorOutput.Described)
        /// A session is there, and does not answer.
        case silent
        /// It would not say; its words.
        case refused(String)
        /// Nobody is there any more.
        case gone
        /// Another user's process has taken the session's place.
        case foreign(user: UInt32)
    }

    /// A question that is under way.
    private final class Inquiry {
        var link: SessionLink
        var answer: Answer?

        init(to socket: String) throws(SessionLink.Failure) {
            link = try SessionLink(to: socket)
            // It would not answer in time, so nobody waits for it.
            if link.peer?.isSuspended == true {
                answer = .silent
            } else {
                try link.send(SupervisorInput.Describe.type, SupervisorInput.Describe())
            }
        }

        /// Takes what has come, if that is the answer or the end.
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
    ///   - limit: how long all of them together may take.
    /// - Returns: what each answered.
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
