struct CachedResponse: Equatable {
    let status: Int
    private(set) var headers: [HTTPHeader]
    let body: [UInt8]
    /// Seconds since 1970, like ``receivedAt``: when the request was sent that fetched or last validated it.
    private(set) var requestedAt: Int
    private(set) var receivedAt: Int

    init(status: Int, headers: [HTTPHeader], body: [UInt8], requestedAt: Int, receivedAt: Int) {
        self.status = status
        self.headers = headers
        self.body = body
        self.requestedAt = requestedAt
        self.receivedAt = receivedAt
    }

    /// Nil for a response not to be stored: only complete, reusable ones that the server allows to be stored are (RFC
    /// 9111 §3), and no errors.
    init?(_ response: HTTPResponse, to request: HTTPRequest) {
        guard request.method == "GET", [200, 203].contains(response.status),
            // A redirected response belongs to another URL, and the redirect may lead elsewhere next time.
            response.redirects == 0,
            response.isKnownToBeWhole,
            !response.values(of: "Vary").contains(where: { $0.contains("*") })
        else { return nil }
        let age = Int(response.duration.components.seconds)
        self.init(
            // Cookies are not replayed.
            status: response.status, headers: response.headers.filter { !$0.isNamed("Set-Cookie") },
            body: response.body, requestedAt: response.receivedAt - age, receivedAt: response.receivedAt)
        guard !control.noStore, lifetime > .zero || !validators.isEmpty else { return nil }
    }

    /// Updates the headers from a 304 (RFC 9111 §3.2).
    mutating func update(from response: HTTPResponse) {
        let about = ["content-length", "content-encoding", "transfer-encoding", "content-range", "connection"]
        let news = response.headers.filter { !about.contains($0.name.lowercased()) && !$0.isNamed("Set-Cookie") }
        headers.removeAll { old in news.contains { $0.isNamed(old.name) } }
        headers += news
        requestedAt = response.receivedAt - Int(response.duration.components.seconds)
        receivedAt = response.receivedAt
    }

    func header(_ name: String) -> String? { headers.first { $0.isNamed(name) }?.value }

    func response(to request: HTTPRequest, _ cache: CacheStatus, at now: Int) -> HTTPResponse {
        let kept =
            headers.filter { !$0.isNamed("Age") } + [HTTPHeader(received: "Age", "\(age(at: now).components.seconds)")]
        var response = HTTPResponse(
            url: request.url, status: status, headers: kept, body: body, receivedAt: now, duration: .zero)
        response.attempts = 0
        response.cache = cache
        return response
    }
}

extension HTTPResponse {
    /// True if its end was marked; otherwise it may be truncated.
    ///
    /// HTTP/2 marks it by END_STREAM, but libcurl 7.88 takes a stream that is reset without an error for a whole one.
    fileprivate var isKnownToBeWhole: Bool {
        header("Content-Length") != nil || header("Transfer-Encoding") != nil || hop.isUnpacked
    }
}

/// The freshness of a response (RFC 9111 §4.2). Moments are seconds since 1970, as in headers.
extension CachedResponse {
    var control: CacheControl { CacheControl(headers.filter { $0.isNamed("Cache-Control") }.map(\.value)) }

    /// The freshness lifetime. Directives for shared caches (`s-maxage`, `private`) do not apply.
    var lifetime: Duration {
        let control = control
        if control.noCache { return .zero }
        if let maxAge = control.maxAge { return maxAge }
        if let expires = header("Expires") {
            // An invalid date, such as "0", is in the past.
            return .seconds(max(0, (HTTPDate.seconds(expires) ?? 0) - date))
        }
        return heuristicLifetime
    }

    func isFresh(at now: Int) -> Bool {
        // Negative if the clock was set back.
        now >= receivedAt && age(at: now) < lifetime
    }

    /// True if it may replace an error although it is stale.
    func mayReplaceError(at now: Int) -> Bool {
        let control = control
        guard let allowed = control.staleIfError, !control.mustRevalidate, !control.noCache else { return false }
        return now >= receivedAt && age(at: now) - lifetime <= allowed
    }

    /// The age by §4.2.3.
    func age(at now: Int) -> Duration {
        let apparent = max(0, receivedAt - date)
        let stated = header("Age").flatMap { Int($0) }.map { min(max(0, $0), 1 << 31) } ?? 0
        return .seconds(max(apparent, stated + max(0, receivedAt - requestedAt)) + max(0, now - receivedAt))
    }

    /// The conditional headers that validate it (RFC 9110 §13.1).
    var validators: [HTTPHeader] {
        let names = [("ETag", "If-None-Match"), ("Last-Modified", "If-Modified-Since")]
        // Checked like any header to send, since a server wrote the values.
        return names.compactMap { name, question in header(name).flatMap { try? HTTPHeader(question, $0) } }
    }

    private var date: Int { header("Date").flatMap(HTTPDate.seconds) ?? receivedAt }

    /// Heuristic freshness: a tenth of the time since its last change, at most a day (§4.2.2).
    private var heuristicLifetime: Duration {
        guard let modified = header("Last-Modified").flatMap(HTTPDate.seconds) else { return .zero }
        return min(.seconds(max(0, date - modified) / 10), .seconds(86_400))
    }
}

/// The Cache-Control header (RFC 9111 §5.2).
struct CacheControl: Equatable {
    private(set) var noStore = false
    private(set) var noCache = false
    /// True if it must never be served stale.
    private(set) var mustRevalidate = false
    private(set) var maxAge: Duration?
    /// The time for which a stale response may replace an error (RFC 5861 §4).
    private(set) var staleIfError: Duration?

    /// The time in place of an unlimited one (RFC 9111 §1.2.2).
    private static let longest = Duration.seconds(1 << 31)

    /// - Parameter fields: the values of all fields of that name.
    init(_ fields: [String]) {
        for field in fields { read(field) }
    }

    private mutating func read(_ field: String) {
        for directive in Self.split(field) {
            let parts = directive.split(separator: "=", maxSplits: 1).map { $0.filter { $0 != " " && $0 != "\"" } }
            switch parts.first?.lowercased() {
            case "no-store": noStore = true
            // With field names it applies to these fields only; applying it to all is stricter and simpler.
            case "no-cache": noCache = true
            case "must-revalidate": mustRevalidate = true
            case "max-age": maxAge = min(maxAge ?? Self.longest, Self.time(parts.dropFirst().first))
            case "stale-if-error": staleIfError = Self.time(parts.dropFirst().first)
            default: break
            }
        }
    }

    /// An invalid value means expired.
    private static func time(_ text: String?) -> Duration {
        guard let text, !text.isEmpty, text.utf8.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 })
        else { return .zero }
        return Int(text).map { min(.seconds($0), longest) } ?? longest
    }

    /// Splits at commas outside quotes.
    private static func split(_ field: String) -> [String] {
        var parts = [""]
        var isQuoted = false
        for character in field {
            if character == "\"" { isQuoted.toggle() }
            if character == ",", !isQuoted {
                parts.append("")
            } else if character != "\t" {
                parts[parts.count - 1].append(character)
            }
        }
        return parts
    }
}
