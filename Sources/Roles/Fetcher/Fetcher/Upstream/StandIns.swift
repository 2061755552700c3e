import Platform
package import HTTPTransfer

/// Servers in place of hosts, so that a session can be offline without a change of its applications: other URLs
/// (`VIPERLINE_BASE_URLS=api.example=http://catalog.invalid/example,…`), and Unix sockets, which need no port
/// (`VIPERLINE_UNIX_HOSTS=catalog.invalid=/path/sock,other.invalid=/path2`).
package struct StandIns: Equatable, Sendable {
    package typealias Malformed = SourceEnvironment.Malformed

    /// The URLs by host, without a slash at the end.
    private var bases: [String: String] = [:]
    /// The paths of sockets by host.
    private var sockets: [String: String] = [:]

    package init() {}

    package init(variable: (String) -> String?) throws(Malformed) {
        bases = try Self.entries(variable, "VIPERLINE_BASE_URLS", form: "HOST=URL") { text in
            guard let base = try? HTTPURL(text), base.credentials == nil else { return nil }
            return base.text.hasSuffix("/") ? String(base.text.dropLast()) : base.text
        }
        sockets = try Self.entries(variable, "VIPERLINE_UNIX_HOSTS", form: "HOST=/PATH") { path in
            path.hasPrefix("/") ? path : nil
        }
    }

    private static func entries(
        _ variable: (String) -> String?, _ name: String, form: String, _ read: (String) -> String?
    ) throws(Malformed) -> [String: String] {
        var entries: [String: String] = [:]
        for entry in (variable(name) ?? "").split(separator: ",") {
            let parts = entry.split(separator: "=", maxSplits: 1).map(String.init)
            guard parts.count == 2, let value = read(parts[1]) else {
                throw Malformed(variable: name, reason: "\"\(entry)\" is not \(form)")
            }
            entries[parts[0].lowercased()] = value
        }
        return entries
    }

    /// Lets the server at a URL stand in for a host.
    /// - Parameter name: the variable that has the URL.
    mutating func add(_ url: String, of name: String, for host: String) throws(Malformed) {
        do throws(TransferError) {
            let base = try HTTPURL(url).text
            bases[host] = base.hasSuffix("/") ? String(base.dropLast()) : base
        } catch {
            throw Malformed(variable: name, reason: FetchError(error).cause)
        }
    }

    /// Sends a request to the server that stands in for its host, if there is one.
    func redirect(_ request: inout HTTPRequest) throws(FetchError) {
        let text = request.url.text
        guard let base = bases[request.url.host], let scheme = text.firstRange(of: "://") else { return }
        request.url = try FetchError.wrapping { () throws(TransferError) in
            try HTTPURL(base + text[scheme.upperBound...].drop { $0 != "/" })
        }
        request.isConfigured = true
    }

    /// Sends a request through its host's socket, if there is one.
    func connect(_ request: inout HTTPRequest) {
        if request.url.scheme == "http" { request.unixSocket = sockets[request.url.host] }
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
