/// The state of the connection to the server.
package enum LinkStatus: Equatable, Sendable {
    /// - Parameters:
    ///   - server: its host and port.
    ///   - limit: bytes of the longest message that it takes, with headers.
    case connected(server: String, limit: Int)
    /// It is lost, and will be retried.
    case disconnected
    /// It is not retried, for example after the server has refused the credentials twice.
    case closed(reason: String)
}
