/// A private HTTP cache (RFC 9111): what it may answer by itself, what it asks, what it keeps.
struct HTTPCache {
    enum Answer {
        case known(HTTPResponse)
        /// To be asked of the server.
        case unknown
        /// Not to be asked of anybody.
        case refused
    }

    private let mode: CacheMode
    private let store: CacheStore
    private let settings: ClientSettings
    private let now: () -> Int

    /// Nil where nothing is kept.
    /// - Parameter now: seconds since 1970.
    init?(_ settings: ClientSettings, now: @escaping () -> Int) {
        guard settings.cache.mode != .off, let folder = settings.cache.folder else { return nil }
        mode = settings.cache.mode
        store = CacheStore(folder: folder, limit: settings.cache.limit)
        self.settings = settings
        self.now = now
    }

    /// Whether a request can be answered from here, or kept here. Not: one that has conditions of its own, one that goes to
    /// a server on this machine, and one whose credentials only libcurl knows.
    private func concerns(_ request: HTTPRequest) -> Bool {
        request.method == "GET" && request.body == nil && request.sink == .memory
            && request.unixSocket == nil && settings.unixSocket == nil && settings.netrc == nil
            && !settings.keepsCookies && settings.certificate == nil && settings.resolved.isEmpty
            && !settings.trustsAnybody
            && !request.headers.contains { header in Self.foreign.contains { header.isNamed($0) } }
            && !control(of: request).noStore
    }

    private static let foreign = [
        "If-Match", "If-None-Match", "If-Modified-Since", "If-Unmodified-Since", "If-Range", "Range",
    ]

    /// What can be said before a request leaves.
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

    /// What is kept and not fresh, to be asked about: its ``CachedResponse/validators``. Its body stays where it is, so that
    /// what many servers are asked about is not in memory at once.
    func stale(for request: HTTPRequest) -> CachedResponse? {
        mode == .on && concerns(request) ? store.head(for: CacheKey(request, settings)) : nil
    }

    /// Makes the answer of what a server said, and keeps it where that is allowed.
    /// - Parameter stale: what the server was asked about.
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
    /// Forgets what a request may have changed (RFC 9111 §4.4).
    private func forget(after response: HTTPResponse, to request: HTTPRequest) {
        guard !request.isSafe, (200..<400).contains(response.status) else { return }
        for url in [request.url, response.url] { store.removeAll(of: CacheKey.digest(of: url)) }
    }

    private func response(for request: HTTPRequest) -> CachedResponse? {
        store.response(for: CacheKey(request, settings), bodyLimit: request.bodyLimit ?? .max)
    }

    private func keep(_ response: HTTPResponse, for request: HTTPRequest) {
        let key = CacheKey(request, settings)
        if let kept = CachedResponse(response, to: request) {
            store.keep(CacheEntry(key: key, summary: request.url.summary, response: kept))
        } else if response.status < 400 || response.status == 404 || response.status == 410 {
            // Whatever was there, it is something else now.
            store.remove(key)
        }
    }

    private func validated(
        by response: HTTPResponse, for request: HTTPRequest
    ) -> Result<HTTPResponse, TransferError> {
        guard var kept = self.response(for: request) else {
            return .failure(.network("what the server said to be still right is not in the cache any more"))
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

    /// Whether the request says that it is not content with what is kept. Limits on its age are taken for that, too.
    private func wantsNews(_ request: HTTPRequest) -> Bool {
        request.headers.contains { $0.isNamed("Cache-Control") || $0.isNamed("Pragma") }
    }
}

extension HTTPResponse {
    fileprivate func with(cache: CacheStatus) -> HTTPResponse {
        var response = self
        response.cache = cache
        return response
    }
}
