/// Why a transfer brought no response. A response with a status of 400 or more is a response, not an error.
package enum TransferError: Error, Equatable, Sendable {
    /// The text is no URL; why.
    case invalidURL(String)
    /// Only http and https are fetched; the scheme that was asked for.
    case refusedScheme(String)
    /// A name that is no token, or a value that would break out of its line.
    case invalidHeader(name: String)
    /// A field that is not the caller's to send, and why.
    case refusedHeader(name: String, reason: String)
    /// A method that is no token, or CONNECT.
    case invalidMethod(String)
    /// A body with a method that has none.
    case refusedBody(method: String)
    /// A file of this machine cannot be read or written: action, object and cause.
    case file(String)
    /// This machine has no more of what a connection needs, such as descriptors; what to do about it.
    case exhausted(String)
    /// The network, the server's side of HTTP, or TLS failed; libcurl's words.
    case network(String)
    /// The server did not prove who it is; libcurl's words.
    case untrusted(String)
    /// The body is not what its Content-Encoding says.
    case undecodable(String)
    /// Nothing whole within that time, which begins when the transfer leaves the queue.
    case timeout(Duration)
    /// More decoded body bytes than the request allows.
    case bodyTooLarge(limit: Int)
    case headersTooLarge(limit: Int)
    case tooManyRedirects(limit: Int)
    /// A redirect to what is no URL, or no http or https URL.
    case refusedRedirect(String)
    /// The host has no address in the public internet, and only such are asked.
    case refusedAddress(host: String)
    /// Only the cache was to answer, and it has nothing.
    case notCached
}
