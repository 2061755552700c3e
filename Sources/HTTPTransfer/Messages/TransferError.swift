/// Why a transfer has no response. A status of 400 or more is a response, not an error.
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
    /// This machine lacks a resource, such as descriptors; what to do about it.
    case exhausted(String)
    /// The network, the server's side of HTTP, or TLS failed; libcurl's words.
    case network(String)
    /// The server's identity could not be verified; libcurl's words.
    case untrusted(String)
    /// The body does not match its Content-Encoding.
    case undecodable(String)
    /// Not complete within this time from leaving the queue.
    case timeout(Duration)
    /// More decoded body bytes than the request allows.
    case bodyTooLarge(limit: Int)
    case headersTooLarge(limit: Int)
    case tooManyRedirects(limit: Int)
    /// A redirect to an invalid URL, or to one that is neither http nor https.
    case refusedRedirect(String)
    /// The host has no public address, and only such are allowed.
    case refusedAddress(host: String)
    /// Only the cache may answer, and it has no response.
    case notCached
}
