/// A strict reader of the HTML that we write: double quotes around every value, no comments. What it cannot read is an attack
/// that has worked.
struct MarkupTokens {
    struct Attribute: Equatable {
        var name: String
        var value: String?
    }

    struct Tag: Equatable {
        var name: String
        var attributes: [Attribute]
    }

    private(set) var tags: [Tag] = []
    /// What stands between tags, decoded.
    private(set) var texts: [String] = []
    private let bytes: [UInt8]
    private var at = 0

    private static let void: Set = ["meta", "link", "input", "img", "br", "hr", "!doctype"]

    /// - Returns: nil for what is no such HTML.
    init?(_ source: String) {
        bytes = Array(source.utf8)
        var open: [String] = []
        while at < bytes.count {
            guard bytes[at] == UInt8(ascii: "<") else {
                let text = take { $0 != UInt8(ascii: "<") }
                guard !text.contains(UInt8(ascii: ">")) else { return nil }
                texts.append(Self.decoded(text))
                continue
            }
            guard let tag = readTag() else { return nil }
            if tag.name.hasPrefix("/") {
                guard open.popLast() == String(tag.name.dropFirst()) else { return nil }
            } else if !Self.void.contains(tag.name) {
                open.append(tag.name)
            }
            tags.append(tag)
        }
        guard open.isEmpty else { return nil }
    }

    /// Without blanks at the ends and without empty ones.
    var words: String { texts.joined(separator: " ").split(whereSeparator: \.isWhitespace).joined(separator: " ") }

    /// The names, as one text: two pages with other texts have the same.
    var shape: String {
        tags.map { "<\($0.name) \($0.attributes.map(\.name).joined(separator: " "))>" }.joined()
    }

    private mutating func take(while condition: (UInt8) -> Bool) -> ArraySlice<UInt8> {
        let start = at
        while at < bytes.count, condition(bytes[at]) { at += 1 }
        return bytes[start..<at]
    }

    private mutating func readTag() -> Tag? {
        at += 1
        let name = take { Self.isLetter($0) || 0x30...0x39 ~= $0 || $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "!") }
        guard !name.isEmpty else { return nil }
        var tag = Tag(name: String(decoding: name, as: UTF8.self), attributes: [])
        while true {
            _ = take { $0 == 0x20 }
            guard at < bytes.count else { return nil }
            if bytes[at] == UInt8(ascii: ">") {
                at += 1
                return tag
            }
            let name = take { Self.isLetter($0) || $0 == UInt8(ascii: "-") }
            guard !name.isEmpty, at < bytes.count else { return nil }
            var attribute = Attribute(name: String(decoding: name, as: UTF8.self))
            if bytes[at] == UInt8(ascii: "=") {
                at += 1
                guard at < bytes.count, bytes[at] == UInt8(ascii: "\"") else { return nil }
                at += 1
                let value = take { $0 != UInt8(ascii: "\"") }
                guard at < bytes.count, !value.contains(UInt8(ascii: "<")) else { return nil }
                at += 1
                attribute.value = Self.decoded(value)
            }
            tag.attributes.append(attribute)
        }
    }

    private static func isLetter(_ byte: UInt8) -> Bool { 0x61...0x7A ~= byte | 0x20 }

    private static func decoded(_ text: ArraySlice<UInt8>) -> String {
        String(decoding: text, as: UTF8.self).replacing("&lt;", with: "<").replacing("&gt;", with: ">")
            .replacing("&quot;", with: "\"").replacing("&amp;", with: "&")
    }
}
