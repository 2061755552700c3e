import CCurl

/// HTTP dates (RFC 9110 §5.6.7), in any form that libcurl parses.
enum HTTPDate {
    /// - Returns: seconds since 1970; nil for another text.
    static func seconds(_ text: String) -> Int? {
        let date = curl_getdate(text, nil)
        return date < 0 ? nil : Int(date)
    }
}
