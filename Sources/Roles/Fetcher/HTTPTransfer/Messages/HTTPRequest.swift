import Encodings

/// A request with limits of time and memory. Every value is valid: its URL and headers were checked when they were
/// made.
package struct HTTPRequest: Equatable, Sendable {
    package var url: HTTPURL
    /// Nil for the method that follows from the body.
    private var chosenMethod: String?
    /// The body, for the origin of ``url`` only.
    package var body: RequestBody?
    /// The headers, for the origin of ``url`` only. A redirect to another scheme, host or port drops them all; libcurl would drop
    /// Authorization and Cookie but send an API key on.
    package var headers: [HTTPHeader]
    /// Names of fields that would be sent by default, such as User-Agent and Accept, and are not.
    package var withoutHeaders: [String] = []
    /// The time for the whole transfer with its redirects, from leaving the queue.
    package var timeout: Duration
    /// Bytes of the decompressed body at most; nil for no limit, for bodies that are not held in memory.
    package var bodyLimit: Int?
    package var sink = BodySink.memory
    /// The Unix socket on which ``url``'s origin listens; the URL then gives only the Host and the path.
    package var unixSocket: String?
    /// True if the user configured ``url``'s origin, so that it may be any address even where only public ones are
    /// allowed.
    package var isConfigured = false
    /// The time for which the response is fresh in the cache, whatever its headers state; nil follows the headers.
    package var freshness: Duration?
    /// Interprets this API's refusals; nil uses the status alone.
    package var adviser: RetryAdviser?
    /// The cache's conditional headers, for ``url`` only.
    var conditions: [HTTPHeader] = []
    /// True if another request to the same host is waiting.
    var isFollowed = true
    /// True if a redirect led to another origin, which gets nothing meant for the first one.
    var isAway = false

    package static let standardTimeout = Duration.seconds(30)
    package static let standardBodyLimit = 8 << 20

    package init(
        _ url: HTTPURL, headers: [HTTPHeader] = [], timeout: Duration = standardTimeout,
        bodyLimit: Int? = standardBodyLimit, unixSocket: String? = nil
    ) {
        self.url = url
        self.headers = headers
        self.timeout = timeout
        self.bodyLimit = bodyLimit
        self.unixSocket = unixSocket
    }
}

/// A request's body, and its Content-Type where no header states one.
package enum RequestBody: Equatable, Sendable {
    case bytes([UInt8], type: String? = nil)
    /// The file at this path, read while it is sent.
    case file(String, type: String? = nil)

    /// Bytes held in memory.
    package var heldBytes: Int {
        switch self {
        case .bytes(let bytes, _): bytes.count
        case .file: 0
        }
    }

    fileprivate var type: String? {
        switch self {
        case .bytes(_, let type), .file(_, let type): type
        }
    }
}

/// The destination of a response's body.
package enum BodySink: Equatable, Sendable {
    /// ``HTTPResponse/body``.
    case memory
    /// ``HTTPResponse/values``, value by value as they arrive, if the response is a success; else its body. The limit of the body then
    /// applies to each value.
    case values
    /// Nowhere: counted and dropped.
    case nowhere
    /// The file at this path, written as curl's `-o` does: links are followed, a device or a FIFO is written into, and a regular file is
    /// replaced once the body is complete.
    case file(String)
    /// The file at this path, once the body is complete. A file that is there already must be a regular file itself.
    case entry(String)
    /// A descriptor that this program was given, by the name that messages have for it.
    case descriptor(Int32, name: String)

    /// Name in answers; nil where no file is named.
    var name: String? {
        switch self {
        case .memory, .values, .nowhere: nil
        case .file(let path), .entry(let path): path
        case .descriptor(_, let name): name
        }
    }
}

/// A request's method (RFC 9110 §9), and its consequences.
extension HTTPRequest {
    /// GET, or POST with a body, unless another one is set. The standard ones become capitals. One that is not a token fails as
    /// ``TransferError/invalidMethod(_:)``.
    package var method: String {
        get { chosenMethod ?? (body == nil ? "GET" : "POST") }
        set { chosenMethod = Self.standardised(newValue) }
    }

    /// The Content-Type to send beside the ``headers``.
    package var impliedType: String? {
        let isStated = headers.contains { $0.isNamed("Content-Type") } || leavesOut("Content-Type")
        return isStated ? nil : body?.type
    }

    /// True if a field is not sent that would be by default.
    private func leavesOut(_ name: String) -> Bool {
        withoutHeaders.contains { $0.lowercased() == name.lowercased() }
    }

    /// True if it may be resent when its outcome is unknown. An idempotency key, by which the server recognises the
    /// second one, allows it for any method.
    var isIdempotent: Bool {
        switch method {
        case "GET", "HEAD", "OPTIONS", "TRACE", "PUT", "DELETE": true
        default: headers.contains { $0.isNamed("Idempotency-Key") }
        }
    }

    /// True if it is safe: it changes nothing at the server.
    var isSafe: Bool { ["GET", "HEAD", "OPTIONS", "TRACE"].contains(method) }

    /// True if servers expect a body, so its absence has to be declared.
    var expectsBody: Bool { ["POST", "PUT", "PATCH"].contains(method) }

    /// Refuses requests about whose end client and server could disagree.
    func check() throws(TransferError) {
        guard HeaderRule.isToken(method), method.uppercased() != "CONNECT" else { throw .invalidMethod(method) }
        // A response to HEAD has no body, whatever its Content-Length; libcurl would wait for one if the request had a body.
        guard body == nil || !["HEAD", "TRACE"].contains(method) else { throw .refusedBody(method: method) }
        guard headers.count(where: { $0.isNamed("Host") }) <= 1 else {
            throw .refusedHeader(name: "Host", reason: "it occurs twice")
        }
    }

    /// A standard method in capitals. Methods are case-sensitive (RFC 9110 §9.1), and no server knows `get`.
    static func standardised(_ method: String) -> String {
        let upper = method.uppercased()
        return standardMethods.contains(upper) ? upper : method
    }

    private static let standardMethods: Set = [
        "GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "CONNECT",
    ]

    /// True if compressed bodies are asked for. Not if the caller sets Accept-Encoding itself, and not for a range, which
    /// would be one of the compressed body.
    var asksForPackedBodies: Bool {
        !headers.contains { $0.isNamed("Accept-Encoding") || $0.isNamed("Range") }
            && takesPackedBodies
    }

    /// True if packed bodies are unpacked. A caller who leaves Accept-Encoding out wants bodies as they are sent.
    var takesPackedBodies: Bool { !leavesOut("Accept-Encoding") }
}

/// Redirects (RFC 9110 §15.4): their targets, and what may be sent there.
extension HTTPRequest {
    /// The request for the target of a redirect.
    /// - Parameter target: absolute.
    func redirected(to target: String, status: Int) throws(TransferError) -> HTTPRequest {
        var request = self
        do throws(TransferError) {
            request.url = try url.redirected(to: target)
        } catch .refusedScheme(let scheme) {
            throw .refusedRedirect("\(scheme): is not http or https")
        } catch .invalidURL(let reason) {
            throw .refusedRedirect("its Location is not a URL (\(reason))")
        } catch {
            throw .refusedRedirect("its Location is not a URL")
        }
        // The conditions were about the URL before.
        request.conditions = []
        if method != "HEAD", status == 303 || method == "POST" && (status == 301 || status == 302) {
            request.method = "GET"
            request.body = nil
            request.headers.removeAll { $0.name.lowercased().hasPrefix("content-") }
        }
        if request.url.origin != url.origin {
            guard request.body == nil else { throw .refusedRedirect("it would take the body to another origin") }
            request.headers = []
            request.unixSocket = nil
            request.isConfigured = false
            request.isAway = true
        }
        return request
    }
}
