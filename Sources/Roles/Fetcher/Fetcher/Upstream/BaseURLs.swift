import Platform
package import HTTPTransfer

/// Servers to ask instead of other hosts (`VIPERLINE_BASE_URLS=api.example=http://catalog.invalid/example,…`), so that an
/// application that is declared in a file can be offline without a change.
package struct BaseURLs: Equatable, Sendable {
    package typealias Malformed = SourceEnvironment.Malformed

    /// Without a slash at the end.
    private var bases: [String: String] = [:]

    package init() {}

    package init(_ variable: String) throws(Malformed) {
        for entry in variable.split(separator: ",") {
            let parts = entry.split(separator: "=", maxSplits: 1).map(String.init)
            guard parts.count == 2, let base = try? HTTPURL(parts[1]), base.credentials == nil else {
                throw Malformed(variable: "VIPERLINE_BASE_URLS", reason: "\"\(entry)\" is not HOST=URL")
            }
            bases[parts[0].lowercased()] = base.text.hasSuffix("/") ? String(base.text.dropLast()) : base.text
        }
    }

    /// Sends a request to the server that stands in for its host, if there is one.
    func redirect(_ request: inout HTTPRequest) throws(FetchError) {
        let text = request.url.text
        guard let base = bases[request.url.host], let scheme = text.firstRange(of: "://") else { return }
        do throws(TransferError) {
            request.url = try HTTPURL(base + text[scheme.upperBound...].drop { $0 != "/" })
            request.isConfigured = true
        } catch {
            throw FetchError(error)
        }
    }
}

/// The URL of an API.
package struct BaseURL: Equatable, Sendable {
    package let url: HTTPURL
    /// True if the user configured it. It may then be on this machine, even if URLs that servers send must be public.
    package let isConfigured: Bool

    package init(_ url: HTTPURL, isConfigured: Bool) {
        self.url = url
        self.isConfigured = isConfigured
    }
}

/// Hosts that are reached through a Unix socket (`VIPERLINE_UNIX_HOSTS=catalog.invalid=/path/sock,other.invalid=/path2`),
/// so that the offline upstream needs no port.
package struct UnixHosts: Equatable, Sendable {
    package typealias Malformed = SourceEnvironment.Malformed

    private var paths: [String: String] = [:]

    package init() {}

    package init(_ variable: String) throws(Malformed) {
        for entry in variable.split(separator: ",") {
            let parts = entry.split(separator: "=", maxSplits: 1)
            guard parts.count == 2, parts[1].hasPrefix("/") else {
                throw Malformed(variable: "VIPERLINE_UNIX_HOSTS", reason: "\"\(entry)\" is not HOST=/PATH")
            }
            paths[parts[0].lowercased()] = String(parts[1])
        }
    }

    /// Sends a request through its host's socket, if there is one.
    func connect(_ request: inout HTTPRequest) {
        if request.url.scheme == "http" { request.unixSocket = paths[request.url.host] }
    }
}
