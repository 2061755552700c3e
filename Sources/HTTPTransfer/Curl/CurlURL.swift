import CCurl

/// libcurl's URL parser.
struct CurlURL: ~Copyable {
    enum Part {
        case scheme, host, port, path, query, user, password, wholeWithoutCredentials
    }

    static let noScheme = TransferError.invalidURL("it has no scheme, such as https://")

    private let handle: OpaquePointer

    private init(_ handle: OpaquePointer) {
        self.handle = handle
    }

    deinit { curl_url_cleanup(handle) }

    static func parse(_ text: String) throws(TransferError) -> CurlURL {
        guard let handle = curl_url() else { throw .invalidURL("out of memory") }
        let url = CurlURL(handle)
        // Text behind a NUL would be lost.
        guard !text.utf8.contains(0) else { throw .invalidURL("it contains a NUL") }
        // Other schemes are accepted here so that the refusal can name them.
        let flags = UInt32(CURLU_NON_SUPPORT_SCHEME | CURLU_URLENCODE)
        let code = curl_url_set(handle, CURLUPART_URL, text, flags)
        guard code != CURLUE_BAD_SCHEME else { throw noScheme }
        guard code == CURLUE_OK else { throw .invalidURL(String(cString: curl_url_strerror(code))) }
        try url.writeHostInASCII()
        return url
    }

    private borrowing func writeHostInASCII() throws(TransferError) {
        guard let host = get(CURLUPART_HOST), host.utf8.contains(where: { $0 >= 0x80 }) else { return }
        guard let ascii = HostName.ascii(host), curl_url_set(handle, CURLUPART_HOST, ascii, 0) == CURLUE_OK else {
            throw .invalidURL("\"\(host.prefix(80))\" is not a host name")
        }
    }

    subscript(part: Part) -> String? {
        switch part {
        case .scheme: get(CURLUPART_SCHEME)
        case .host: get(CURLUPART_HOST)
        case .port: get(CURLUPART_PORT, CURLU_DEFAULT_PORT)
        case .path: get(CURLUPART_PATH)
        case .query: get(CURLUPART_QUERY)
        case .user: get(CURLUPART_USER, CURLU_URLDECODE)
        case .password: get(CURLUPART_PASSWORD, CURLU_URLDECODE)
        case .wholeWithoutCredentials: withoutCredentials()
        }
    }

    private func get(_ part: CURLUPart, _ flags: Int32 = 0) -> String? {
        var text: UnsafeMutablePointer<CChar>?
        guard curl_url_get(handle, part, &text, UInt32(flags)) == CURLUE_OK, let text else { return nil }
        defer { curl_free(text) }
        return String(cString: text)
    }

    private func withoutCredentials() -> String? {
        let credentials = [CURLUPART_USER, CURLUPART_PASSWORD, CURLUPART_OPTIONS]
        guard credentials.contains(where: { get($0) != nil }) else { return get(CURLUPART_URL) }
        guard let copy = curl_url_dup(handle) else { return nil }
        defer { curl_url_cleanup(copy) }
        for part in credentials { curl_url_set(copy, part, nil, 0) }
        var text: UnsafeMutablePointer<CChar>?
        guard curl_url_get(copy, CURLUPART_URL, &text, 0) == CURLUE_OK, let text else { return nil }
        defer { curl_free(text) }
        return String(cString: text)
    }
}
