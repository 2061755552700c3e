/// Whether and where answers are kept.
package struct CacheSettings: Equatable, Sendable {
    package static let standardLimit = 100 << 20

    package var mode: CacheMode
    /// The folder of the entries; it is made when the first one is kept. Nil keeps nothing.
    package var folder: String?
    /// Bytes of all entries.
    package var limit: Int

    package init(_ mode: CacheMode = .off, folder: String? = nil, limit: Int = standardLimit) {
        self.mode = mode
        self.folder = folder
        self.limit = limit
    }

    /// `$XDG_CACHE_HOME/viperline/http`, or under `~/.cache` (XDG Base Directory Specification); nil without a home.
    /// - Parameter variable: looks an environment variable up; an empty one is nil.
    package static func standardFolder(variable: (String) -> String?) -> String? {
        if let caches = variable("XDG_CACHE_HOME"), caches.hasPrefix("/") { return caches + "/viperline/http" }
        return variable("HOME").map { $0 + "/.cache/viperline/http" }
    }
}

package enum CacheMode: String, CaseIterable, Sendable {
    /// What is fresh is answered from the cache, what is not is asked for anew.
    case on
    case off
    /// Nothing is asked of a server: answers come from the cache, however old, or not at all.
    case only
    /// Everything is asked for anew, and kept.
    case refresh
}

/// Where an answer came from.
package enum CacheStatus: String, CaseIterable, Sendable {
    /// From the cache, still fresh.
    case hit
    /// From the cache, after the server said that it is still right.
    case validated
    /// From the cache, too old, because the server failed and allowed that, or because nothing else was wanted.
    case stale
    /// From the server.
    case miss
}
