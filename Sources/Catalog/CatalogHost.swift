/// How a fetcher finds the catalog: by a host name that can never resolve (RFC 6761 §6.4), so that a catalog that is
/// missing is an honest connection error and never somebody else's server.
package enum CatalogHost {
    package static let name = "catalog.invalid"
    static let url = "http://\(name)"

    /// - Parameter socket: the path of the Unix socket that requests to the host go over.
    package static func environment(socket: String) -> [String: String] {
        [
            "ITUNES_BASE_URL": "\(url)/itunes", "GITHUB_BASE_URL": "\(url)/github",
            "YOUTUBE_BASE_URL": "\(url)/youtube",
            // Any key will do that does not begin with "bad".
            "YOUTUBE_API_KEY": "offline",
            "VIPERLINE_UNIX_HOSTS": "\(name)=\(socket)",
        ]
    }
}
