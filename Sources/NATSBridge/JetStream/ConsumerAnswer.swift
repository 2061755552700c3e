import JSON

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
