/// The Retry-After header (RFC 9110 §10.2.3): seconds, or a date.
enum RetryAfter {
    /// - Parameter now: seconds since 1970.
    /// - Returns: seconds from `now`, never negative; nil for another text.
    static func seconds(_ value: String, now: Int) -> Int? {
        if !value.isEmpty, value.utf8.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }) {
            return Int(value) ?? .max
        }
        // libcurl's own parser returns 0 both for nonsense and for "now".
        return HTTPDate.seconds(value).map { max(0, $0 - now) }
    }
}
