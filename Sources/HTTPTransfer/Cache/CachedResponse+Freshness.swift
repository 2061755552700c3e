/// For how long an answer is good (RFC 9111 §4.2). Times are seconds, moments are since 1970.
extension CachedResponse {
    var control: CacheControl { CacheControl(headers.filter { $0.isNamed("Cache-Control") }.map(\.value)) }

    /// From when the server made it. What is said for shared caches (`s-maxage`, `private`) is not for this one.
    var lifetime: Int {
        let control = control
        if control.noCache { return 0 }
        if let maxAge = control.maxAge { return maxAge }
        if let expires = header("Expires") {
            // One that is no date, such as "0", is in the past.
            return max(0, (HTTPDate.seconds(expires) ?? 0) - date)
        }
        return heuristicLifetime
    }

    func isFresh(at now: Int) -> Bool {
        // A clock that was set back says nothing about ages.
        now >= receivedAt && age(at: now) < lifetime
    }

    /// Whether it may stand in for an error, although it is not fresh.
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

    /// The questions whether it is still right (RFC 9110 §13.1).
    var validators: [HTTPHeader] {
        let names = [("ETag", "If-None-Match"), ("Last-Modified", "If-Modified-Since")]
        // As strict as with any header that is sent: these were received.
        return names.compactMap { name, question in header(name).flatMap { try? HTTPHeader(question, $0) } }
    }

    private var date: Int { header("Date").flatMap(HTTPDate.seconds) ?? receivedAt }

    /// Where the server says nothing: a tenth of the time for which it had not changed, at most a day (§4.2.2).
    private var heuristicLifetime: Int {
        guard let modified = header("Last-Modified").flatMap(HTTPDate.seconds) else { return 0 }
        return min(max(0, date - modified) / 10, 86_400)
    }
}
