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
