/// What has become of the connection to the server.
package enum LinkStatus: Equatable, Sendable {
    /// - Parameters:
    ///   - server: its host and port.
    ///   - limit: bytes of the longest message, with its headers, that it takes.
    case connected(server: String, limit: Int)
    /// It is gone; the connection is tried again.
    case disconnected
    /// It is not tried again, such as when the server refuses the credentials twice.
    case closed(reason: String)
}
