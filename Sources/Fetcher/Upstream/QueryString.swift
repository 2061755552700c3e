/// Percent-encoded `name=value` pairs of a URL (RFC 3986 §3.4).
enum QueryString {
    /// Pairs without a value are left out.
    static func make(_ pairs: KeyValuePairs<String, String?>) -> String {
        pairs.compactMap { name, value in value.map { "\(encode(name))=\(encode($0))" } }.joined(separator: "&")
    }

    /// The first value of `name` in a URL, still encoded.
    static func value(of name: String, in url: String) -> String? {
        let query = url.prefix { $0 != "#" }.drop { $0 != "?" }.dropFirst()
        let pair = query.split(separator: "&").first { $0.hasPrefix("\(name)=") }
        return pair.map { String($0.dropFirst(name.count + 1)) }
    }

    /// Encodes everything but the unreserved characters (§2.3), so that no value can end its pair.
    static func encode(_ text: String) -> String {
        text.utf8.map { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
                UInt8(ascii: "~"):
                String(UnicodeScalar(byte))
            default:
                "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
            }
        }.joined()
    }
}
