import JSON
import CCurl
import Platform

/// A libcurl easy handle, used for one hop after another. A class, as libcurl's callbacks need its address.
final class EasyHandle {
    /// State of one hop, dropped with it.
    struct Hop {
        var transfer: TransferID = 0
        var collector = ResponseCollector()
        var upload: RequestBodyReader?
        /// Checks the addresses to connect to; nil allows all.
        var guardian: AddressGuard?
        /// The Unix socket in place of the host.
        var unixSocket: String?
        var timeout = Duration.zero
        /// Error of the socket that could not be opened.
        var socketFailure: Int32 = 0
        /// The moment when it was paused for lack of room.
        var pausedSince: Instant?
        /// The total time paused.
        var pausedFor = Duration.zero
    }

    let raw: UnsafeMutableRawPointer
    private(set) var hop = Hop()
    private let cookies: CookieJar?
    private let message: UnsafeMutablePointer<CChar>
    private var lists: [UnsafeMutablePointer<curl_slist>] = []
    /// The options of the last hop, which libcurl keeps; nil if they may not serve another one.
    private var setup: HopSetup?
    /// The number of times that all options were set.
    private(set) var setups = 0
    /// The first option that libcurl refused.
    private var refused = CURLE_OK

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

    func takeFile() throws(TransferError) -> UnkeptBody? { try hop.collector.takeFile() }

    func takeValues(isWhole: Bool) -> BodyValues? { hop.collector.takeValues(isWhole: isWhole) }

    /// Drops everything from the last hop but options that may serve another one.
    func clear() {
        if setup == nil { reset() }
        hop = Hop()
        message.pointee = 0
    }

    /// The next hop sets all options.
    func forgetSetup() { setup = nil }

    private func reset() {
        curl_easy_reset(raw)
        for list in lists { curl_slist_free_all(list) }
        lists = []
        refused = CURLE_OK
    }
}

/// The setup used by ``prepare(_:of:timeout:_:budget:names:)``.
extension EasyHandle {
    func begin(
        _ transfer: TransferID, _ collector: ResponseCollector, _ guardian: AddressGuard?, unixSocket: String?,
        timeout: Duration
    ) {
        clear()
        hop = Hop(
            transfer: transfer, collector: collector, guardian: guardian, unixSocket: unixSocket, timeout: timeout)
    }

    /// Makes way for other options than those of the last hop.
    /// - Parameter next: the options of this hop; nil if they may serve no other one.
    /// - Returns: whether they have to be set.
    func changes(to next: HopSetup?) -> Bool {
        guard next == nil || next != setup else { return false }
        if setup != nil { reset() }
        setup = nil
        setups += 1
        setCallbacks()
        if let cookies { note(viperline_curl_set_pointer(raw, CURLOPT_SHARE, cookies.raw)) }
        return true
    }

    /// - Parameter setup: the options that the next hop need not set again.
    func check(_ setup: HopSetup?) throws(TransferError) {
        guard refused == CURLE_OK else { throw .network(String(cString: curl_easy_strerror(refused))) }
        self.setup = setup
    }

    func set(_ option: CURLoption, _ value: Int) { note(viperline_curl_set_long(raw, option, value)) }

    func set(_ option: CURLoption, _ time: Duration) { set(option, Int(PollSet.milliseconds(of: time))) }

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
        hop.upload = body
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
    var waited: Duration { hop.pausedFor }

    fileprivate func pause() {
        hop.pausedSince = Instant.now
        viperline_curl_set_long(raw, CURLOPT_TIMEOUT_MS, 0)
    }

    /// Does not count this time, which the server did not use.
    fileprivate func excuse(_ time: Duration) {
        hop.pausedFor += time
        set(CURLOPT_TIMEOUT_MS, hop.timeout + hop.pausedFor)
    }

    /// Resumes, as far as there is room.
    func resume() {
        guard let since = hop.pausedSince else { return }
        hop.pausedSince = nil
        excuse(Instant.now - since)
        // Delivers the refused data at once, which may be refused again.
        curl_easy_pause(raw, CURLPAUSE_CONT)
    }
}

/// libcurl's callbacks.
extension EasyHandle {
    fileprivate func receive(header: UnsafeRawBufferPointer) -> Bool { hop.collector.receive(header: header) }

    /// - Returns: libcurl's return code.
    fileprivate func receive(body: UnsafeRawBufferPointer) -> Int {
        // A disk, a FIFO without a reader, a slow pipe.
        let start = hop.collector.isWritten ? Instant.now : nil
        let reception = hop.collector.receive(body: body)
        if let start { excuse(Instant.now - start) }
        switch reception {
        case .taken: return body.count
        case .refused: return Int(CURL_WRITEFUNC_ERROR)
        case .full:
            pause()
            return Int(CURL_WRITEFUNC_PAUSE)
        }
    }

    fileprivate func send(_ buffer: UnsafeMutableRawBufferPointer) -> Int {
        hop.upload?.read(into: buffer) ?? Int(CURL_READFUNC_ABORT)
    }

    fileprivate func rewind(to offset: Int) -> Bool { hop.upload?.rewind(to: offset) ?? false }

    fileprivate func openSocket(to address: UnsafeMutablePointer<curl_sockaddr>) -> curl_socket_t {
        if let guardian = hop.guardian, !guardian.allows(address) {
            hop.guardian?.noteRefusal()
            return CURL_SOCKET_BAD
        }
        let descriptor = socket(address.pointee.family, address.pointee.socktype, address.pointee.protocol)
        if descriptor < 0 {
            hop.socketFailure = LocalFailure.code
        } else {
            _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        }
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

/// The outcome of a hop.
extension EasyHandle {
    var status: Int { number(CURLINFO_RESPONSE_CODE) }

    /// The absolute URL that a redirect leads to. libcurl names one for each status of 300 to 399, also for a 304, which confirms what
    /// the client has.
    var redirectTarget: String? {
        [300, 301, 302, 303, 307, 308].contains(status) ? text(CURLINFO_REDIRECT_URL) : nil
    }

    var remoteAddress: String? { text(CURLINFO_PRIMARY_IP).flatMap { $0.isEmpty ? nil : $0 } }

    var elapsed: Duration { .microseconds(offset(CURLINFO_TOTAL_TIME_T)) }

    var timeToFirstByte: Duration { .microseconds(offset(CURLINFO_STARTTRANSFER_TIME_T)) }

    /// The time until the name lookup was done; nil for a reused connection, like the following times.
    var lookup: Duration? { moment(CURLINFO_NAMELOOKUP_TIME_T) }

    var connect: Duration? { moment(CURLINFO_CONNECT_TIME_T) }

    var handshake: Duration? { moment(CURLINFO_APPCONNECT_TIME_T) }

    private func moment(_ info: CURLINFO) -> Duration? {
        guard number(CURLINFO_NUM_CONNECTS) > 0, case let time = offset(info), time > 0 else { return nil }
        return .microseconds(time)
    }

    var receivedBytes: Int { Int(offset(CURLINFO_SIZE_DOWNLOAD_T)) }

    var httpVersion: String? {
        switch number(CURLINFO_HTTP_VERSION) {
        case CURL_HTTP_VERSION_1_0: "1.0"
        case CURL_HTTP_VERSION_1_1: "1.1"
        case CURL_HTTP_VERSION_2_0: "2"
        case CURL_HTTP_VERSION_3: "3"
        default: nil
        }
    }

    /// The reason why the hop failed.
    /// - Parameter timeout: the transfer's whole time, for the error message.
    func error(_ code: CURLcode, of url: HTTPURL, elapsed: Duration, timeout: Duration) -> TransferError {
        if let failure = hop.collector.failure ?? hop.upload?.failure { return failure }
        let error = cause(code, of: url, elapsed: elapsed, timeout: timeout)
        return hop.collector.isCommitted ? .brokenOff(error) : error
    }

    private func cause(
        _ code: CURLcode, of url: HTTPURL, elapsed: Duration, timeout: Duration
    ) -> TransferError {
        switch code {
        case CURLE_COULDNT_CONNECT where LocalFailure.isLackOfDescriptors(hop.socketFailure),
            CURLE_COULDNT_RESOLVE_HOST where LocalFailure.lacksDescriptors,
            CURLE_COULDNT_CONNECT where LocalFailure.lacksDescriptors:
            .exhausted(LocalFailure.tooManyFiles)
        case CURLE_OPERATION_TIMEDOUT:
            .timeout(nearest(to: elapsed, timeout, Self.connectTimeout), from: hop.unixSocket ?? url.place)
        case CURLE_URL_MALFORMAT: .invalidURL(words(for: code))
        case CURLE_SSL_CERTPROBLEM: .file("use the client certificate: \(words(for: code))")
        case CURLE_COULDNT_CONNECT where hop.unixSocket != nil:
            .network(
                "connect to the Unix socket \(hop.unixSocket ?? ""): \(LocalFailure.words(Int32(clamping: systemError)))"
            )
        case CURLE_SSL_CONNECT_ERROR where isMismatch(words(for: code)): .untrusted(words(for: code))
        case CURLE_COULDNT_CONNECT where hop.guardian?.hasRefused == true: .refusedAddress(host: url.host)
        case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_ISSUER_ERROR, CURLE_SSL_CACERT_BADFILE:
            .untrusted(words(for: code))
        // libcurl reports a header line over its own limit as out of memory.
        case CURLE_OUT_OF_MEMORY where hop.collector.size == 0: .headersTooLarge(limit: Self.headerLineLimit)
        case CURLE_COULDNT_CONNECT where systemError > 0:
            .network(
                words(for: code).replacing(
                    "Couldn't connect to server", with: LocalFailure.words(Int32(clamping: systemError))))
        default: .network(words(for: code))
        }
    }

    /// The error of the last system call that failed to connect.
    private var systemError: Int { number(CURLINFO_OS_ERRNO) }

    /// True if the two sides of TLS have no version or cipher in common, so that another attempt would fail as well.
    private func isMismatch(_ words: String) -> Bool {
        ["wrong version number", "unsupported protocol", "handshake failure", "protocol version", "no shared cipher"]
            .contains { words.contains($0) }
    }

    private func number(_ info: CURLINFO) -> Int {
        var number = 0
        viperline_curl_get_long(raw, info, &number)
        return number
    }

    private func offset(_ info: CURLINFO) -> curl_off_t {
        var offset: curl_off_t = 0
        viperline_curl_get_offset(raw, info, &offset)
        return offset
    }

    private func text(_ info: CURLINFO) -> String? {
        var text: UnsafeMutablePointer<CChar>?
        viperline_curl_get_string(raw, info, &text)
        return text.map { String(cString: $0) }
    }
}

/// libcurl does not report which of two limits was reached, and its clocks are not exact.
private func nearest(to elapsed: Duration, _ one: Duration, _ other: Duration) -> Duration {
    let distance = { (limit: Duration) in limit > elapsed ? limit - elapsed : elapsed - limit }
    return distance(one) <= distance(other) ? one : other
}

/// The cookies of a run, shared by its easy handles and dropped at its end.
final class CookieJar {
    let raw: UnsafeMutableRawPointer

    init() throws(TransferError) {
        guard let raw = curl_share_init() else { throw .network("curl_share_init: out of memory") }
        self.raw = raw
        viperline_curl_share_cookies(raw)
    }

    deinit { curl_share_cleanup(raw) }
}
