/// Where the body of a response goes.
package enum BodySink: Equatable, Sendable {
    /// Into ``HTTPResponse/body``.
    case memory
    /// Counted and let go.
    case nowhere
    /// Into the file at this path, once it is whole.
    case file(String)
}
