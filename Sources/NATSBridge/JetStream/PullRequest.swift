import JSON

/// Asks a consumer for messages.
package struct PullRequest: JSONCodable, Equatable, Sendable {
    /// Messages at most.
    package var batch: Int
    /// Bytes at most.
    package var mostBytes: Int?  // JSON: max_bytes
    /// Nanoseconds until it ends; nil waits without end.
    package var expires: Int?
    /// Whether it ends where there are no more messages.
    package var waitsForNone: Bool?  // JSON: no_wait

    package init(batch: Int, mostBytes: Int? = nil, expires: Duration? = nil, waitsForNone: Bool? = nil) {
        self.batch = batch
        self.mostBytes = mostBytes
        self.expires = expires.map(\.nanoseconds)
        self.waitsForNone = waitsForNone
    }
}
