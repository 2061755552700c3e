/// How a client behaves towards servers and towards this machine. The defaults suit a session with a person before it.
package struct ClientSettings: Sendable {
    package static let standardParallel = 8

    /// What requests call themselves (`User-Agent`).
    package var userAgent: String
    /// How many transfers run at once, at least one.
    package var parallel = standardParallel
    /// How many of these go to one host; nil sets no limit of its own.
    package var parallelPerHost: Int?
    /// How often hosts are asked, by their names in lower case.
    package var rates: [String: Rate] = [:]
    /// For each host that ``rates`` does not name; nil lets requests go as they come.
    package var rate: Rate?
    package var retry = RetryPolicy()
    package var cache = CacheSettings()
    /// Whether addresses that are not of the public internet are refused, after every look-up of a name and on every
    /// redirect. A request's own Unix socket stays allowed. Not to be combined with a proxy, which looks names up itself.
    package var publicOnly = false
    package var proxy = Proxy.none
    /// The path of a netrc file with names and passwords for hosts (see `man netrc`); nil reads none.
    package var netrc: String?
    /// The path of a file of certificates (PEM) whose owners may vouch for servers, in place of the system's file; nil trusts
    /// whom the system trusts.
    package var authorities: String?
    /// Bytes of all header lines of a response.
    package var headerLimit = 256 << 10

    package init(userAgent: String) {
        self.userAgent = userAgent
    }

    /// The same, where they can be kept.
    func checked() throws(TransferError) -> ClientSettings {
        guard !publicOnly || proxy == .none else {
            throw .network("behind a proxy nobody sees whether an address is public; leave one of the two out")
        }
        return self
    }

    package enum Proxy: Equatable, Sendable {
        /// Servers are reached directly, whatever the environment says.
        case none
        /// `https_proxy`, `http_proxy`, `all_proxy` and `no_proxy`, as curl reads them.
        case environment
        /// Such as `http://proxy.example:3128` or `socks5h://127.0.0.1:9050`.
        case url(String)
    }
}
