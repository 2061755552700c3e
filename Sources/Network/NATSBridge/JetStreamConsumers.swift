import JSON

/// Who reads a stream, from where, and how long an acknowledgement may take.
package struct ConsumerConfig: JSONCodable, Equatable, Sendable {
    package enum Start: String, JSONCodable, Equatable, Sendable {
        case all, new, last
        case lastPerSubject = "last_per_subject"
        case sequence = "by_start_sequence"
    }

    package enum Acknowledgement: String, JSONCodable, Equatable, Sendable {
        /// None is expected.
        case none
        /// One for all messages up to it.
        case all
        /// One for each message.
        case explicit
    }

    /// It stays without a reader.
    package var durable: String?  // JSON: durable_name
    package var name: String?
    package var start: Start  // JSON: deliver_policy
    package var startSequence: Int?  // JSON: opt_start_seq
    package var acknowledgement: Acknowledgement  // JSON: ack_policy
    /// Nanoseconds after which an unacknowledged message is redelivered.
    package var patience: Int?  // JSON: ack_wait
    /// -1: no limit.
    package var mostDeliveries: Int?  // JSON: max_deliver
    /// The most messages delivered but not acknowledged.
    package var mostUnacknowledged: Int?  // JSON: max_ack_pending
    package var mostPulls: Int?  // JSON: max_waiting
    package var filter: String?  // JSON: filter_subject
    /// In the place of `filter`.
    package var filters: [String]?  // JSON: filter_subjects
    /// Nanoseconds without a reader after which it is deleted.
    package var longestIdle: Int?  // JSON: inactive_threshold
    /// Keeps its state in memory even if the stream is in files.
    package var isInMemory: Bool?  // JSON: mem_storage

    package init(durable: String? = nil, start: Start = .all, acknowledgement: Acknowledgement = .explicit) {
        self.durable = durable
        self.start = start
        self.acknowledgement = acknowledgement
    }
}

/// Asks for a consumer.
package struct ConsumerRequest: JSONCodable, Equatable, Sendable {
    package var stream: String  // JSON: stream_name
    package var config: ConsumerConfig
}

/// JetStream's answer about a consumer.
package struct ConsumerAnswer: JSONReadable, Equatable, Sendable {
    package var error: APIError?
    package var name: String?
    package var config: ConsumerConfig?
    /// Messages delivered but not acknowledged.
    package var unacknowledged: Int?  // JSON: num_ack_pending
    /// Pulls that wait for messages.
    package var waiting: Int?  // JSON: num_waiting
    /// Messages not yet delivered.
    package var pending: Int?  // JSON: num_pending
}

/// Requests messages from a consumer.
package struct PullRequest: JSONCodable, Equatable, Sendable {
    /// The most messages.
    package var batch: Int
    /// The most bytes.
    package var mostBytes: Int?  // JSON: max_bytes
    /// Nanoseconds until it ends; nil waits for ever.
    package var expires: Int?
    /// Whether it ends when there are no more messages.
    package var waitsForNone: Bool?  // JSON: no_wait

    package init(batch: Int, mostBytes: Int? = nil, expires: Duration? = nil, waitsForNone: Bool? = nil) {
        self.batch = batch
        self.mostBytes = mostBytes
        self.expires = expires.map(\.nanoseconds)
        self.waitsForNone = waitsForNone
    }
}

/// The reply subject of a message from a consumer. It describes the message.
///
/// `$JS.ACK.<stream>.<consumer>.<deliveries>.<sequence>.<place>.<time>.<pending>`; newer servers put a domain and an account before the
/// stream, and a token at the end.
package struct DeliverySubject: Equatable, Sendable {
    package let stream: String
    package let consumer: String
    /// How often it was delivered, this time included.
    package let deliveries: Int
    /// Its place in the stream.
    package let sequence: Int
    /// How many messages the consumer has delivered, this one included.
    package let place: Int
    /// When it was stored: nanoseconds since 1970.
    package let time: Int
    /// Later messages that are not yet delivered.
    package let pending: Int

    /// - Returns: nil for any other subject.
    package init?(_ subject: String) {
        var tokens = subject.split(separator: ".", omittingEmptySubsequences: false)[...]
        guard tokens.count == 9 || 11...13 ~= tokens.count, tokens.prefix(2).elementsEqual(["$JS", "ACK"]) else {
            return nil
        }
        tokens.removeFirst(2)
        if tokens.count >= 9 { tokens.removeFirst(2) }
        guard let stream = tokens.popFirst(), let consumer = tokens.popFirst(), !stream.isEmpty, !consumer.isEmpty
        else { return nil }
        let numbers = tokens.prefix(5).compactMap { Int($0) }
        guard numbers.count == 5, numbers.allSatisfy({ $0 >= 0 }), numbers[0] > 0 else { return nil }
        self.stream = String(stream)
        self.consumer = String(consumer)
        (deliveries, sequence, place, time, pending) = (numbers[0], numbers[1], numbers[2], numbers[3], numbers[4])
    }
}

/// A reader's reply to JetStream about a delivered message, on the message's reply subject.
package enum Acknowledgement: Equatable, Sendable {
    case done
    /// Redeliver it to another reader, after a pause.
    case refused(after: Duration)
    /// Restart its time limit.
    case inProgress
    /// Never redeliver it.
    case ended

    package var payload: [UInt8] {
        switch self {
        case .done: Array("+ACK".utf8)
        case .refused(let pause) where pause <= .zero: Array("-NAK".utf8)
        case .refused(let pause): Array("-NAK {\"delay\":\(pause.nanoseconds)}".utf8)
        case .inProgress: Array("+WPI".utf8)
        case .ended: Array("+TERM".utf8)
        }
    }

    /// - Parameter reply: where JetStream confirms it, if wanted.
    package func message(to subject: String, reply: String? = nil) -> NATSMessage {
        NATSMessage(subject, reply: reply, payload: payload)
    }
}
