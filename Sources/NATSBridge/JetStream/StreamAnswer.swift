import JSON

/// JetStream's answer about a stream.
package struct StreamAnswer: JSONReadable, Equatable, Sendable {
    package var error: APIError?
    package var config: StreamConfig?
    package var state: StreamState?
    /// RFC 3339. A different time means a different stream of the same name.
    package var created: String?
}
