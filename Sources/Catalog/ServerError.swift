import FlyingSocks

/// The server could not begin, or could not go on.
package struct ServerError: Error, Equatable, Sendable, CustomStringConvertible {
    package let description: String

    init(on path: String, cause: any Error) {
        let reason = if case SocketError.failed(_, _, let message) = cause { message } else { "\(cause)" }
        description = "serve on \(path): \(reason)"
    }
}
