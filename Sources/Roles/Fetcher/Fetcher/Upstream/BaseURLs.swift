package import HTTPTransfer

/// Servers to ask instead of other hosts (`VIPERLINE_BASE_URLS=api.example=http://catalog.invalid/example,…`), so that an
/// application that is declared in a file can be offline without a change.
package struct BaseURLs: Equatable, Sendable {
    /// An entry that is not HOST=URL.
    package struct Malformed: Error, Equatable, Sendable {
        package let entry: String
    }

    /// Without a slash at the end.
    private var bases: [String: String] = [:]

    package init() {}

    package init(_ variable: String) throws(Malformed) {
        for entry in variable.split(separator: ",") {
            let parts = entry.split(separator: "=", maxSplits: 1).map(String.init)
            guard parts.count == 2, let base = try? HTTPURL(parts[1]), base.credentials == nil else {
                throw Malformed(entry: String(entry))
            }
            bases[parts[0].lowercased()] = base.text.hasSuffix("/") ? String(base.text.dropLast()) : base.text
        }
    }

    /// What to ask instead of this URL; nil if that is the URL itself.
    func replacement(for url: HTTPURL) throws(FetchError) -> HTTPURL? {
        guard let base = bases[url.host], let scheme = url.text.firstRange(of: "://") else { return nil }
        do throws(TransferError) {
            return try HTTPURL(base + url.text[scheme.upperBound...].drop { $0 != "/" })
        } catch {
            throw FetchError(error)
        }
    }
}

/// The URL of an API.
package struct BaseURL: Equatable, Sendable {
    package let url: HTTPURL
    /// Whether the user configured it. It may then be on this machine, even if URLs that servers send must be public.
    package let isConfigured: Bool

    package init(_ url: HTTPURL, isConfigured: Bool) {
        self.url = url
        self.isConfigured = isConfigured
    }
}

/// Hosts that are reached through a Unix socket (`VIPERLINE_UNIX_HOSTS=catalog.invalid=/path/sock,other.invalid=/path2`),
/// so that the offline upstream needs no port.
package struct UnixHosts: Equatable, Sendable {
    /// An entry that is not HOST=/PATH.
    package struct Malformed: Error, Equatable, Sendable {
        package let entry: String
    }

    private var paths: [String: String] = [:]

    package init() {}

    package init(_ variable: String) throws(Malformed) {
        for entry in variable.split(separator: ",") {
            let parts = entry.split(separator: "=", maxSplits: 1)
            guard parts.count == 2, parts[1].hasPrefix("/") else { throw Malformed(entry: String(entry)) }
            paths[parts[0].lowercased()] = String(parts[1])
        }
    }

    package subscript(host host: String) -> String? { paths[host.lowercased()] }
}
