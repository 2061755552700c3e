import CCurl

/// A libcurl easy handle, used for one hop after another. A class, as libcurl's callbacks need its address.
final class EasyHandle {
    let raw: UnsafeMutableRawPointer
    /// The hop's transfer.
    private(set) var transfer: TransferID = 0
    private(set) var collector = ResponseCollector()
    private var upload: RequestBodyReader?
    /// Checks the addresses to connect to; nil allows all.
    private var guardian: AddressGuard?
    /// Why no socket could be opened.
    private(set) var socketFailure: Int32 = 0
    private let cookies: CookieJar?
    private let message: UnsafeMutablePointer<CChar>
    private var lists: [UnsafeMutablePointer<curl_slist>] = []
    /// The first option that libcurl refused.
    private var refused = CURLE_OK
    /// When it was paused for lack of room.
    private var pausedSince: Duration?
    /// The total time paused.
    private var pausedFor = Duration.zero
    private var timeout = Duration.zero

    static let connectTimeout = Duration.seconds(10)
    static let headerLineLimit = Int(CURL_MAX_HTTP_HEADER)

    init(cookies: CookieJar?) throws(TransferError) {
        guard let raw = curl_easy_init() else { throw .network("curl_easy_init: out of memory") }
        self.raw = raw
        self.cookies = cookies
        message = .allocate(capacity: Int(CURL_ERROR_SIZE))
        message.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
    }

    deinit {
        curl_easy_cleanup(raw)
        for list in lists { curl_slist_free_all(list) }
        message.deallocate()
    }

    /// libcurl's error message.
    func words(for code: CURLcode) -> String {
        message.pointee == 0 ? String(cString: curl_easy_strerror(code)) : String(cString: message)
    }

    var refusedAnAddress: Bool { guardian?.hasRefused == true }

    /// Why the request's body could not be read.
    var uploadFailure: TransferError? { upload?.failure }

    /// Keeps the body's file, where there is one.
    func keepFile() throws(TransferError) -> String? { try collector.keepFile() }

    /// Drops everything from the last hop.
    func clear() {
        collector = ResponseCollector()
        upload = nil
        guardian = nil
        socketFailure = 0
        pausedSince = nil
        pausedFor = .zero
        curl_easy_reset(raw)
        for list in lists { curl_slist_free_all(list) }
        lists = []
        refused = CURLE_OK
        message.pointee = 0
    }
}

/// The setup used by ``prepare(_:of:timeout:_:_:)``.
extension EasyHandle {
    /// Resets the handle.
    func begin(
        _ transfer: TransferID, _ collector: ResponseCollector, _ guardian: AddressGuard?, timeout: Duration
    ) {
        clear()
        self.transfer = transfer
        self.collector = collector
        self.guardian = guardian
        self.timeout = timeout
        setCallbacks()
        if let cookies { note(viperline_curl_set_pointer(raw, CURLOPT_SHARE, cookies.raw)) }
    }

    func checkOptions() throws(TransferError) {
        guard refused == CURLE_OK else { throw .network(String(cString: curl_easy_strerror(refused))) }
    }

    func set(_ option: CURLoption, _ value: Int) { note(viperline_curl_set_long(raw, option, value)) }

    func set(_ option: CURLoption, _ value: String) { note(viperline_curl_set_string(raw, option, value)) }

    /// Header lines, which libcurl reads until the hop ends.
    func set(_ option: CURLoption, _ lines: [String]) {
        var list: UnsafeMutablePointer<curl_slist>?
        for line in lines {
            guard let longer = curl_slist_append(list, line) else {
                refused = CURLE_OUT_OF_MEMORY
                break
            }
            list = longer
        }
        guard let list else { return }
        lists.append(list)
        note(viperline_curl_set_pointer(raw, option, list))
    }

    func note(_ code: CURLcode) {
        if refused == CURLE_OK { refused = code }
    }

    func setUpload(_ body: RequestBodyReader) {
        upload = body
        let this = Unmanaged.passUnretained(self).toOpaque()
        note(viperline_curl_set_receive(raw, CURLOPT_READFUNCTION, sendBody))
        note(viperline_curl_set_pointer(raw, CURLOPT_READDATA, this))
        note(viperline_curl_set_seek(raw, rewindBody))
        note(viperline_curl_set_pointer(raw, CURLOPT_SEEKDATA, this))
        note(viperline_curl_set_offset(raw, CURLOPT_POSTFIELDSIZE_LARGE, curl_off_t(body.count)))
    }

    private func setCallbacks() {
        let this = Unmanaged.passUnretained(self).toOpaque()
        note(viperline_curl_set_receive(raw, CURLOPT_HEADERFUNCTION, receiveHeader))
        note(viperline_curl_set_pointer(raw, CURLOPT_HEADERDATA, this))
        note(viperline_curl_set_receive(raw, CURLOPT_WRITEFUNCTION, receiveBody))
        note(viperline_curl_set_pointer(raw, CURLOPT_WRITEDATA, this))
        note(viperline_curl_set_pointer(raw, CURLOPT_ERRORBUFFER, message))
        note(viperline_curl_set_open_socket(raw, openSocketOfHandle))
        note(viperline_curl_set_pointer(raw, CURLOPT_OPENSOCKETDATA, this))
    }
}

/// Pausing for lack of room. Paused time is not the server's fault, so it does not count.
extension EasyHandle {
    var isPaused: Bool { pausedSince != nil }

    var waited: Duration { pausedFor }

    fileprivate func pause() {
        pausedSince = Clock.monotonic()
        viperline_curl_set_long(raw, CURLOPT_TIMEOUT_MS, 0)
    }

    /// Resumes, as far as there is room.
    func resume() {
        guard let since = pausedSince else { return }
        pausedSince = nil
        pausedFor += Clock.monotonic() - since
        viperline_curl_set_long(raw, CURLOPT_TIMEOUT_MS, max(1, (timeout + pausedFor).milliseconds))
        // Delivers the refused data at once, which may be refused again.
        curl_easy_pause(raw, CURLPAUSE_CONT)
    }
}

/// libcurl's callbacks.
extension EasyHandle {
    fileprivate func receive(header: UnsafeRawBufferPointer) -> Bool { collector.receive(header: header) }

    /// - Returns: libcurl's return code.
    fileprivate func receive(body: UnsafeRawBufferPointer) -> Int {
        switch collector.receive(body: body) {
        case .taken: return body.count
        case .refused: return Int(CURL_WRITEFUNC_ERROR)
        case .full:
            pause()
            return Int(CURL_WRITEFUNC_PAUSE)
        }
    }

    fileprivate func send(_ buffer: UnsafeMutableRawBufferPointer) -> Int {
        upload?.read(into: buffer) ?? Int(CURL_READFUNC_ABORT)
    }

    fileprivate func rewind(to offset: Int) -> Bool { upload?.rewind(to: offset) ?? false }

    fileprivate func openSocket(to address: UnsafeMutablePointer<curl_sockaddr>) -> curl_socket_t {
        if let guardian, !guardian.allows(address) {
            self.guardian?.noteRefusal()
            return CURL_SOCKET_BAD
        }
        let descriptor = PlainSocket.open(address.pointee)
        if descriptor < 0 { socketFailure = LocalFailure.code }
        return descriptor
    }
}

private func handle(_ pointer: UnsafeMutableRawPointer) -> EasyHandle {
    Unmanaged<EasyHandle>.fromOpaque(pointer).takeUnretainedValue()
}

private let receiveHeader: viperline_curl_receive = { bytes, size, count, receiver in
    guard let bytes, let receiver else { return 0 }
    let header = UnsafeRawBufferPointer(start: bytes, count: size * count)
    return handle(receiver).receive(header: header) ? header.count : 0
}

private let receiveBody: viperline_curl_receive = { bytes, size, count, receiver in
    // For an empty body the count is 0, which is not a refusal.
    guard let bytes, let receiver else { return 0 }
    return handle(receiver).receive(body: UnsafeRawBufferPointer(start: bytes, count: size * count))
}

private let sendBody: viperline_curl_receive = { bytes, size, count, sender in
    guard let bytes, let sender else { return Int(CURL_READFUNC_ABORT) }
    return handle(sender).send(UnsafeMutableRawBufferPointer(start: bytes, count: size * count))
}

private let rewindBody: curl_seek_callback = { sender, offset, origin in
    guard let sender, origin == 0, handle(sender).rewind(to: Int(offset)) else { return CURL_SEEKFUNC_FAIL }
    return CURL_SEEKFUNC_OK
}

private let openSocketOfHandle: curl_opensocket_callback = { receiver, _, address in
    guard let receiver, let address else { return CURL_SOCKET_BAD }
    return handle(receiver).openSocket(to: address)
}
