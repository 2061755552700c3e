import SafeText
import TerminalText
import ViewMessages

/// A row as it is shown, with the styles that its program gave to pieces of it.
struct PaintedText {
    /// More are without a style.
    private static let mostPieces = 100

    private(set) var text = ""
    /// Nil if no piece has a style.
    private(set) var paint: [Paint]?

    /// - Parameter most: the bytes of the text that are needed.
    init(_ row: ArraySlice<UInt8>, tabStop: Int, most: Int) {
        var pieces: [(bytes: Range<Int>, style: String?)] = []
        var (style, begin) = (PaintStyle(), 0)
        let plain = TerminalSequences.removed(from: row) { parameters, end in
            let old = style
            style.set(parameters)
            guard style != old, end > begin, pieces.count < Self.mostPieces else { return }
            pieces.append((begin..<end, old.words))
            begin = end
        }
        pieces.append((begin..<max(begin, plain.count), pieces.count < Self.mostPieces ? style.words : nil))
        var paint: [Paint] = []
        var column = 0
        for piece in pieces where text.utf8.count <= most {
            // A letter that is struck over may have been the end of an earlier piece.
            let bytes = plain[piece.bytes.clamped(to: plain.indices)]
            let shown = Sanitizer.row(String(decoding: bytes, as: UTF8.self), tabStop: tabStop, column: column)
            column += CellWidth.of(shown)
            text += shown
            paint.append(Paint(length: shown.unicodeScalars.count, style: piece.style))
        }
        if paint.contains(where: { $0.style != nil }) { self.paint = paint }
    }
}

/// The style that sequences have set so far (SGR; ECMA-48, 8.3.117), in the words of a theme.
private struct PaintStyle: Equatable {
    private var attributes: [String] = []
    private var color: String?
    private var background: String?

    private static let begins = [1: "bold", 2: "dim", 3: "italic", 4: "underline", 7: "reverse"]
    private static let ends = [22: ["bold", "dim"], 23: ["italic"], 24: ["underline"], 27: ["reverse"]]

    var words: String? {
        let words = attributes + (color.map { [$0] } ?? []) + (background.map { ["on", $0] } ?? [])
        return words.isEmpty ? nil : words.joined(separator: " ")
    }

    mutating func set(_ parameters: ArraySlice<UInt8>) {
        var numbers = Self.numbers(in: parameters)[...]
        while let number = numbers.popFirst() {
            switch number {
            case 0: self = PaintStyle()
            case 30...37: color = "\(number - 30)"
            case 90...97: color = "\(number - 82)"
            case 38: color = Self.color(&numbers) ?? color
            case 39: color = nil
            case 40...47: background = "\(number - 40)"
            case 100...107: background = "\(number - 92)"
            case 48: background = Self.color(&numbers) ?? background
            case 49: background = nil
            default:
                attributes.removeAll { $0 == Self.begins[number] || Self.ends[number]?.contains($0) == true }
                if let begun = Self.begins[number] { attributes.append(begun) }
            }
        }
    }

    /// Colons join the numbers of a colour (`38:2::255:128:0`, with a colour space that nobody uses); elsewhere they add a kind.
    private static func numbers(in parameters: ArraySlice<UInt8>) -> [Int] {
        guard parameters.allSatisfy({ 0x30...0x3B ~= $0 }) else { return [] }
        return parameters.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false).flatMap { group in
            let parts = group.split(separator: UInt8(ascii: ":")).map { Int(String(decoding: $0, as: UTF8.self)) ?? -1 }
            guard let first = parts.first else { return [0] }
            guard first == 38 || first == 48 else { return [first] }
            return parts.count > 5 ? Array(parts.prefix(2) + parts.suffix(3)) : parts
        }
    }

    private static func color(_ numbers: inout ArraySlice<Int>) -> String? {
        switch numbers.popFirst() {
        case 5: return numbers.popFirst().flatMap { UInt8(exactly: $0) }.map { "\($0)" }
        case 2:
            let parts = numbers.prefix(3).compactMap { UInt8(exactly: $0) }
            numbers = numbers.dropFirst(3)
            guard parts.count == 3 else { return nil }
            return "#" + parts.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        default: return nil
        }
    }
}
