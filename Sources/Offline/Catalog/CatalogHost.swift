/// The catalog's host name, which can never resolve (RFC 6761 §6.4), so without a catalog, connections fail and
/// never reach another server.
package enum CatalogHost {
    package static let name = "catalog.invalid"
    static let url = "http://\(name)"

    /// `HOST=URL` of each real server that has no variable of its own.
    private static var bases: [String] {
        Vendor.names.flatMap { name in (Vendor(name)?.rules.hosts ?? []).map { "\($0)=\(url)/\(name)" } }
    }

    /// - Parameter socket: the path of the Unix socket that serves the host.
    package static func environment(socket: String) -> [String: String] {
        [
            "ITUNES_BASE_URL": "\(url)/itunes", "GITHUB_BASE_URL": "\(url)/github",
            "YOUTUBE_BASE_URL": "\(url)/youtube",
            // Any key is accepted, unless it begins with "bad".
            "YOUTUBE_API_KEY": "offline",
            "VIPERLINE_BASE_URLS": bases.joined(separator: ","),
            "VIPERLINE_UNIX_HOSTS": "\(name)=\(socket)",
        ]
    }
}
