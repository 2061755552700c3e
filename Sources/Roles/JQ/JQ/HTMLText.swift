/// The text of HTML, as the function `plain` gives it: with the words, the line breaks and the characters that a browser would show.
/// Elements are recognised as in the HTML standard (WHATWG, 13.2.5): what is no tag, or is not closed, is text.
struct HTMLText {
    private let html: [UInt8]
    /// White space is a blank, as in HTML. A text without a tag keeps its own.
    private let collapses: Bool
    private var at = 0
    private var output: [UInt8] = []
    /// Line breaks and a blank before the next character.
    private var breaks = 0
    private var gap = false
    private var preformatted = 0
    private var hasTags = false
    /// True if no tag (or no comment) is closed from here on: each byte is looked at a few times at most.
    private var lacksTagEnd = false
    private var lacksCommentEnd = false

    static func of(_ html: [UInt8]) -> [UInt8] {
        var text = HTMLText(html, collapses: true)
        text.read()
        if text.hasTags { return text.output }
        text = HTMLText(html, collapses: false)
        text.read()
        return text.output
    }

    private init(_ html: [UInt8], collapses: Bool) {
        self.html = html
        self.collapses = collapses
        output.reserveCapacity(html.count)
    }

    private mutating func read() {
        while at < html.count {
            switch html[at] {
            case UInt8(ascii: "<") where passTag(): continue
            case UInt8(ascii: "&"):
                if let (scalar, end) = character() {
                    begin()
                    output += String(scalar).utf8
                    at = end
                } else {
                    add(html[at])
                }
            default: add(html[at])
            }
        }
    }

    private mutating func add(_ byte: UInt8) {
        at += 1
        if collapses, preformatted == 0, Self.isBlank(byte) {
            gap = true
        } else {
            begin()
            output.append(byte)
        }
    }

    /// Writes what separates the next character from those before it.
    private mutating func begin() {
        if !output.isEmpty {
            output += repeatElement(0x0A, count: breaks)
            if gap, breaks == 0 { output.append(0x20) }
        }
        (breaks, gap) = (0, false)
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || 0x09...0x0D ~= byte }

    private func byte(_ place: Int) -> UInt8 { place < html.count ? html[place] : 0 }

    // MARK: Tags

    /// - Returns: whether there is one, or a comment.
    private mutating func passTag() -> Bool {
        let isEnd = byte(at + 1) == UInt8(ascii: "/")
        let start = at + (isEnd ? 2 : 1)
        if Self.isLetter(byte(start)) {
            var end = start
            while end < html.count, !Self.isBlank(html[end]), html[end] != UInt8(ascii: "/"),
                html[end] != UInt8(ascii: ">")
            {
                end += 1
            }
            guard let close = tagEnd(after: end) else { return false }
            let name = Self.name(html[start..<end])
            at = close + 1
            pass(name, isEnd: isEnd)
            return true
        }
        guard isEnd || byte(start) == UInt8(ascii: "!") || byte(start) == UInt8(ascii: "?") else { return false }
        return passComment(start)
    }

    /// The name of a tag in small letters; empty for one that is too long to be known.
    private static func name(_ bytes: ArraySlice<UInt8>) -> String {
        bytes.count > 10 ? "" : String(decoding: bytes.map { 0x41...0x5A ~= $0 ? $0 + 0x20 : $0 }, as: UTF8.self)
    }

    private static func isLetter(_ byte: UInt8) -> Bool { 0x41...0x5A ~= byte & 0xDF }

    /// The place of the tag's ">"; in quotes behind "=" it is part of a value.
    private mutating func tagEnd(after start: Int) -> Int? {
        guard !lacksTagEnd else { return nil }
        var place = start
        var before: UInt8 = 0
        while place < html.count {
            let byte = html[place]
            if byte == UInt8(ascii: ">") { return place }
            if before == UInt8(ascii: "="), byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
                place += 1
                while place < html.count, html[place] != byte { place += 1 }
            }
            if !Self.isBlank(byte) { before = byte }
            place += 1
        }
        lacksTagEnd = true
        return nil
    }

    /// `<!-- … -->`, and what HTML takes for a comment, such as `<!doctype html>`.
    private mutating func passComment(_ start: Int) -> Bool {
        let isWhole = html[start...].starts(with: Array("!--".utf8))
        guard !(isWhole ? lacksCommentEnd : lacksTagEnd) else { return false }
        // `<!-->` is closed, too.
        var place = isWhole ? start + 3 : start
        while place < html.count {
            let isClosed =
                !isWhole || place == start + 3
                || html[place - 1] == UInt8(ascii: "-") && html[place - 2] == UInt8(ascii: "-")
            if html[place] == UInt8(ascii: ">"), isClosed {
                hasTags = true
                at = place + 1
                return true
            }
            place += 1
        }
        if isWhole { lacksCommentEnd = true } else { lacksTagEnd = true }
        return false
    }

    private mutating func pass(_ name: String, isEnd: Bool) {
        hasTags = true
        switch name {
        case "br": breaks += 1
        case "td", "th": gap = true
        case "script", "style": if !isEnd { skipContent(of: name) }
        default:
            guard Self.blocks.contains(name) else { return }
            breaks = max(breaks, 1)
            if name == "pre" { preformatted = max(0, preformatted + (isEnd ? -1 : 1)) }
        }
    }

    /// Skips to the end tag, which is the only one in the content.
    private mutating func skipContent(of name: String) {
        let end = Array("</\(name)".utf8)
        while at < html.count {
            if html[at] == UInt8(ascii: "<"), Self.name(html[at...].prefix(end.count)) == "</\(name)" { return }
            at += 1
        }
    }

    /// Elements that begin and end a line.
    private static let blocks = Set(
        """
        address article aside blockquote body caption center dd details dialog dir div dl dt fieldset figcaption figure footer \
        form h1 h2 h3 h4 h5 h6 head header hgroup hr html legend li main menu nav ol optgroup option p pre search section \
        summary table tbody tfoot thead title tr ul
        """.split(separator: " ").map(String.init))

    // MARK: Characters

    /// The character that stands here as `&name;` or `&#number;`, and the place behind it.
    private func character() -> (Unicode.Scalar, Int)? {
        byte(at + 1) == UInt8(ascii: "#") ? numbered() : named()
    }

    private func named() -> (Unicode.Scalar, Int)? {
        guard let end = html[at...].prefix(Self.longestName).firstIndex(of: UInt8(ascii: ";")) else { return nil }
        guard let code = CharacterNames.codes[String(decoding: html[at + 1..<end], as: UTF8.self)] else { return nil }
        return (Self.scalar(code), end + 1)
    }

    /// Bytes, with "&" and ";".
    private static let longestName = 12

    private func numbered() -> (Unicode.Scalar, Int)? {
        let isHex = byte(at + 2) | 0x20 == UInt8(ascii: "x")
        let start = at + (isHex ? 3 : 2)
        var (code, place): (UInt32, Int) = (0, start)
        while let digit = Self.digit(byte(place)), digit < (isHex ? 16 : 10) {
            // A number beyond Unicode is no character, however long it is.
            code = min(code * (isHex ? 16 : 10) + digit, 0x110000)
            place += 1
        }
        guard place > start else { return nil }
        return (Self.scalar(code), place + (byte(place) == UInt8(ascii: ";") ? 1 : 0))
    }

    private static func digit(_ byte: UInt8) -> UInt32? {
        switch byte {
        case 0x30...0x39: UInt32(byte - 0x30)
        case 0x41...0x46, 0x61...0x66: UInt32((byte & 0xDF) - 0x41) + 10
        default: nil
        }
    }

    /// A blank that does not break is a blank.
    private static func scalar(_ code: UInt32) -> Unicode.Scalar {
        switch code {
        case 0: "\u{FFFD}"
        case 0x80...0x9F:
            Unicode.Scalar(CharacterNames.windows[Int(code - 0x80)]).flatMap { $0 == "\0" ? nil : $0 } ?? "\u{FFFD}"
        case 0xA0: " "
        default: Unicode.Scalar(code) ?? "\u{FFFD}"
        }
    }
}
