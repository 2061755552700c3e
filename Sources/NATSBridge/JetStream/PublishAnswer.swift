import JSON

/// JetStream's answer when a message is stored, or not.
package struct PublishAnswer: JSONReadable, Equatable, Sendable {
    package var error: APIError?
    package var stream: String?
    package var sequence: Int?  // JSON: seq
    /// A message with the same `Nats-Msg-Id` was stored before; `sequence` is that one's.
    package var isDuplicate: Bool?  // JSON: duplicate
}
