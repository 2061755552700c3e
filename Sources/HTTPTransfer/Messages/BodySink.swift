/// Where a response's body goes.
package enum BodySink: Equatable, Sendable {
    /// Into ``HTTPResponse/body``.
    case memory
    /// Nowhere: counted and dropped.
    case nowhere
    /// Into the file at this path, once complete.
    case file(String)
}
