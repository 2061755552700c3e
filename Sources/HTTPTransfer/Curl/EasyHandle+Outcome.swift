import CCurl

/// The outcome of a hop.
extension EasyHandle {
    var status: Int { number(CURLINFO_RESPONSE_CODE) }

    /// The absolute URL that a redirect leads to.
    var redirectTarget: String? { text(CURLINFO_REDIRECT_URL) }

    var remoteAddress: String? { text(CURLINFO_PRIMARY_IP).flatMap { $0.isEmpty ? nil : $0 } }

    var elapsed: Duration { .microseconds(offset(CURLINFO_TOTAL_TIME_T)) }

    var timeToFirstByte: Duration { .microseconds(offset(CURLINFO_STARTTRANSFER_TIME_T)) }

    /// When the name lookup was done; nil for a reused connection, like the following times.
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

    /// Why the hop failed.
    /// - Parameter timeout: the transfer's whole time, for the error message.
    func error(_ code: CURLcode, host: String, elapsed: Duration, timeout: Duration) -> TransferError {
        if let failure = collector.failure ?? uploadFailure { return failure }
        return switch code {
        case CURLE_COULDNT_CONNECT where LocalFailure.isLackOfDescriptors(socketFailure),
            CURLE_COULDNT_RESOLVE_HOST where LocalFailure.lacksDescriptors,
            CURLE_COULDNT_CONNECT where LocalFailure.lacksDescriptors:
            .exhausted(LocalFailure.tooManyFiles)
        case CURLE_OPERATION_TIMEDOUT: .timeout(nearest(to: elapsed, timeout, Self.connectTimeout))
        case CURLE_URL_MALFORMAT: .invalidURL(words(for: code))
        case CURLE_SSL_CERTPROBLEM: .file("use the client certificate: \(words(for: code))")
        case CURLE_COULDNT_CONNECT where refusedAnAddress: .refusedAddress(host: host)
        case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_ISSUER_ERROR, CURLE_SSL_CACERT_BADFILE:
            .untrusted(words(for: code))
        // libcurl reports a header line over its own limit as out of memory.
        case CURLE_OUT_OF_MEMORY where collector.size == 0: .headersTooLarge(limit: Self.headerLineLimit)
        default: .network(words(for: code))
        }
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

/// libcurl does not tell which of two limits was reached, and its clocks are not exact.
private func nearest(to elapsed: Duration, _ one: Duration, _ other: Duration) -> Duration {
    let distance = { (limit: Duration) in limit > elapsed ? limit - elapsed : elapsed - limit }
    return distance(one) <= distance(other) ? one : other
}
