import JSON

/// What JetStream answers about a stream.
package struct StreamAnswer: JSONReadable, Equatable, Sendable {
    package var error: APIError?
    package var config: StreamConfig?
    package var state: StreamState?
    /// RFC 3339. Another time means another stream of the same name.
    package var created: String?
}
