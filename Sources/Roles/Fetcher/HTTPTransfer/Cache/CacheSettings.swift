package struct CacheSettings: Equatable, Sendable {
    package static let standardLimit = 100 << 20

    package var mode: CacheMode
    /// The folder of the entries, made on first use; nil for no cache.
    package var folder: String?
    /// Bytes of all entries.
    package var limit: Int

    package init(_ mode: CacheMode = .off, folder: String? = nil, limit: Int = standardLimit) {
        self.mode = mode
        self.folder = folder
        self.limit = limit
    }

    /// `$XDG_CACHE_HOME/viperline/http`, or under `~/.cache` (XDG Base Directory Specification); nil without a home.
    /// - Parameter variable: looks up an environment variable; nil if it is empty.
    package static func standardFolder(variable: (String) -> String?) -> String? {
        if let caches = variable("XDG_CACHE_HOME"), caches.hasPrefix("/") { return caches + "/viperline/http" }
        return variable("HOME").map { $0 + "/.cache/viperline/http" }
    }
}

package enum CacheMode: String, CaseIterable, Sendable {
    /// Fresh responses come from the cache, others from the server.
    case on
    case off
    /// Responses come from the cache, however old, or not at all.
    case only
    /// Every request is sent, and its response cached.
    case refresh
}

/// The origin of a response.
package enum CacheStatus: String, CaseIterable, Sendable {
    /// A fresh response of the cache.
    case hit
    /// A response of the cache that the server has validated.
    case validated
    /// A stale response of the cache: the server failed and allows that, or no request was to be sent.
    case stale
    /// A response of the server.
    case miss
}
