import JSON

/// Requests to JetStream, over its plain subjects. Answers go to `reply`.
package enum StreamAPI {
    private static let prefix = "$JS.API"

    package static func streamInfo(_ stream: String, reply: String) -> NATSMessage {
        NATSMessage("\(prefix).STREAM.INFO.\(stream)", reply: reply)
    }

    package static func createStream(_ config: StreamConfig, reply: String) -> NATSMessage {
        NATSMessage("\(prefix).STREAM.CREATE.\(config.name)", reply: reply, payload: config.json)
    }

    /// - Parameter subject: one without wildcards, made of words that names may have.
    package static func lastMessage(on subject: String, of stream: String, reply: String) -> NATSMessage {
        NATSMessage(
            "\(prefix).STREAM.MSG.GET.\(stream)", reply: reply, payload: Array("{\"last_by_subj\":\"\(subject)\"}".utf8)
        )
    }

    /// The last message under a filter, as it was stored, with its place in the header `Nats-Sequence`. The status 404 means none.
    package static func last(on filter: String, of stream: String, reply: String) -> NATSMessage {
        NATSMessage(
            "\(prefix).DIRECT.GET.\(stream)", reply: reply, payload: Array("{\"last_by_subj\":\"\(filter)\"}".utf8))
    }

    package static func consumerInfo(_ consumer: String, of stream: String, reply: String) -> NATSMessage {
        NATSMessage("\(prefix).CONSUMER.INFO.\(stream).\(consumer)", reply: reply)
    }

    /// The subject contains the filter, so that a server can permit one filter and no other.
    package static func createConsumer(
        _ consumer: String, of stream: String, _ config: ConsumerConfig, reply: String
    ) -> NATSMessage {
        var config = config
        config.name = consumer
        // With several filters, it has none in its subject.
        let filter = config.filter.map { ".\($0)" } ?? ""
        return NATSMessage(
            "\(prefix).CONSUMER.CREATE.\(stream).\(consumer)\(filter)", reply: reply,
            payload: ConsumerRequest(stream: stream, config: config).json)
    }

    package static func deleteConsumer(_ consumer: String, of stream: String, reply: String) -> NATSMessage {
        NATSMessage("\(prefix).CONSUMER.DELETE.\(stream).\(consumer)", reply: reply)
    }

    /// - Parameter reply: messages go there too, under their original subjects.
    package static func pull(
        _ request: PullRequest, from consumer: String, of stream: String, reply: String
    ) -> NATSMessage {
        NATSMessage("\(prefix).CONSUMER.MSG.NEXT.\(stream).\(consumer)", reply: reply, payload: request.json)
    }
}

/// What a stream keeps, and how long.
package struct StreamConfig: JSONCodable, Equatable, Sendable {
    package enum Retention: String, JSONCodable, Equatable, Sendable {
        /// Until a limit is reached.
        case limits
        /// Until one consumer has acknowledged it.
        case workQueue = "workqueue"
    }

    package enum Storage: String, JSONCodable, Equatable, Sendable, CaseIterable {
        case file, memory
    }

    /// What happens to a message for which there is no room.
    package enum Discard: String, JSONCodable, Equatable, Sendable {
        case old, new
    }

    package var name: String
    package var subjects: [String]?
    package var retention: Retention
    package var storage: Storage
    package var discard: Discard?
    package var mostMessages: Int?  // JSON: max_msgs
    package var mostBytes: Int?  // JSON: max_bytes
    /// Nanoseconds.
    package var longestAge: Int?  // JSON: max_age
    package var mostPerSubject: Int?  // JSON: max_msgs_per_subject
    /// Nanoseconds during which the same `Nats-Msg-Id` is taken only once.
    package var duplicateWindow: Int?  // JSON: duplicate_window
    package var replicas: Int?  // JSON: num_replicas
    /// Whether ``StreamAPI/last(on:of:reply:)`` works.
    package var allowsDirect: Bool?  // JSON: allow_direct

    package init(name: String, subjects: [String], retention: Retention, storage: Storage = .file) {
        self.name = name
        self.subjects = subjects
        self.retention = retention
        self.storage = storage
    }
}

/// A stream's contents.
package struct StreamState: JSONCodable, Equatable, Sendable {
    package var messages: Int
    package var bytes: Int?
    package var firstSequence: Int  // JSON: first_seq
    package var lastSequence: Int  // JSON: last_seq

    package init(messages: Int, firstSequence: Int, lastSequence: Int) {
        self.messages = messages
        self.firstSequence = firstSequence
        self.lastSequence = lastSequence
    }
}

/// JetStream's answer about a stream.
package struct StreamAnswer: JSONReadable, Equatable, Sendable {
    package var error: APIError?
    package var config: StreamConfig?
    package var state: StreamState?
    /// RFC 3339. A different time means a different stream of the same name.
    package var created: String?
}

/// JetStream's answer when a message is stored, or not.
package struct PublishAnswer: JSONReadable, Equatable, Sendable {
    package var error: APIError?
    package var stream: String?
    package var sequence: Int?  // JSON: seq
    /// A message with the same `Nats-Msg-Id` was stored before; `sequence` is that one's.
    package var isDuplicate: Bool?  // JSON: duplicate
}

/// Why JetStream has refused a request.
package struct APIError: JSONCodable, Equatable, Sendable, Error {
    /// As in HTTP.
    package var code: Int
    /// More precise than `code`; absent from old servers' answers.
    package var number: Int?  // JSON: err_code
    package var description: String?

    /// The stream or consumer does not exist.
    package var isAbsence: Bool { code == 404 }
    /// The stream has reached a limit and takes no more for now.
    package var isFull: Bool { number == 10077 }

    /// One of that name exists with other settings.
    package var isTaken: Bool { number == 10058 }
    /// The server, or this account, has no streams.
    package var meansNoJetStream: Bool { number == 10039 || number == 10076 }

    /// As it ends a sentence.
    package var reason: String { String((description ?? "error \(number ?? code)").prefix(200)) }
}

/// A message from the server itself instead of an answer: a number as in HTTP, in the header `Status`.
package struct ServerStatus: Equatable, Sendable {
    package let code: Int
    /// Messages that a pull still waited for when it ended; 0 unless it ``hasCount``.
    package let unused: Int
    let hasCount: Bool

    /// - Returns: nil for any other message.
    package init?(_ message: NATSMessage) {
        guard message.payload.isEmpty, let text = message["Status"], let code = Int(text) else { return nil }
        self.code = code
        let count = message["Nats-Pending-Messages"].flatMap { Int($0) }
        (unused, hasCount) = (min(max(0, count ?? 0), ServerAnswer.highest), count != nil)
    }

    /// A pull has expired; ``unused`` is set.
    var isTimeout: Bool { code == 408 }

    /// The publication's subject has no subscribers.
    package var hasNoResponders: Bool { code == 503 }
}

extension Duration {
    /// In JetStream's unit; the largest number on overflow.
    package var nanoseconds: Int {
        let (seconds, attoseconds) = components
        let (whole, overflow) = Int(clamping: seconds).multipliedReportingOverflow(by: 1_000_000_000)
        let (sum, carry) = whole.addingReportingOverflow(Int(attoseconds / 1_000_000_000))
        return overflow || carry ? .max : sum
    }
}
