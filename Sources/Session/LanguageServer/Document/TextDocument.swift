import Encodings

/// The text of a document that is open in the editor.
struct TextDocument: Sendable {
    /// Bytes of a line that can be marked.
    private static let longestContent = 10_000
    private static let lineBreaks: Set<Character> = ["\n", "\r", "\r\n"]

    let uri: String
    let version: Int?
    /// Absolute; nil if it is not a file of this machine.
    let path: String?
    let bytes: [UInt8]
    let outline: YAMLOutline
    /// The places where the editor's lines begin: after LF, CR, or both.
    private let lines: [Int]
    /// The places where YAML's lines begin: also after the line breaks that only Unicode has, which libyaml counts.
    private let linesOfYAML: [Int]

    init(uri: String, version: Int?, text: String) {
        self.uri = uri
        self.version = version
        path = Self.path(of: uri)
        bytes = Array(text.utf8)
        outline = YAMLOutline(bytes)
        lines = Self.starts(in: text, after: Self.lineBreaks)
        linesOfYAML = Self.starts(in: text, after: Self.lineBreaks.union(["\u{85}", "\u{2028}", "\u{2029}"]))
    }

    private static func starts(in text: String, after breaks: Set<Character>) -> [Int] {
        [0]
            + text.indices.lazy.filter { breaks.contains(text[$0]) }.map {
                text.utf8.distance(from: text.startIndex, to: text.index(after: $0))
            }
    }

    /// The path of a `file:` URI on this machine, whose escapes are decoded; nil for any other.
    static func path(of uri: String) -> String? {
        let scheme = "file://"
        guard uri.lowercased().hasPrefix(scheme) else { return nil }
        let rest = uri.utf8.dropFirst(scheme.utf8.count)
        let host = rest.prefix { $0 != UInt8(ascii: "/") }
        guard host.isEmpty || String(Substring(host)).lowercased() == "localhost" else { return nil }
        let encoded = rest.dropFirst(host.count).prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
        guard let path = PercentEncoding.text(encoded), path.hasPrefix("/"), !path.utf8.contains(0) else { return nil }
        return path
    }

    static func uri(of path: String) -> String { "file://" + PercentEncoding.path.encode(path) }

    func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

    // MARK: - Positions

    /// The offset of a position; one beyond a line's end is that end. Between the halves of a surrogate pair there is no place.
    func offset(of position: TextPosition) -> Int {
        guard position.line >= 0, position.line < lines.count else { return position.line < 0 ? 0 : bytes.count }
        let start = lines[position.line]
        let line = text(start..<(position.line + 1 < lines.count ? lines[position.line + 1] : bytes.count))
        let content = line.prefix { !Self.lineBreaks.contains($0) }
        let units = min(max(position.character, 0), content.utf16.count)
        return start
            + content.utf8.distance(
                from: content.startIndex, to: content.utf16.index(content.startIndex, offsetBy: units))
    }

    func position(of offset: Int) -> TextPosition {
        let line = line(of: offset)
        return TextPosition(
            line: line, character: text(lines[line]..<min(max(offset, lines[line]), bytes.count)).utf16.count)
    }

    func range(_ range: Range<Int>) -> TextRange {
        TextRange(start: position(of: range.lowerBound), end: position(of: range.upperBound))
    }

    /// The place where the line around an offset begins.
    func lineStart(of offset: Int) -> Int { lines[line(of: offset)] }

    private func line(of offset: Int) -> Int { lines.lastIndex { $0 <= offset } ?? 0 }

    /// The content of a line of YAML, without the blanks around it; of a long line, its beginning.
    /// - Parameter number: counted from 1, as in a mistake; nil for the whole file, which is its first line.
    func content(ofLine number: Int?) -> Range<Int> {
        let line = min(max(number ?? 1, 1), linesOfYAML.count) - 1
        let end = line + 1 < linesOfYAML.count ? linesOfYAML[line + 1] : bytes.count
        var range = linesOfYAML[line]..<min(end, linesOfYAML[line] + Self.longestContent)
        while let last = range.last, bytes[last] <= 0x20 { range = range.lowerBound..<last }
        while let first = range.first, bytes[first] <= 0x20 { range = first + 1..<range.upperBound }
        return range
    }
}
