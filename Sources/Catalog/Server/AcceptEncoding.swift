/// An Accept-Encoding field (RFC 9110 §12.5.3).
enum AcceptEncoding {
    /// Whether gzip is acceptable; a weight of 0 refuses it.
    static func allowsGzip(_ field: String?) -> Bool {
        guard let field else { return false }
        return field.split(separator: ",").contains { coding in
            let parts = coding.lowercased().split(separator: ";").map { $0.filter { !$0.isWhitespace } }
            guard let name = parts.first, name == "gzip" || name == "*" else { return false }
            let weight = parts.dropFirst().first { $0.hasPrefix("q=") }.flatMap { Double($0.dropFirst(2)) }
            return weight != 0
        }
    }
}
