import CCurl

/// Translates a request into libcurl's options.
extension EasyHandle {
    /// Sets the handle up for one hop. Connections, names and TLS sessions of earlier hops are reused.
    /// - Parameters:
    ///   - timeout: the rest of the transfer's time.
    ///   - names: the hosts asked so far.
    func prepare(
        _ request: HTTPRequest, of transfer: TransferID, timeout: Duration, _ settings: ClientSettings,
        budget: BodyBudget, names: inout NameMemory
    ) throws(TransferError) {
        let socket = request.unixSocket ?? settings.connection.unixSocket
        if let socket, socket.utf8.count > Self.longestSocketPath {
            throw .file(
                "connect to the Unix socket \(socket): its path has more than \(Self.longestSocketPath) bytes")
        }
        begin(
            transfer,
            ResponseCollector(request, of: transfer, budget: budget, headerLimit: settings.headerLimit),
            settings.publicOnly && !request.isConfigured ? AddressGuard(allowsUnixSockets: socket != nil) : nil,
            unixSocket: socket, timeout: timeout)
        let setup = HopSetup(request, settings)
        if changes(to: setup) {
            setProtocol(request.url)
            setRoute(socket, request, settings)
            setTrust(request, settings)
            try setMethod(request)
            setHeaders(request)
        }
        set(CURLOPT_URL, request.url.text)
        set(CURLOPT_DNS_CACHE_TIMEOUT, names.seconds(for: request.url.host))
        // The guard must see the connection of each request that it applies to. And with very many hosts, reuse is
        // unlikely.
        let isUnguarded = settings.publicOnly && request.isConfigured
        set(CURLOPT_FORBID_REUSE, isUnguarded || names.areMany && !request.isFollowed ? 1 : 0)
        set(CURLOPT_TIMEOUT_MS, timeout)
        try check(setup)
    }

    /// Bytes of `sun_path`, without the last one, which is 0.
    private static let longestSocketPath = 107

    private func setProtocol(_ url: HTTPURL) {
        set(CURLOPT_PROTOCOLS_STR, "http,https")
        // The engine follows redirects, and decides what the next hop gets.
        set(CURLOPT_FOLLOWLOCATION, 0)
        // Waits for a connection being made to the same host if it may become HTTP/2. Without TLS, that would be known
        // only with the first response, for which all others would wait.
        set(CURLOPT_PIPEWAIT, url.scheme == "https" ? 1 : 0)
        if let credentials = url.credentials {
            set(CURLOPT_USERNAME, credentials.user)
            set(CURLOPT_PASSWORD, credentials.password)
        }
        set(CURLOPT_CONNECTTIMEOUT_MS, Self.connectTimeout)
        set(CURLOPT_NOSIGNAL, 1)
        // A cancelled transfer leaves its name lookup to end by itself; otherwise all other transfers would wait for
        // it.
        set(CURLOPT_QUICK_EXIT, 1)
    }

    private func setRoute(_ unixSocket: String?, _ request: HTTPRequest, _ settings: ClientSettings) {
        set(CURLOPT_USERAGENT, settings.userAgent)
        switch settings.connection.proxy {
        case .none: set(CURLOPT_PROXY, "")
        case .environment: break
        case .url(let proxy): set(CURLOPT_PROXY, proxy)
        }
        if let path = unixSocket {
            set(CURLOPT_UNIX_SOCKET_PATH, path)
            set(CURLOPT_NOPROXY, "*")
        }
        if let netrc = settings.connection.netrc {
            set(CURLOPT_NETRC, Int(CURL_NETRC_OPTIONAL.rawValue))
            set(CURLOPT_NETRC_FILE, netrc)
        }
        switch settings.connection.addresses {
        case .any: break
        case .ipv4: set(CURLOPT_IPRESOLVE, Int(CURL_IPRESOLVE_V4))
        case .ipv6: set(CURLOPT_IPRESOLVE, Int(CURL_IPRESOLVE_V6))
        }
        set(CURLOPT_RESOLVE, settings.connection.resolved)
        setCookies(request, settings)
    }

    private func setCookies(_ request: HTTPRequest, _ settings: ClientSettings) {
        // No file: the handles share a jar.
        if settings.connection.keepsCookies { set(CURLOPT_COOKIEFILE, "") }
        if let cookie = settings.connection.cookie, !cookie.isEmpty, !request.isAway { set(CURLOPT_COOKIE, cookie) }
    }

    private func setTrust(_ request: HTTPRequest, _ settings: ClientSettings) {
        if let authorities = settings.connection.authorities { set(CURLOPT_CAINFO, authorities) }
        if settings.connection.trustsAnybody {
            set(CURLOPT_SSL_VERIFYPEER, 0)
            set(CURLOPT_SSL_VERIFYHOST, 0)
        }
        // The client's identity is not sent to redirect targets.
        guard !request.isAway else { return }
        if let certificate = settings.connection.certificate { set(CURLOPT_SSLCERT, certificate) }
        if let key = settings.connection.privateKey { set(CURLOPT_SSLKEY, key) }
    }

    private func setMethod(_ request: HTTPRequest) throws(TransferError) {
        if let body = request.body {
            set(CURLOPT_POST, 1)
            setUpload(try RequestBodyReader(body))
            set(CURLOPT_CUSTOMREQUEST, request.method)
        } else if request.method == "HEAD" {
            set(CURLOPT_NOBODY, 1)
        } else if request.method != "GET" {
            if request.expectsBody {
                // Sends Content-Length: 0.
                set(CURLOPT_POST, 1)
                set(CURLOPT_POSTFIELDSIZE, 0)
            }
            set(CURLOPT_CUSTOMREQUEST, request.method)
        }
    }

    private func setHeaders(_ request: HTTPRequest) {
        // "Name:" would delete a header; "Name;" sends an empty one.
        var lines = (request.headers + request.conditions).map { header in
            header.value.isEmpty ? "\(header.name);" : "\(header.name): \(header.value)"
        }
        let names = request.headers.map(\.name)
        lines += request.withoutHeaders.filter { name in !names.contains { $0.lowercased() == name.lowercased() } }
            .map { "\($0):" }
        if request.asksForPackedBodies { lines.append("Accept-Encoding: gzip, deflate") }
        if request.body != nil || request.expectsBody {
            // Avoids waiting a second for a "100 Continue" that many servers never send.
            lines.append("Expect:")
            // libcurl's default is a form's Content-Type.
            if let type = request.impliedType {
                lines.append("Content-Type: \(type)")
            } else if !request.headers.contains(where: { $0.isNamed("Content-Type") }) {
                lines.append("Content-Type:")
            }
        }
        set(CURLOPT_HTTPHEADER, lines)
    }
}

/// Options of a hop beside its URL and its times. The next one on the same handle often needs the same, and libcurl keeps it; setting it
/// takes as long as sending the request.
struct HopSetup: Equatable {
    private let scheme: String
    private let method: String
    private let headers: [HTTPHeader]
    private let withoutHeaders: [String]
    private let unixSocket: String?
    private let isAway: Bool

    /// - Returns: nil for a hop whose body or credentials no other one may see, not even by a mistake of libcurl's.
    init?(_ request: HTTPRequest, _ settings: ClientSettings) {
        guard request.body == nil, request.url.credentials == nil, settings.connection.netrc == nil else { return nil }
        scheme = request.url.scheme
        method = request.method
        headers = request.conditions.isEmpty ? request.headers : request.headers + request.conditions
        withoutHeaders = request.withoutHeaders
        unixSocket = request.unixSocket ?? settings.connection.unixSocket
        isAway = request.isAway
    }
}
