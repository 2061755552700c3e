/// A private HTTP cache (RFC 9111): decides what to answer, what to validate and what to store.
struct HTTPCache {
    enum Answer {
        case known(HTTPResponse)
        /// The request has to be sent.
        case unknown
        /// The request must not be sent.
        case refused
    }

    private let mode: CacheMode
    private let store: CacheStore
    private let settings: ClientSettings
    private let now: () -> Int

    /// Nil without a cache.
    /// - Parameter now: seconds since 1970.
    init?(_ settings: ClientSettings, now: @escaping () -> Int) {
        guard settings.cache.mode != .off, let folder = settings.cache.folder else { return nil }
        mode = settings.cache.mode
        store = CacheStore(folder: folder, limit: settings.cache.limit)
        self.settings = settings
        self.now = now
    }

    /// True if a request uses the cache. Requests with conditions of their own, to a server on this machine, or with
    /// credentials that only libcurl knows do not.
    private func concerns(_ request: HTTPRequest) -> Bool {
        request.method == "GET" && request.body == nil && request.sink == .memory
            && request.unixSocket == nil && settings.connection.unixSocket == nil && settings.connection.netrc == nil
            && !settings.connection.keepsCookies && settings.connection.certificate == nil
            && settings.connection.resolved.isEmpty
            && !settings.connection.trustsAnybody
            && !request.headers.contains { header in Self.foreign.contains { header.isNamed($0) } }
            && !control(of: request).noStore
    }

    private static let foreign = [
        "If-Match", "If-None-Match", "If-Modified-Since", "If-Unmodified-Since", "If-Range", "Range",
    ]

    /// Decides before a request is sent.
    func answer(to request: HTTPRequest) -> Answer {
        guard concerns(request) else { return mode == .only ? .refused : .unknown }
        switch mode {
        case .off, .refresh:
            return .unknown
        case .on:
            guard !wantsNews(request), let kept = response(for: request), kept.isFresh(at: now())
            else { return .unknown }
            return .known(kept.response(to: request, .hit, at: now()))
        case .only:
            guard let kept = response(for: request) else { return .refused }
            return .known(kept.response(to: request, kept.isFresh(at: now()) ? .hit : .stale, at: now()))
        }
    }

    /// A stale response to validate (``CachedResponse/validators``). Its body stays on disk, so that many validations
    /// at once take little memory.
    func stale(for request: HTTPRequest) -> CachedResponse? {
        mode == .on && concerns(request) ? store.head(for: CacheKey(request, settings)) : nil
    }

    /// Combines the server's response with the cached one, and stores it if allowed.
    /// - Parameter stale: the response that was validated.
    func settle(
        _ result: Result<HTTPResponse, TransferError>, of request: HTTPRequest, stale: CachedResponse?
    ) -> Result<HTTPResponse, TransferError> {
        guard concerns(request) else {
            if case .success(let response) = result { forget(after: response, to: request) }
            return result
        }
        switch result {
        case .success(let response) where response.status == 304 && stale != nil:
            return validated(by: response, for: request)
        case .success(let response) where response.status < 500:
            keep(response, for: request)
            return .success(response.with(cache: .miss))
        case .success, .failure:
            if let stale, stale.mayReplaceError(at: now()), let kept = self.response(for: request) {
                return .success(kept.response(to: request, .stale, at: now()))
            }
            return result.map { $0.with(cache: .miss) }
        }
    }
}

extension HTTPCache {
    /// Removes what a request may have changed (RFC 9111 §4.4).
    private func forget(after response: HTTPResponse, to request: HTTPRequest) {
        guard !request.isSafe, (200..<400).contains(response.status) else { return }
        for url in [request.url, response.url] { store.removeAll(of: CacheKey.digest(of: url)) }
    }

    private func response(for request: HTTPRequest) -> CachedResponse? {
        store.response(for: CacheKey(request, settings), bodyLimit: request.bodyLimit ?? .max)
    }

    private func keep(_ response: HTTPResponse, for request: HTTPRequest) {
        let key = CacheKey(request, settings)
        if let kept = CachedResponse(response.fresh(for: request.freshness), to: request) {
            store.keep(CacheEntry(key: key, summary: request.url.summary, response: kept))
        } else if response.status < 400 || response.status == 404 || response.status == 410 {
            // The cached response is outdated in any case.
            store.remove(key)
        }
    }

    private func validated(
        by response: HTTPResponse, for request: HTTPRequest
    ) -> Result<HTTPResponse, TransferError> {
        guard var kept = self.response(for: request) else {
            return .failure(.network("the server confirmed a cached response that is no longer in the cache"))
        }
        kept.update(from: response)
        if kept.control.noStore {
            store.remove(CacheKey(request, settings))
        } else {
            store.keep(CacheEntry(key: CacheKey(request, settings), summary: request.url.summary, response: kept))
        }
        var answer = response.with(cache: .validated)
        answer.status = kept.status
        answer.headers = kept.headers
        answer.body = kept.body
        return .success(answer)
    }

    private func control(of request: HTTPRequest) -> CacheControl {
        CacheControl(request.headers.filter { $0.isNamed("Cache-Control") }.map(\.value))
    }

    /// True if the request forbids cached responses. Limits on their age count as that, too.
    private func wantsNews(_ request: HTTPRequest) -> Bool {
        request.headers.contains { $0.isNamed("Cache-Control") || $0.isNamed("Pragma") }
    }
}

extension HTTPResponse {
    /// The response as if the server had granted that time. A response that the server does not want stored stays as it is.
    fileprivate func fresh(for time: Duration?) -> HTTPResponse {
        guard let time, !CacheControl(values(of: "Cache-Control")).noStore else { return self }
        var response = self
        response.headers.removeAll { header in
            ["Cache-Control", "Expires", "Age", "Pragma"].contains { header.isNamed($0) }
        }
        response.headers.append(HTTPHeader(received: "Cache-Control", "max-age=\(max(0, time.components.seconds))"))
        return response
    }

    fileprivate func with(cache: CacheStatus) -> HTTPResponse {
        var response = self
        response.cache = cache
        return response
    }
}
