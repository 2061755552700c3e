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

/// Setting up, as ``prepare(_:of:timeout:_:)`` does it.
extension EasyHandle {
    /// Forgets the hop before.
    func begin(_ transfer: TransferID, _ collector: ResponseCollector, _ guardian: AddressGuard?) {
        self.transfer = transfer
        self.collector = collector
        self.guardian = guardian
        curl_easy_reset(raw)
        curl_slist_free_all(headerList)
        headerList = nil
        refused = CURLE_OK
        message.pointee = 0
        setCallbacks()
    }

    func checkOptions() throws(TransferError) {
        guard refused == CURLE_OK else { throw .network(String(cString: curl_easy_strerror(refused))) }
    }

    func set(_ option: CURLoption, _ value: Int) { note(viperline_curl_set_long(raw, option, value)) }

    func set(_ option: CURLoption, _ value: String) { note(viperline_curl_set_string(raw, option, value)) }

    func note(_ code: CURLcode) {
        if refused == CURLE_OK { refused = code }
    }

    func append(header line: String) {
        guard let longer = curl_slist_append(headerList, line) else {
            refused = CURLE_OUT_OF_MEMORY
            return
        }
        headerList = longer
    }

    func setHeaderList() { note(viperline_curl_set_pointer(raw, CURLOPT_HTTPHEADER, headerList)) }

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
