import CCurl

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
