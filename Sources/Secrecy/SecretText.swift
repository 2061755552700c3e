/// Finds secrets within a text: parameters of URLs and commands (`?key=…`, `--token …`), passwords in URLs (RFC 3986,
/// userinfo), header lines (`Cookie: …`), credentials (`Bearer …`), private keys, and tokens of well-known services.
///
/// Each search starts at a telltale character and runs in linear time: some texts are whole pictures, over which
/// regular expressions would backtrack.
package enum SecretText {
    /// Whether the text contains a secret.
    package static func holdsSecret(_ text: String) -> Bool { !ranges(in: Array(text.utf8)).isEmpty }

    /// The secrets' places, in order.
    static func ranges(in text: [UInt8]) -> [Range<Int>] {
        var ranges: [Range<Int>] = []
        var at = 0
        while at < text.count {
            if let value = secret(in: text, at: at), !value.isEmpty, value.lowerBound >= ranges.last?.upperBound ?? 0 {
                ranges.append(value)
                at = max(at + 1, value.upperBound)
            } else {
                at += 1
            }
        }
        return ranges
    }

    private static func secret(in text: [UInt8], at index: Int) -> Range<Int>? {
        switch text[index] {
        case UInt8(ascii: "="): parameter(in: text, at: index, valueAt: index + 1)
        case UInt8(ascii: "%"):
            text[index...].prefix(3).elementsEqual("%3D".utf8) || text[index...].prefix(3).elementsEqual("%3d".utf8)
                ? parameter(in: text, at: index, valueAt: index + 3) : nil
        case UInt8(ascii: ":"):
            header(in: text, at: index) ?? member(in: text, at: index) ?? password(in: text, at: index)
                ?? remark(in: text, at: index)
        case UInt8(ascii: "-"): SecretValue.privateKey(in: text, at: index) ?? option(in: text, at: index)
        default: SecretValue.credentials(in: text, at: index) ?? SecretValue.known(in: text, at: index)
        }
    }

    /// `name=value`, and `name = "value"`.
    private static func parameter(in text: [UInt8], at equals: Int, valueAt start: Int) -> Range<Int>? {
        let name = name(in: text, before: equals)
        guard name.isEmpty else { return unspacedParameter(name, in: text, at: start, isNested: start > equals + 1) }
        let blanks = text[..<equals].reversed().prefix(4).prefix { $0 == 0x20 }.count
        let behind = text[start...].prefix(4).drop { $0 == 0x20 || $0 == UInt8(ascii: ">") }.startIndex
        guard blanks > 0, behind < text.count, isQuote(text[behind]) else { return nil }
        guard SecretName.matches(unquotedName(in: text, before: equals - blanks)) else { return nil }
        return quoted(in: text, at: behind)
    }

    /// - Parameter isNested: whether the URL is itself a parameter's value, and its `=` and `&` are escaped.
    private static func unspacedParameter(
        _ name: String, in text: [UInt8], at start: Int, isNested: Bool
    ) -> Range<Int>? {
        if start < text.count, isQuote(text[start]) {
            return SecretName.matches(name) ? quoted(in: text, at: start) : nil
        }
        guard SecretName.mayBeParameter(name) else { return nil }
        let value = text[start...].prefix { !#"&#;"'\<>`)"#.utf8.contains($0) && $0 > 0x20 }
        guard SecretName.isSecretParameter(name, withValue: beginning(of: value)) else { return nil }
        return start..<(isNested ? firstEscapedAmpersand(in: value) ?? value.endIndex : value.endIndex)
    }

    /// The part of a value that is examined.
    private static func beginning(of value: ArraySlice<UInt8>) -> String {
        String(decoding: value.prefix(256), as: UTF8.self)
    }

    private static func firstEscapedAmpersand(in value: ArraySlice<UInt8>) -> Int? {
        value.indices.first { value[$0...].starts(with: "%26".utf8) }
    }

    /// The rest of a header line: at the beginning of a line, as tools print it, or quoted, as in a command.
    private static func header(in text: [UInt8], at colon: Int) -> Range<Int>? {
        let name = name(in: text, before: colon)
        let start = colon - name.utf8.count
        guard !name.isEmpty, SecretName.matches(name) else { return nil }
        let quote = start > 0 && isQuote(text[start - 1]) ? text[start - 1] : nil
        guard quote != nil || beginsLine(in: text, at: start) || followsOption(in: text, at: start) else { return nil }
        let value = text[(colon + 1)...].prefix { $0 != 0x0A && $0 != 0x0D && $0 != quote }
        // `"name": "value"` is a member.
        return quote == nil || value.drop { $0 == 0x20 }.first.map { !isQuote($0) } ?? false
            ? value.drop { $0 == 0x20 }.indices : nil
    }

    /// At the text's beginning, or behind the mark of a log, a list or `curl -v`.
    private static func beginsLine(in text: [UInt8], at start: Int) -> Bool {
        let before = text[..<start].suffix(8).reversed().drop { " \t-><*".utf8.contains($0) }
        return before.first == 0x0A || before.isEmpty && start <= 8
    }

    private static func followsOption(in text: [UInt8], at start: Int) -> Bool {
        let before = text[..<start].suffix(10)
        return [" -H ", "-H", "--header ", "--header="].contains {
            before.elementsEqual($0.utf8) || before.ends(with: $0)
        }
    }

    /// `"name":"value"` in a text that is not JSON as a whole; the quotes may be escaped.
    private static func member(in text: [UInt8], at colon: Int) -> Range<Int>? {
        let blanks = text[..<colon].reversed().prefix(4).prefix { $0 == 0x20 }.count
        let name = unquotedName(in: text, before: colon - blanks)
        let start = text[(colon + 1)...].prefix(4).drop { $0 == 0x20 || $0 == UInt8(ascii: "\\") }.startIndex
        guard !name.isEmpty, start < text.count, isQuote(text[start]), let value = quoted(in: text, at: start) else {
            return nil
        }
        return SecretName.isSecret(name, withValue: beginning(of: text[value])) ? value : nil
    }

    /// `the token: abc123` in the middle of a line.
    private static func remark(in text: [UInt8], at colon: Int) -> Range<Int>? {
        let name = name(in: text, before: colon)
        guard !name.isEmpty, SecretName.matches(name) else { return nil }
        let value = text[(colon + 1)...].drop { $0 == 0x20 }.prefix { $0 > 0x20 && !#"",;'"#.utf8.contains($0) }
        let word = beginning(of: value)
        return value.count >= 6 && SecretValue.isMixed(word) && word.utf8.contains { 0x30...0x39 ~= $0 }
            ? value.indices : nil
    }

    /// - Parameter colon: that of `://`.
    private static func password(in text: [UInt8], at colon: Int) -> Range<Int>? {
        guard text[colon...].starts(with: "://".utf8) else { return nil }
        let authority = text[(colon + 3)...].prefix { !"/?#".utf8.contains($0) && $0 > 0x20 }
        guard let end = authority.lastIndex(of: UInt8(ascii: "@")) else { return slackHook(in: text, at: colon) }
        guard let start = authority[..<end].firstIndex(of: UInt8(ascii: ":")) else {
            // A token as the user name.
            let name = String(decoding: authority[..<end], as: UTF8.self)
            return SecretValue.isTokenLike(name) ? authority.startIndex..<end : nil
        }
        return start + 1..<end
    }

    private static let slack = Array("://hooks.slack.com/services/".utf8)

    /// Knowing the address is enough to post.
    private static func slackHook(in text: [UInt8], at colon: Int) -> Range<Int>? {
        guard text[colon...].starts(with: slack) else { return nil }
        return text[(colon + slack.count)...].prefix { $0 > 0x20 && !#""'<>\"#.utf8.contains($0) }.indices
    }

    /// `--token value`, `-u name:value`.
    private static func option(in text: [UInt8], at dash: Int) -> Range<Int>? {
        guard dash == 0 || text[dash - 1] <= 0x20 || isQuote(text[dash - 1]) else { return nil }
        let word = text[dash...].prefix(longestName).prefix { $0 > 0x20 && $0 != UInt8(ascii: "=") }
        let rest = text[word.endIndex...].drop { $0 == 0x20 }
        guard rest.startIndex > word.endIndex, let first = rest.first, first != UInt8(ascii: "-") else { return nil }
        let value =
            isQuote(first)
            ? quoted(in: text, at: rest.startIndex) : rest.prefix { $0 > 0x20 && !#""'"#.utf8.contains($0) }.indices
        guard let value else { return nil }
        if CommandOption.isUser(word), let password = CommandOption.password(in: text, value) { return password }
        return CommandOption.isSecret(word, withValue: beginning(of: text[value]))
            ? value : nil
    }

    private static func isQuote(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") || byte == UInt8(ascii: "`")
    }

    /// The text between quotes, or up to the line's end without a closing one.
    private static func quoted(in text: [UInt8], at start: Int) -> Range<Int>? {
        let quote = text[start]
        var value = text[(start + 1)...].prefix { $0 != quote && $0 != 0x0A }
        if value.last == UInt8(ascii: "\\") { value = value.dropLast() }
        return value.indices
    }

    /// A name, quoted or not.
    private static func unquotedName(in text: [UInt8], before end: Int) -> String {
        var end = end
        if end > 0, isQuote(text[end - 1]) { end -= 1 }
        if end > 0, text[end - 1] == UInt8(ascii: "\\") { end -= 1 }
        return name(in: text, before: end)
    }

    /// The longest name, in bytes.
    private static let longestName = 64

    private static func name(in text: [UInt8], before end: Int) -> String {
        let name = text[..<end].suffix(longestName).reversed().prefix { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."):
                true
            default: false
            }
        }
        return String(decoding: name.reversed(), as: UTF8.self)
    }
}

extension ArraySlice<UInt8> {
    fileprivate func ends(with text: String) -> Bool { suffix(text.utf8.count).elementsEqual(text.utf8) }
}
