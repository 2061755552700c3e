/// The secrets within a text: the value of a URL's or a command's parameter (`?key=…`, `--token=…`), the password before
/// a URL's host (RFC 3986, userinfo), the rest of a header's line (`Cookie: …`).
///
/// Each is looked for from the character that gives it away, in time that grows with the text: there are pictures among
/// the texts, and regular expressions would go back over them again and again.
enum SecretParameters {
    /// Where they stand, in order.
    static func ranges(in text: [UInt8]) -> [Range<Int>] {
        var ranges: [Range<Int>] = []
        for (index, byte) in text.enumerated() where index >= ranges.last?.upperBound ?? 0 {
            let value: Range<Int>? =
                switch byte {
                case UInt8(ascii: "="): parameter(in: text, at: index)
                case UInt8(ascii: ":"): header(in: text, at: index) ?? password(in: text, at: index)
                default: nil
                }
            if let value, !value.isEmpty { ranges.append(value) }
        }
        return ranges
    }

    private static func parameter(in text: [UInt8], at equals: Int) -> Range<Int>? {
        guard SecretName.matches(name(in: text, before: equals)) else { return nil }
        let value = text[(equals + 1)...].prefix { !#"&#;"'"#.utf8.contains($0) && $0 > 0x20 }
        return value.indices
    }

    private static func header(in text: [UInt8], at colon: Int) -> Range<Int>? {
        let name = name(in: text, before: colon)
        let start = colon - name.utf8.count
        guard start == 0 || text[start - 1] == 0x0A, SecretName.matches(name) else { return nil }
        let value = text[(colon + 1)...].prefix { $0 != 0x0A && $0 != 0x0D }
        return value.drop { $0 == 0x20 }.indices
    }

    /// - Parameter colon: that of `://`.
    private static func password(in text: [UInt8], at colon: Int) -> Range<Int>? {
        guard text[colon...].starts(with: "://".utf8) else { return nil }
        let authority = text[(colon + 3)...].prefix { !"/?#".utf8.contains($0) && $0 > 0x20 }
        guard let end = authority.lastIndex(of: UInt8(ascii: "@")),
            let start = authority[..<end].firstIndex(of: UInt8(ascii: ":"))
        else { return nil }
        return start + 1..<end
    }

    /// No name is longer than this.
    private static let longestName = 64

    private static func name(in text: [UInt8], before end: Int) -> String {
        let name = text[..<end].suffix(longestName).reversed().prefix { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
                true
            default: false
            }
        }
        return String(decoding: name.reversed(), as: UTF8.self)
    }
}
