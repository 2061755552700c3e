import Platform
import CCurl
import CIDN2

/// libcurl's URL parser.
struct CurlURL: ~Copyable {
    static let noScheme = TransferError.invalidURL("it has no scheme, such as https://")

    private let handle: OpaquePointer
    /// True if the text has an `@`; nothing else sets credentials apart.
    private let hasAt: Bool

    private init(_ handle: OpaquePointer, hasAt: Bool) {
        self.handle = handle
        self.hasAt = hasAt
    }

    deinit { curl_url_cleanup(handle) }

    static func parse(_ text: String) throws(TransferError) -> CurlURL {
        guard let handle = curl_url() else { throw .invalidURL("out of memory") }
        var (hasNUL, hasAt, mayBeForeign) = (false, false, false)
        for byte in text.utf8 {
            switch byte {
            case 0: hasNUL = true
            case UInt8(ascii: "@"): hasAt = true
            // libcurl decodes host names.
            case UInt8(ascii: "%"), 0x80...: mayBeForeign = true
            default: break
            }
        }
        let url = CurlURL(handle, hasAt: hasAt)
        // Text behind a NUL would be lost.
        guard !hasNUL else { throw .invalidURL("it contains a NUL") }
        // Other schemes are accepted here so that the refusal can name them.
        let flags = UInt32(CURLU_NON_SUPPORT_SCHEME | CURLU_URLENCODE)
        let code = curl_url_set(handle, CURLUPART_URL, text, flags)
        guard code != CURLUE_BAD_SCHEME else { throw noScheme }
        if code != CURLUE_OK, let scheme = schemeWithoutHost(text) { throw .refusedScheme(scheme) }
        guard code == CURLUE_OK else { throw .invalidURL(String(cString: curl_url_strerror(code))) }
        if mayBeForeign { try url.writeHostInASCII() }
        return url
    }

    /// Schemes of links in pages. Before another colon, there may be a name, and a password behind it.
    private static let schemesWithoutHost: Set = [
        "about", "blob", "cid", "data", "geo", "javascript", "magnet", "mailto", "sms", "tel", "urn", "view-source",
    ]

    private static func schemeWithoutHost(_ text: String) -> String? {
        let scheme = text.prefix { $0 != ":" }.lowercased()
        return schemesWithoutHost.contains(scheme) ? scheme : nil
    }

    private borrowing func writeHostInASCII() throws(TransferError) {
        guard let host = part(CURLUPART_HOST), host.utf8.contains(where: { $0 >= 0x80 }) else { return }
        guard let ascii = HostName.ascii(host), curl_url_set(handle, CURLUPART_HOST, ascii, 0) == CURLUE_OK else {
            throw .invalidURL("\"\(host.prefix(80))\" is not a host name")
        }
    }

    var scheme: String? { part(CURLUPART_SCHEME) }
    var host: String? { part(CURLUPART_HOST) }
    var port: String? { part(CURLUPART_PORT, CURLU_DEFAULT_PORT) }
    var query: String? { part(CURLUPART_QUERY) }
    var user: String? { hasAt ? part(CURLUPART_USER, CURLU_URLDECODE) : nil }
    var password: String? { hasAt ? part(CURLUPART_PASSWORD, CURLU_URLDECODE) : nil }

    private func part(_ part: CURLUPart, _ flags: Int32 = 0) -> String? {
        var text: UnsafeMutablePointer<CChar>?
        guard curl_url_get(handle, part, &text, UInt32(flags)) == CURLUE_OK, let text else { return nil }
        defer { curl_free(text) }
        return String(cString: text)
    }

    /// The whole URL without user and password.
    consuming func withoutCredentials() -> String? {
        if hasAt {
            for part in [CURLUPART_USER, CURLUPART_PASSWORD, CURLUPART_OPTIONS] { curl_url_set(handle, part, nil, 0) }
        }
        return part(CURLUPART_URL)
    }
}

/// Converts host names of all scripts to ASCII (IDNA 2008 with UTS 46, like browsers and curl). libcurl does so only in
/// a UTF-8 locale, which services lack.
enum HostName {
    /// - Returns: the name in ASCII, such as `xn--bcher-kva.example`; nil for an invalid name.
    static func ascii(_ name: String) -> String? {
        guard name.utf8.contains(where: { $0 >= 0x80 }) else { return name }
        let modes = [IDN2_NONTRANSITIONAL, IDN2_TRANSITIONAL]
        return modes.lazy.compactMap { convert(name, $0) }.first
    }

    private static func convert(_ name: String, _ mode: idn2_flags) -> String? {
        var output: UnsafeMutablePointer<UInt8>?
        let flags = Int32(bitPattern: IDN2_NFC_INPUT.rawValue | mode.rawValue)
        guard idn2_lookup_u8(name, &output, flags) == IDN2_OK.rawValue, let output else { return nil }
        defer { idn2_free(output) }
        let ascii = String(cString: output)
        // Some characters map to several, among them slashes, which a host must not contain.
        return ascii.utf8.isWord(with: "-._") ? ascii : nil
    }
}
