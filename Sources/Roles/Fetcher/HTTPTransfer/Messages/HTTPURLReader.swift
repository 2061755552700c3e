/// Parses URLs one after another. libcurl parses the first one of each host; a plain path behind the same host changes nothing that
/// it would find.
package struct HTTPURLReader: Sendable {
    private struct Known {
        let url: HTTPURL
        /// Bytes before its path.
        let head: Int
    }

    /// The URL before, if another one can follow it without libcurl.
    private var known: Known?
    /// URLs that libcurl had to parse.
    package private(set) var parsed = 0
    /// Bytes. libcurl refuses very long URLs.
    private static let longestPlain = 1 << 16

    package init() {}

    /// Parses a URL as users type it.
    package mutating func read(typed text: String) throws(TransferError) -> HTTPURL {
        if let url = sibling(text) { return url }
        parsed += 1
        let url = try HTTPURL(typed: text)
        // Bytes that libcurl leaves as they are here, it leaves as they are in the next URL.
        known = url.credentials == nil && url.text == text ? Known(url: url, head: url.headLength) : nil
        return url
    }

    private func sibling(_ text: String) -> HTTPURL? {
        let bytes = text.utf8.span
        guard let known, known.head < bytes.count, bytes.count <= Self.longestPlain else { return nil }
        let other = known.url.text.utf8.span
        for place in 0..<known.head where bytes[place] != other[place] { return nil }
        guard let hasQuery = Self.hasQuery(bytes.extracting(known.head..<bytes.count)) else { return nil }
        return HTTPURL(text, besides: known.url, hasQuery: hasQuery)
    }

    /// - Parameter target: the bytes behind the host.
    /// - Returns: whether they have a query; nil if libcurl might encode or interpret any of them.
    private static func hasQuery(_ target: Span<UInt8>) -> Bool? {
        guard target[0] == UInt8(ascii: "/") else { return nil }
        var query: Int?
        for place in target.indices {
            switch target[place] {
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "/"):
                break
            // At the beginning of a segment, it may be a step up.
            case UInt8(ascii: ".") where target[place - 1] != UInt8(ascii: "/"): break
            case UInt8(ascii: "=") where query != nil, UInt8(ascii: "&") where query != nil: break
            case UInt8(ascii: "?") where query == nil: query = place
            default: return nil
            }
        }
        // libcurl drops an empty query.
        return query == target.count - 1 ? nil : query != nil
    }
}
