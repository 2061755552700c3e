import CCurl

/// One libcurl easy handle, used for one hop after another. A class, because libcurl's callbacks keep its address.
final class EasyHandle {
    let raw: UnsafeMutableRawPointer
    /// Whose hop this is.
    private(set) var transfer: TransferID = 0
    private(set) var collector = ResponseCollector(bodyLimit: 0)
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

    /// Sets the handle up for one hop. Connections, names and TLS sessions stay known from the hops before.
    /// - Parameter timeout: what is left of the transfer's time.
    func prepare(
        _ request: HTTPRequest, of transfer: TransferID, timeout: Duration, userAgent: String
    ) throws(TransferError) {
        self.transfer = transfer
        collector = ResponseCollector(bodyLimit: request.bodyLimit)
        curl_easy_reset(raw)
        refused = CURLE_OK
        message.pointee = 0
        setTarget(request, userAgent: userAgent)
        setLimits(timeout)
        setHeaders(request.headers)
        setCallbacks()
        guard refused == CURLE_OK else { throw .network(String(cString: curl_easy_strerror(refused))) }
    }

    private func setTarget(_ request: HTTPRequest, userAgent: String) {
        set(CURLOPT_URL, request.url.text)
        set(CURLOPT_PROTOCOLS_STR, "http,https")
        // Redirects are the engine's: it decides what the next hop may know, and with which socket.
        set(CURLOPT_FOLLOWLOCATION, 0)
        set(CURLOPT_USERAGENT, userAgent)
        // Every encoding that this libcurl can undo.
        set(CURLOPT_ACCEPT_ENCODING, "")
        // Rather wait for a connection that is being made to the same host than open another, if it may be HTTP/2.
        // Without TLS that would not be known before its first response, and all others would wait for that.
        set(CURLOPT_PIPEWAIT, request.url.scheme == "https" ? 1 : 0)
        if let credentials = request.url.credentials {
            set(CURLOPT_USERNAME, credentials.user)
            set(CURLOPT_PASSWORD, credentials.password)
        }
        if let path = request.unixSocket {
            set(CURLOPT_UNIX_SOCKET_PATH, path)
            set(CURLOPT_NOPROXY, "*")
        }
    }

    private func setLimits(_ timeout: Duration) {
        set(CURLOPT_TIMEOUT_MS, max(1, timeout.milliseconds))
        set(CURLOPT_CONNECTTIMEOUT_MS, Self.connectTimeout.milliseconds)
        set(CURLOPT_NOSIGNAL, 1)
        // A transfer that is given up while its name is looked up leaves the look-up to end by itself; otherwise every
        // other transfer would wait for it.
        set(CURLOPT_QUICK_EXIT, 1)
    }

    private func setHeaders(_ headers: [HTTPHeader]) {
        curl_slist_free_all(headerList)
        headerList = nil
        for header in headers {
            // "Name:" would delete a header; "Name;" sends an empty one.
            let line = header.value.isEmpty ? "\(header.name);" : "\(header.name): \(header.value)"
            guard let longer = curl_slist_append(headerList, line) else {
                refused = CURLE_OUT_OF_MEMORY
                return
            }
            headerList = longer
        }
        note(viperline_curl_set_pointer(raw, CURLOPT_HTTPHEADER, headerList))
    }

    private func setCallbacks() {
        let this = Unmanaged.passUnretained(self).toOpaque()
        note(viperline_curl_set_receive(raw, CURLOPT_HEADERFUNCTION, receiveHeader))
        note(viperline_curl_set_pointer(raw, CURLOPT_HEADERDATA, this))
        note(viperline_curl_set_receive(raw, CURLOPT_WRITEFUNCTION, receiveBody))
        note(viperline_curl_set_pointer(raw, CURLOPT_WRITEDATA, this))
        note(viperline_curl_set_pointer(raw, CURLOPT_ERRORBUFFER, message))
    }

    private func set(_ option: CURLoption, _ value: Int) { note(viperline_curl_set_long(raw, option, value)) }

    private func set(_ option: CURLoption, _ value: String) { note(viperline_curl_set_string(raw, option, value)) }

    private func note(_ code: CURLcode) {
        if refused == CURLE_OK { refused = code }
    }

    fileprivate func receive(header: UnsafeRawBufferPointer) -> Bool { collector.receive(header: header) }

    fileprivate func receive(body: UnsafeRawBufferPointer) -> Bool { collector.receive(body: body) }
}

/// What libcurl knows when the hop has ended.
extension EasyHandle {
    var status: Int {
        var status = 0
        viperline_curl_get_long(raw, CURLINFO_RESPONSE_CODE, &status)
        return status
    }

    /// The absolute URL that a redirect leads to.
    var redirectTarget: String? {
        var text: UnsafeMutablePointer<CChar>?
        viperline_curl_get_string(raw, CURLINFO_REDIRECT_URL, &text)
        return text.map { String(cString: $0) }
    }

    var elapsed: Duration {
        var microseconds: curl_off_t = 0
        viperline_curl_get_offset(raw, CURLINFO_TOTAL_TIME_T, &microseconds)
        return .microseconds(microseconds)
    }

    /// Why the hop failed.
    /// - Parameter timeout: the transfer's whole time, to be named when it ran out.
    func error(_ code: CURLcode, elapsed: Duration, timeout: Duration) -> TransferError {
        if let excess = collector.excess { return excess }
        let text = message.pointee == 0 ? String(cString: curl_easy_strerror(code)) : String(cString: message)
        return switch code {
        case CURLE_OPERATION_TIMEDOUT: .timeout(nearest(to: elapsed, timeout, Self.connectTimeout))
        case CURLE_URL_MALFORMAT: .invalidURL(text)
        case CURLE_BAD_CONTENT_ENCODING: .undecodable(text)
        // What libcurl calls out of memory is a header line over its own limit.
        case CURLE_OUT_OF_MEMORY where collector.body.isEmpty: .headersTooLarge(limit: Self.headerLineLimit)
        default: .network(text)
        }
    }
}

/// Which of two limits was reached: libcurl does not tell, and its clocks are not exact.
private func nearest(to elapsed: Duration, _ one: Duration, _ other: Duration) -> Duration {
    let distance = { (limit: Duration) in limit > elapsed ? limit - elapsed : elapsed - limit }
    return distance(one) <= distance(other) ? one : other
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

extension Duration {
    fileprivate var milliseconds: Int {
        let (seconds, attoseconds) = components
        return Int(clamping: seconds) * 1000 + Int(attoseconds / 1_000_000_000_000_000)
    }
}
