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
    /// Whether a server need not prove who it is.
    package var trustsAnybody = false
    /// The paths of a certificate and its key (PEM) that say who we are; the certificate's file may hold both. Not shown
    /// where a redirect leads.
    package var certificate: String?
    package var privateKey: String?
    /// Addresses of hosts that are not looked up, as libcurl has them: `HOST:PORT:ADDRESS[,ADDRESS]`.
    package var resolved: [String] = []
    /// A Unix socket that stands for every server that has none of its own.
    package var unixSocket: String?
    package var addresses = Addresses.any
    /// Whether what servers set is sent back to them, as long as the client lives.
    package var keepsCookies = false
    /// Such as `a=1; b=2`, to be sent with each request that has no Cookie header, but not where a redirect leads.
    package var cookie: String?
    /// How many redirects are followed; nil hands them back as answers.
    package var redirectLimit: Int? = 10
    /// In place of the limits that requests have.
    package var bodyLimit: Int?
    /// What all bodies in memory may take together.
    package var bodyBudget = BodyBudget.standardLimit
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

    package enum Addresses: Equatable, Sendable {
        case any, ipv4, ipv6
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
