import CCurl

/// Which options of libcurl a request comes to.
extension EasyHandle {
    /// Sets the handle up for one hop. Connections, names and TLS sessions stay known from the hops before.
    /// - Parameter timeout: what is left of the transfer's time.
    func prepare(
        _ request: HTTPRequest, of transfer: TransferID, timeout: Duration, _ settings: ClientSettings
    ) throws(TransferError) {
        begin(
            transfer, ResponseCollector(bodyLimit: request.bodyLimit, headerLimit: settings.headerLimit),
            settings.publicOnly && !request.isConfigured ? AddressGuard(allowsUnixSockets: request.unixSocket != nil) : nil)
        setTarget(request.url)
        setRoute(request, settings)
        setMethod(request)
        setHeaders(request)
        setLimits(timeout)
        try checkOptions()
    }

    private func setTarget(_ url: HTTPURL) {
        set(CURLOPT_URL, url.text)
        set(CURLOPT_PROTOCOLS_STR, "http,https")
        // Redirects are the engine's: it decides what the next hop may know, and with which socket.
        set(CURLOPT_FOLLOWLOCATION, 0)
        // Every encoding that this libcurl can undo.
        set(CURLOPT_ACCEPT_ENCODING, "")
        // Rather wait for a connection that is being made to the same host than open another, if it may be HTTP/2.
        // Without TLS that would not be known before its first response, and all others would wait for that.
        set(CURLOPT_PIPEWAIT, url.scheme == "https" ? 1 : 0)
        if let credentials = url.credentials {
            set(CURLOPT_USERNAME, credentials.user)
            set(CURLOPT_PASSWORD, credentials.password)
        }
    }

    private func setRoute(_ request: HTTPRequest, _ settings: ClientSettings) {
        set(CURLOPT_USERAGENT, settings.userAgent)
        switch settings.proxy {
        case .none: set(CURLOPT_PROXY, "")
        case .environment: break
        case .url(let proxy): set(CURLOPT_PROXY, proxy)
        }
        // A connection that the guard has not seen is not for a request that it would have stopped.
        if settings.publicOnly, request.isConfigured { set(CURLOPT_FORBID_REUSE, 1) }
        if let path = request.unixSocket {
            set(CURLOPT_UNIX_SOCKET_PATH, path)
            set(CURLOPT_NOPROXY, "*")
        }
        if let netrc = settings.netrc {
            set(CURLOPT_NETRC, Int(CURL_NETRC_OPTIONAL.rawValue))
            set(CURLOPT_NETRC_FILE, netrc)
        }
        if let authorities = settings.authorities { set(CURLOPT_CAINFO, authorities) }
    }

    private func setMethod(_ request: HTTPRequest) {
        if let body = request.body {
            set(CURLOPT_POST, 1)
            note(viperline_curl_set_offset(raw, CURLOPT_POSTFIELDSIZE_LARGE, curl_off_t(body.count)))
            body.withUnsafeBytes { bytes in
                // Copied at once, and only read; the option is typed for pointers that libcurl may write through.
                let start = UnsafeMutableRawPointer(mutating: bytes.baseAddress)
                note(viperline_curl_set_pointer(raw, CURLOPT_COPYPOSTFIELDS, start))
            }
            set(CURLOPT_CUSTOMREQUEST, request.method)
        } else if request.method == "HEAD" {
            set(CURLOPT_NOBODY, 1)
        } else if request.method != "GET" {
            if request.expectsBody {
                // So that the server is told of its emptiness: Content-Length: 0.
                set(CURLOPT_POST, 1)
                set(CURLOPT_POSTFIELDSIZE, 0)
            }
            set(CURLOPT_CUSTOMREQUEST, request.method)
        }
    }

    private func setHeaders(_ request: HTTPRequest) {
        for header in request.headers + request.conditions {
            // "Name:" would delete a header; "Name;" sends an empty one.
            append(header: header.value.isEmpty ? "\(header.name);" : "\(header.name): \(header.value)")
        }
        if request.body != nil || request.expectsBody {
            // Not to wait a second for a "100 Continue" that many servers never send.
            append(header: "Expect:")
            // libcurl would call everything a form.
            if !request.headers.contains(where: { $0.isNamed("Content-Type") }) { append(header: "Content-Type:") }
        }
        setHeaderList()
    }

    private func setLimits(_ timeout: Duration) {
        set(CURLOPT_TIMEOUT_MS, max(1, timeout.milliseconds))
        set(CURLOPT_CONNECTTIMEOUT_MS, Self.connectTimeout.milliseconds)
        set(CURLOPT_NOSIGNAL, 1)
        // A transfer that is given up while its name is looked up leaves the look-up to end by itself; otherwise every
        // other transfer would wait for it.
        set(CURLOPT_QUICK_EXIT, 1)
    }
}

extension Duration {
    fileprivate var milliseconds: Int {
        let (seconds, attoseconds) = components
        return Int(clamping: seconds) * 1000 + Int(attoseconds / 1_000_000_000_000_000)
    }
}
