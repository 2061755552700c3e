import Encodings

/// The parameters of a query, as forms and URLs encode them: `%XX`, and `+` for a space.
struct QueryParameters {
    /// The first value of each name.
    private(set) var values: [String: String] = [:]
    /// All parameters in order, decoded.
    private var pairs: [(name: String, value: String)] = []

    /// - Parameter query: the raw query, without its question mark.
    init(_ query: String) {
        for pair in query.split(separator: "&") {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let name = Self.decode(parts[0])
            let value = parts.count > 1 ? Self.decode(parts[1]) : ""
            pairs.append((name, value))
            if values[name] == nil { values[name] = value }
        }
    }

    subscript(name: String) -> String? { values[name] }

    func integer(_ name: String) -> Int? { values[name].flatMap { Int($0) } }

    /// The query with a parameter replaced in place, or else appended.
    func query(setting name: String, to value: String) -> String {
        var changed = pairs.map { $0.name == name ? (name: name, value: value) : $0 }
        if values[name] == nil { changed.append((name, value)) }
        return changed.map { "\(Self.rule.encode($0.name))=\(Self.rule.encode($0.value))" }.joined(separator: "&")
    }

    private static let rule = PercentEncoding(keeping: "-._", blankIsPlus: true)

    /// A `%` without an escape is literal, and invalid UTF-8 is repaired: real clients send both.
    private static func decode(_ text: Substring) -> String {
        String(decoding: PercentEncoding.decode(text.utf8, isForm: true).bytes, as: UTF8.self)
    }
}
