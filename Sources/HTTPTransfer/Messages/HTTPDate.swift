import CCurl

/// The dates of HTTP (RFC 9110 §5.6.7), in any of the forms that libcurl reads.
enum HTTPDate {
    /// - Returns: seconds since 1970; nil for what is no date.
    static func seconds(_ text: String) -> Int? {
        let date = curl_getdate(text, nil)
        return date < 0 ? nil : Int(date)
    }
}
