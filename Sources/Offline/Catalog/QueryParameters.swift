/// The parameters of a query, as forms and URLs encode them: `%XX`, and `+` for a space.
struct QueryParameters {
    private var values: [String: String] = [:]
    /// In order, decoded.
    private var pairs: [(name: String, value: String)] = []

    /// - Parameter query: the raw query, without its question mark. Of repeated names, the first counts.
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
        return changed.map { "\(Self.encode($0.name))=\(Self.encode($0.value))" }.joined(separator: "&")
    }

    /// As in forms: a space becomes `+`.
    private static func encode(_ text: String) -> String {
        var output = ""
        for unit in text.utf8 {
            switch unit {
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"):
                output.unicodeScalars.append(Unicode.Scalar(unit))
            case UInt8(ascii: " "): output += "+"
            default: output += "%" + (unit < 16 ? "0" : "") + String(unit, radix: 16, uppercase: true)
            }
        }
        return output
    }

    /// A `%` without an escape is literal, and invalid UTF-8 is repaired: real clients send both.
    private static func decode(_ text: Substring) -> String {
        let units = Array(text.utf8)
        var output: [UInt8] = []
        output.reserveCapacity(units.count)
        var at = 0
        while at < units.count {
            if units[at] == UInt8(ascii: "%"), at + 2 < units.count, let high = hexValue(units[at + 1]),
                let low = hexValue(units[at + 2])
            {
                output.append(high << 4 | low)
                at += 3
            } else {
                output.append(units[at] == UInt8(ascii: "+") ? UInt8(ascii: " ") : units[at])
                at += 1
            }
        }
        return String(decoding: output, as: UTF8.self)
    }

    private static func hexValue(_ unit: UInt8) -> UInt8? {
        switch unit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): unit - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): unit - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): unit - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
