import JSON

/// What JetStream answers about a consumer.
package struct ConsumerAnswer: JSONReadable, Equatable, Sendable {
    package var error: APIError?
    package var name: String?
    package var config: ConsumerConfig?
    /// Messages that are given out and not acknowledged.
    package var unacknowledged: Int?  // JSON: num_ack_pending
    /// Pulls that wait for messages.
    package var waiting: Int?  // JSON: num_waiting
    /// Messages that are not given out.
    package var pending: Int?  // JSON: num_pending
}
