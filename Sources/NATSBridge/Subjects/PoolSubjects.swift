/// Subjects, streams and consumers of a pool.
///
/// | subject | what | who publishes |
/// |---|---|---|
/// | `vl.<pool>.<type>` | requests, kept in the stream `VL_<pool>` until one worker has answered | callers |
/// | `vl-notices.<pool>.<type>` | notices, not kept, to all workers | callers |
/// | `vl-answers.<pool>.<caller>.<type>` | answers, kept for a while in the stream `VL_<pool>_answers` | workers |
///
/// Notices have a separate root because one stream keeps everything below `vl.<pool>`. So do answers, because streams must not overlap,
/// and so that a caller can be permitted to receive only its own.
package struct PoolSubjects: Equatable, Sendable {
    package let pool: SessionName

    package init(_ pool: SessionName) {
        self.pool = pool
    }

    /// Nil if the type cannot be part of a subject.
    package func request(_ type: String) -> String? { EventSubject.make(requestRoot, type: type) }
    package func notice(_ type: String) -> String? { EventSubject.make(noticeRoot, type: type) }
    package func answer(_ type: String, to caller: SessionName) -> String? {
        EventSubject.make(answerRoot(of: caller), type: type)
    }

    package var requests: String { "\(requestRoot).>" }
    package var notices: String { "\(noticeRoot).>" }
    package var allAnswers: String { "\(EventSubject.root)-answers.\(pool).>" }
    /// The prefix of answers to any caller with a word for permissions.
    package var answersToAll: String { "\(EventSubject.root)-answers.\(pool).*.*" }
    package func answers(to caller: SessionName) -> String { "\(answerRoot(of: caller)).>" }

    package var requestStream: String { "VL_\(pool.escaped)" }
    package var answerStream: String { "VL_\(pool.escaped)_answers" }
    /// The consumer that all workers share.
    package var consumer: String { "workers" }
    /// The queue group of a pool's workers without JetStream.
    package var group: String { "workers" }

    var requestRoot: String { "\(EventSubject.root).\(pool)" }
    var noticeRoot: String { "\(EventSubject.root)-notices.\(pool)" }
    private func answerRoot(of caller: SessionName) -> String { "\(EventSubject.root)-answers.\(pool).\(caller)" }
}
