import Platform

/// The reason why a transfer has no response. A status of 400 or more is a response, not an error.
package enum TransferError: Error, Equatable, Sendable {
    /// An invalid URL, and why.
    case invalidURL(String)
    /// A scheme other than http and https.
    case refusedScheme(String)
    /// A name that is not a token, or a value with controls.
    case invalidHeader(name: String)
    /// A field that the caller may not send, and why.
    case refusedHeader(name: String, reason: String)
    /// A method that is not a token, or CONNECT.
    case invalidMethod(String)
    /// A body with a method that allows none.
    case refusedBody(method: String)
    /// A local file cannot be read or written: action, object and cause.
    case file(String)
    /// A lack of something on this machine, such as descriptors; what to do about it.
    case exhausted(String)
    /// The network, the server's side of HTTP, or TLS failed; libcurl's words.
    case network(String)
    /// The server's identity could not be verified; libcurl's words.
    case untrusted(String)
    /// The body does not match its Content-Encoding.
    case undecodable(String)
    /// The transfer broke off after a part of the body was written that cannot be removed again, so it is not retried.
    indirect case brokenOff(TransferError)
    /// No complete response within this time from leaving the queue; `from` is the host and the port.
    case timeout(Duration, from: String)
    /// More decoded body bytes than the request allows.
    case bodyTooLarge(limit: Int)
    case headersTooLarge(limit: Int)
    case tooManyRedirects(limit: Int)
    /// A redirect to an invalid URL, or to one that is neither http nor https.
    case refusedRedirect(String)
    /// The host has no public address, and only such are allowed.
    case refusedAddress(host: String)
    /// No response in the cache, which alone may answer.
    case notCached

    /// True if the server has answered, and only the body cannot be taken.
    var refusesBody: Bool {
        switch self {
        case .undecodable, .bodyTooLarge: true
        case .brokenOff(let error): error.refusesBody
        default: false
        }
    }
}

/// Failures of this machine, not of a server.
enum LocalFailure {
    /// The last system call's error.
    static var code: Int32 { errno }

    /// The system's message for an error.
    static func words(_ code: Int32 = errno) -> String { String(cString: strerror(code)) }

    static let tooManyFiles =
        "too many open files on this machine: raise the limit (ulimit -n), or lower --parallel"

    static func isLackOfDescriptors(_ code: Int32) -> Bool { code == EMFILE || code == ENFILE }

    /// True if descriptors have run out; a connection takes up to three during the name lookup.
    static var lacksDescriptors: Bool {
        let tried = (0..<3).map { _ in (descriptor: dup(STDERR_FILENO), code: errno) }
        for entry in tried where entry.descriptor >= 0 { close(entry.descriptor) }
        return tried.contains { $0.descriptor < 0 && isLackOfDescriptors($0.code) }
    }
}
