import JSON

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
