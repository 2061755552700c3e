/// How long a response stays fresh (RFC 9111 §4.2). In seconds; moments are seconds since 1970.
extension CachedResponse {
    var control: CacheControl { CacheControl(headers.filter { $0.isNamed("Cache-Control") }.map(\.value)) }

    /// The freshness lifetime. Directives for shared caches (`s-maxage`, `private`) do not apply.
    var lifetime: Int {
        let control = control
        if control.noCache { return 0 }
        if let maxAge = control.maxAge { return maxAge }
        if let expires = header("Expires") {
            // An invalid date, such as "0", is in the past.
            return max(0, (HTTPDate.seconds(expires) ?? 0) - date)
        }
        return heuristicLifetime
    }

    func isFresh(at now: Int) -> Bool {
        // Negative if the clock was set back.
        now >= receivedAt && age(at: now) < lifetime
    }

    /// Whether it may replace an error although it is stale.
    func mayReplaceError(at now: Int) -> Bool {
        let control = control
        guard let allowed = control.staleIfError, !control.mustRevalidate, !control.noCache else { return false }
        return now >= receivedAt && age(at: now) - lifetime <= allowed
    }

    /// §4.2.3.
    func age(at now: Int) -> Int {
        let apparent = max(0, receivedAt - date)
        let told = header("Age").flatMap { Int($0) }.map { min(max(0, $0), 1 << 31) } ?? 0
        return max(apparent, told + max(0, receivedAt - requestedAt)) + max(0, now - receivedAt)
    }

    /// The conditional headers that validate it (RFC 9110 §13.1).
    var validators: [HTTPHeader] {
        let names = [("ETag", "If-None-Match"), ("Last-Modified", "If-Modified-Since")]
        // Checked like any header to send, since a server wrote the values.
        return names.compactMap { name, question in header(name).flatMap { try? HTTPHeader(question, $0) } }
    }

    private var date: Int { header("Date").flatMap(HTTPDate.seconds) ?? receivedAt }

    /// Heuristic freshness: a tenth of the time since its last change, at most a day (§4.2.2).
    private var heuristicLifetime: Int {
        guard let modified = header("Last-Modified").flatMap(HTTPDate.seconds) else { return 0 }
        return min(max(0, date - modified) / 10, 86_400)
    }
}
