/// A client's limits towards servers and this machine. The defaults suit an interactive session.
package struct ClientSettings: Sendable {
    package static let standardParallel = 8

    /// The `User-Agent` header.
    package var userAgent: String
    /// Concurrent transfers, at least one.
    package var parallel = standardParallel
    /// Concurrent transfers per host; nil for no extra limit.
    package var parallelPerHost: Int?
    /// Rates by host name in lower case.
    package var rates: [String: Rate] = [:]
    /// The rate of hosts not in ``rates``; nil for no limit.
    package var rate: Rate?
    package var retry = RetryPolicy()
    package var cache = CacheSettings()
    /// True if only addresses of the public internet are allowed, checked after every name lookup and on every
    /// redirect. A request's own Unix socket stays allowed. Not for use with a proxy, which looks names up itself.
    package var publicOnly = false
    package var connection = HTTPConnectionSettings()
    /// Overrides the requests' own limits.
    package var bodyLimit: Int?
    /// Bytes of all bodies in memory together.
    package var bodyBudget = BodyBudget.standardLimit
    /// Bytes of all header lines of a response.
    package var headerLimit = 256 << 10

    package init(userAgent: String) {
        self.userAgent = userAgent
    }

    /// The settings, if they can hold together.
    func checked() throws(TransferError) -> ClientSettings {
        guard !publicOnly || connection.proxy == .none else {
            throw .network("a proxy hides whether an address is public; use only one of the two")
        }
        return self
    }
}

/// Connections to servers, and the client's identity.
package struct HTTPConnectionSettings: Sendable {
    package var proxy = Proxy.none
    /// The path of a netrc file with names and passwords for hosts (see `man netrc`); nil reads none.
    package var netrc: String?
    /// The path of a PEM file of trusted certificate authorities, in place of the system's.
    package var authorities: String?
    /// True if servers' certificates are not verified.
    package var trustsAnybody = false
    /// The paths of the client's certificate and key (PEM); the certificate's file may contain both. Not used on
    /// redirects.
    package var certificate: String?
    package var privateKey: String?
    /// Fixed addresses of hosts, in libcurl's format: `HOST:PORT:ADDRESS[,ADDRESS]`.
    package var resolved: [String] = []
    /// A Unix socket for every host without one of its own.
    package var unixSocket: String?
    package var addresses = Addresses.any
    /// A cookie such as `a=1; b=2`, sent with each request without a Cookie header, but not on redirects. Unless it is nil, cookies that
    /// servers set are sent back during the client's life.
    package var cookie: String?
    /// Redirects followed at most; nil returns them as responses.
    package var redirectLimit: Int? = 10

    package init() {}

    var keepsCookies: Bool { cookie != nil }

    package enum Addresses: Equatable, Sendable {
        case any, ipv4, ipv6
    }

    package enum Proxy: Equatable, Sendable {
        /// No proxy, whatever the environment contains.
        case none
        /// `https_proxy`, `http_proxy`, `all_proxy` and `no_proxy`, as curl reads them.
        case environment
        /// A URL such as `http://proxy.example:3128` or `socks5h://127.0.0.1:9050`.
        case url(String)
    }
}
