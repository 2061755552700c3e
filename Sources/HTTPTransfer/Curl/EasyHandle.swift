import CCurl

/// One libcurl easy handle, used for one hop after another. A class, because libcurl's callbacks keep its address.
final class EasyHandle {
    let raw: UnsafeMutableRawPointer
    /// Whose hop this is.
    private(set) var transfer: TransferID = 0
    private(set) var collector = ResponseCollector(bodyLimit: 0, headerLimit: 0)
    /// Decides which addresses this hop may connect to; nil where it may connect to all.
    private var guardian: AddressGuard?
    private let message: UnsafeMutablePointer<CChar>
    private var headerList: UnsafeMutablePointer<curl_slist>?
    /// The first option that libcurl did not take.
    private var refused = CURLE_OK

    static let connectTimeout = Duration.seconds(10)
    static let headerLineLimit = Int(CURL_MAX_HTTP_HEADER)

    init() throws(TransferError) {
        guard let raw = curl_easy_init() else { throw .network("curl_easy_init: out of memory") }
        self.raw = raw
        message = .allocate(capacity: Int(CURL_ERROR_SIZE))
        message.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
    }

    deinit {
        curl_easy_cleanup(raw)
        curl_slist_free_all(headerList)
        message.deallocate()
    }

    /// libcurl's words for what went wrong.
    func words(for code: CURLcode) -> String {
        message.pointee == 0 ? String(cString: curl_easy_strerror(code)) : String(cString: message)
    }

    var refusedAnAddress: Bool { guardian?.hasRefused == true }
}

/// Setting up.
extension EasyHandle {
    /// Sets the handle up for one hop. Connections, names and TLS sessions stay known from the hops before.
    /// - Parameter timeout: what is left of the transfer's time.
    func prepare(
        _ request: HTTPRequest, of transfer: TransferID, timeout: Duration, _ settings: ClientSettings
    ) throws(TransferError) {
        self.transfer = transfer
        collector = ResponseCollector(bodyLimit: request.bodyLimit, headerLimit: settings.headerLimit)
        guardian = settings.publicOnly ? AddressGuard(allowsUnixSockets: request.unixSocket != nil) : nil
        curl_easy_reset(raw)
        refused = CURLE_OK
        message.pointee = 0
        setTarget(request.url)
        setRoute(request.unixSocket, settings)
        setMethod(request)
        setHeaders(request)
        setLimits(timeout)
        setCallbacks()
        guard refused == CURLE_OK else { throw .network(String(cString: curl_easy_strerror(refused))) }
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

    private func setRoute(_ unixSocket: String?, _ settings: ClientSettings) {
        set(CURLOPT_USERAGENT, settings.userAgent)
        switch settings.proxy {
        case .none: set(CURLOPT_PROXY, "")
        case .environment: break
        case .url(let proxy): set(CURLOPT_PROXY, proxy)
        }
        if let path = unixSocket {
            set(CURLOPT_UNIX_SOCKET_PATH, path)
            set(CURLOPT_NOPROXY, "*")
        }
        if let netrc = settings.netrc {
            set(CURLOPT_NETRC, Int(CURL_NETRC_OPTIONAL.rawValue))
            set(CURLOPT_NETRC_FILE, netrc)
        }
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
        curl_slist_free_all(headerList)
        headerList = nil
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
        note(viperline_curl_set_pointer(raw, CURLOPT_HTTPHEADER, headerList))
    }

    private func append(header line: String) {
        guard let longer = curl_slist_append(headerList, line) else {
            refused = CURLE_OUT_OF_MEMORY
            return
        }
        headerList = longer
    }

    private func setLimits(_ timeout: Duration) {
        set(CURLOPT_TIMEOUT_MS, max(1, timeout.milliseconds))
        set(CURLOPT_CONNECTTIMEOUT_MS, Self.connectTimeout.milliseconds)
        set(CURLOPT_NOSIGNAL, 1)
        // A transfer that is given up while its name is looked up leaves the look-up to end by itself; otherwise every
        // other transfer would wait for it.
        set(CURLOPT_QUICK_EXIT, 1)
    }

    private func setCallbacks() {
        let this = Unmanaged.passUnretained(self).toOpaque()
        note(viperline_curl_set_receive(raw, CURLOPT_HEADERFUNCTION, receiveHeader))
        note(viperline_curl_set_pointer(raw, CURLOPT_HEADERDATA, this))
        note(viperline_curl_set_receive(raw, CURLOPT_WRITEFUNCTION, receiveBody))
        note(viperline_curl_set_pointer(raw, CURLOPT_WRITEDATA, this))
        note(viperline_curl_set_pointer(raw, CURLOPT_ERRORBUFFER, message))
        if guardian != nil {
            note(viperline_curl_set_open_socket(raw, openGuardedSocket))
            note(viperline_curl_set_pointer(raw, CURLOPT_OPENSOCKETDATA, this))
        }
    }

    private func set(_ option: CURLoption, _ value: Int) { note(viperline_curl_set_long(raw, option, value)) }

    private func set(_ option: CURLoption, _ value: String) { note(viperline_curl_set_string(raw, option, value)) }

    private func note(_ code: CURLcode) {
        if refused == CURLE_OK { refused = code }
    }
}

/// What libcurl calls while the hop is under way.
extension EasyHandle {
    fileprivate func receive(header: UnsafeRawBufferPointer) -> Bool { collector.receive(header: header) }

    fileprivate func receive(body: UnsafeRawBufferPointer) -> Bool { collector.receive(body: body) }

    fileprivate func openSocket(to address: UnsafeMutablePointer<curl_sockaddr>) -> curl_socket_t {
        guardian?.openSocket(to: address) ?? CURL_SOCKET_BAD
    }
}

private let receiveHeader: viperline_curl_receive = { bytes, size, count, receiver in
    guard let bytes, let receiver else { return 0 }
    let easy = Unmanaged<EasyHandle>.fromOpaque(receiver).takeUnretainedValue()
    return easy.receive(header: UnsafeRawBufferPointer(start: bytes, count: size * count)) ? size * count : 0
}

private let receiveBody: viperline_curl_receive = { bytes, size, count, receiver in
    // An empty body calls this with nothing, where 0 is not a refusal.
    guard let bytes, let receiver else { return 0 }
    let easy = Unmanaged<EasyHandle>.fromOpaque(receiver).takeUnretainedValue()
    return easy.receive(body: UnsafeRawBufferPointer(start: bytes, count: size * count)) ? size * count : 0
}

private let openGuardedSocket: curl_opensocket_callback = { receiver, _, address in
    guard let receiver, let address else { return CURL_SOCKET_BAD }
    return Unmanaged<EasyHandle>.fromOpaque(receiver).takeUnretainedValue().openSocket(to: address)
}

extension Duration {
    fileprivate var milliseconds: Int {
        let (seconds, attoseconds) = components
        return Int(clamping: seconds) * 1000 + Int(attoseconds / 1_000_000_000_000_000)
    }
}
