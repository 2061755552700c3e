import Encodings

/// The text of a document that is open in the editor.
struct TextDocument: Sendable {
    /// Lines of a document's part in YAML.
    private static let longestContent = 10_000

    let uri: String
    var version: Int?
    /// Absolute; nil if it is not a file of this machine.
    let path: String?
    let bytes: [UInt8]
    /// Where each line of the editor begins: after LF, CR, or both.
    private let lines: [Int]
    /// Where each line of YAML begins: also after the line breaks that only Unicode has, which libyaml counts.
    private let linesOfYAML: [Int]

    init(uri: String, version: Int?, text: String) {
        self.uri = uri
        self.version = version
        path = Self.path(of: uri)
        bytes = Array(text.utf8)
        var (lines, linesOfYAML) = ([0], [0])
        var at = 0
        while at < bytes.count {
            switch bytes[at] {
            case 0x0D where at + 1 < bytes.count && bytes[at + 1] == 0x0A: break
            case 0x0A, 0x0D:
                lines.append(at + 1)
                linesOfYAML.append(at + 1)
            // NEL, U+2028 and U+2029.
            case 0xC2 where bytes[at...].starts(with: [0xC2, 0x85]): linesOfYAML.append(at + 2)
            case 0xE2
            where bytes[at...].starts(with: [0xE2, 0x80, 0xA8]) || bytes[at...].starts(with: [0xE2, 0x80, 0xA9]):
                linesOfYAML.append(at + 3)
            default: break
            }
            at += 1
        }
        self.lines = lines
        self.linesOfYAML = linesOfYAML
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

    // MARK: - Positions

    /// The offset of a position; one beyond a line's end is that end.
    func offset(of position: TextPosition) -> Int {
        guard position.line >= 0, position.line < lines.count else { return position.line < 0 ? 0 : bytes.count }
        let line = range(ofLine: position.line)
        var units = 0
        var at = line.lowerBound
        while at < line.upperBound, units < position.character {
            let length = Self.length(of: bytes[at])
            units += length == 4 ? 2 : 1
            // Between the halves of a pair there is no place.
            if units > position.character { return at }
            at += length
        }
        return min(at, line.upperBound)
    }

    func position(of offset: Int) -> TextPosition {
        let line = Self.line(of: offset, in: lines)
        return TextPosition(
            line: line, character: Self.units(in: bytes[lines[line]..<min(max(offset, lines[line]), bytes.count)]))
    }

    func range(_ range: Range<Int>) -> TextRange {
        TextRange(start: position(of: range.lowerBound), end: position(of: range.upperBound))
    }

    /// What stands in a line of YAML, without the blanks around it; of a long line, its beginning.
    /// - Parameter number: counted from 1, as in a mistake; nil for the whole file, which is its first line.
    func content(ofLine number: Int?) -> Range<Int> {
        let line = min(max(number ?? 1, 1), linesOfYAML.count) - 1
        let end = line + 1 < linesOfYAML.count ? linesOfYAML[line + 1] : bytes.count
        var range = linesOfYAML[line]..<min(end, linesOfYAML[line] + Self.longestContent)
        while let last = range.last, bytes[last] <= 0x20 { range = range.lowerBound..<last }
        while let first = range.first, bytes[first] <= 0x20 { range = first + 1..<range.upperBound }
        return range
    }

    /// Without its line break.
    private func range(ofLine line: Int) -> Range<Int> {
        var end = line + 1 < lines.count ? lines[line + 1] : bytes.count
        while end > lines[line], bytes[end - 1] == 0x0A || bytes[end - 1] == 0x0D { end -= 1 }
        return lines[line]..<end
    }

    func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

    private static func line(of offset: Int, in lines: [Int]) -> Int {
        var (low, high) = (0, lines.count)
        while high - low > 1 {
            let middle = (low + high) / 2
            if lines[middle] <= offset { low = middle } else { high = middle }
        }
        return low
    }

    private static func units(in bytes: ArraySlice<UInt8>) -> Int {
        bytes.reduce(0) { $0 + ($1 & 0xC0 == 0x80 ? 0 : $1 >= 0xF0 ? 2 : 1) }
    }

    private static func length(of first: UInt8) -> Int {
        switch first {
        case 0xF0...: 4
        case 0xE0...: 3
        case 0xC0...: 2
        default: 1
        }
    }
}
