import JSON

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
    package let pool: SubjectName

    package init(_ pool: SubjectName) {
        self.pool = pool
    }

    /// Nil if the type cannot be part of a subject.
    package func request(_ type: String) -> String? { EventSubject.make(requestRoot, type: type) }
    package func notice(_ type: String) -> String? { EventSubject.make(noticeRoot, type: type) }
    package func answer(_ type: String, to caller: SubjectName) -> String? {
        EventSubject.make(answerRoot(of: caller), type: type)
    }

    package var requests: String { "\(requestRoot).>" }
    package var notices: String { "\(noticeRoot).>" }
    package var allAnswers: String { "\(EventSubject.root)-answers.\(pool).>" }
    /// The prefix of answers to any caller with a word for permissions.
    package var answersToAll: String { "\(EventSubject.root)-answers.\(pool).*.*" }
    package func answers(to caller: SubjectName) -> String { "\(answerRoot(of: caller)).>" }

    package var requestStream: String { "VL_\(pool.escaped)" }
    package var answerStream: String { "VL_\(pool.escaped)_answers" }
    /// The consumer that all workers share.
    package var consumer: String { "workers" }
    /// The queue group of a pool's workers without JetStream.
    package var group: String { "workers" }

    var requestRoot: String { "\(EventSubject.root).\(pool)" }
    var noticeRoot: String { "\(EventSubject.root)-notices.\(pool)" }
    private func answerRoot(of caller: SubjectName) -> String { "\(EventSubject.root)-answers.\(pool).\(caller)" }
}

/// Headers of a pool's messages, besides those of CloudEvents.
package enum PoolHeader {
    /// Of requests and notices: the caller.
    package static let caller = "Viperline-Session"
    /// Of requests and notices: the caller's incarnation, a dot, and how many lines it has read.
    package static let position = "Viperline-Position"
    /// Of requests and notices: the service's name on the caller's bus. A worker's child has the same name, so that bus takes its lines
    /// unchanged.
    package static let service = "Viperline-Service"
    /// Of requests: patterns of types that do not answer them, separated by commas.
    package static let progress = "Viperline-Progress"
    /// Of answers: how often the request was delivered, a dot, and how many lines about it the child has written.
    package static let mark = "Viperline-Mark"
    /// While JetStream remembers an id, it stores no second message with it.
    package static let messageID = "Nats-Msg-Id"

    /// The longest id, in bytes; a message with a longer one has none.
    private static let longestID = 512

    /// - Parameter parts: any text.
    package static func messageID(_ parts: String...) -> NATSHeader? {
        let text = parts.map(AttributeCoding.encode).joined(separator: "/")
        return text.utf8.count <= longestID ? NATSHeader(messageID, text) : nil
    }
}

/// Two numbers, or a word and a number, in a header: `word.number`.
struct PoolPlace: Equatable, Sendable {
    let word: Substring
    let number: Int

    private static let longest = 64

    init?(_ text: String?) {
        guard let text, text.utf8.count <= Self.longest, let dot = text.lastIndex(of: "."), dot > text.startIndex,
            let number = Int(text[text.index(after: dot)...]), number >= 0
        else { return nil }
        word = text[..<dot]
        self.number = number
    }
}

/// A worker's report to a caller that its request has failed. It does not go to a bus.
package struct PoolFailure: JSONCodable, Equatable, Sendable {
    package static let type = "pool.output.failed"
    package var reason: String
    /// How often the request was delivered to a worker.
    package var deliveries: Int
}
