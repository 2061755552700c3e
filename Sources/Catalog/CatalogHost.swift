/// How a fetcher finds the catalog: by a host name that can never resolve (RFC 6761 §6.4), so that a catalog that is
/// missing is an honest connection error and never somebody else's server.
package enum CatalogHost {
    package static let name = "catalog.invalid"

    /// - Parameter socket: the path of the Unix socket that requests to the host go over.
    package static func environment(socket: String) -> [String: String] {
        ["ITUNES_BASE_URL": "http://\(name)/itunes", "VIPERLINE_UNIX_HOSTS": "\(name)=\(socket)"]
    }
}
