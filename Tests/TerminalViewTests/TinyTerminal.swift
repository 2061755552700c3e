import TerminalText
import TerminalView

/// As much of a terminal as the painter writes for; what it does not know is kept to be complained about.
struct TinyTerminal {
    private(set) var buffer: CellBuffer
    private(set) var cursor = Position(row: 0, column: 0)
    private(set) var cursorIsVisible = true
    private(set) var unknown: [String] = []
    /// The cells that were printed or erased.
    private(set) var touched: Set<[Int]> = []
    private var style = CellStyle.plain

    init(_ size: Size) { buffer = CellBuffer(size) }

    mutating func receive(_ bytes: [UInt8]) {
        touched = []
        var rest = Substring(String(decoding: bytes, as: UTF8.self))
        while let first = rest.first {
            if first == "\u{1B}" {
                let body = rest.dropFirst(2).prefix { $0.isNumber || $0 == ";" || $0 == "?" }
                let final = rest.dropFirst(2 + body.count).first ?? "?"
                control(String(body), final)
                rest = rest.dropFirst(3 + body.count)
            } else {
                print(first)
                rest = rest.dropFirst()
            }
        }
    }

    private mutating func print(_ character: Character) {
        let width = CellWidth.of(character)
        guard width > 0 else { return unknown.append("zero width") }
        guard cursor.column + width <= buffer.size.columns else { return unknown.append("over the edge") }
        buffer.write(StyledText(String(character), style), row: cursor.row, column: cursor.column)
        for column in cursor.column..<cursor.column + width { touched.insert([cursor.row, column]) }
        cursor.column += width
    }

    private mutating func control(_ body: String, _ final: Character) {
        let numbers = body.split(separator: ";", omittingEmptySubsequences: false).map { Int($0) ?? 0 }
        switch (final, body) {
        case ("H", _): cursor = Position(row: numbers[0] - 1, column: numbers[1] - 1)
        case ("C", _): cursor.column += max(numbers[0], 1)
        case ("D", _): cursor.column -= max(numbers[0], 1)
        case ("m", _): style = Self.style(numbers)
        case ("J", "2"): buffer = CellBuffer(buffer.size)
        case ("K", ""):
            for column in cursor.column..<buffer.size.columns { touched.insert([cursor.row, column]) }
            buffer.fill(row: cursor.row, cursor.column..<buffer.size.columns)
            if style != .plain { unknown.append("erase in style") }
        case ("h", "?25"): cursorIsVisible = true
        case ("l", "?25"): cursorIsVisible = false
        case ("h", "?2026"), ("l", "?2026"): break
        default: unknown.append("CSI \(body)\(final)")
        }
    }

    private static func style(_ numbers: [Int]) -> CellStyle {
        var style = CellStyle.plain
        for number in numbers {
            switch number {
            case 1: style.isBold = true
            case 2: style.isDim = true
            case 7: style.isReversed = true
            case 30...37: style.color = .palette(UInt8(number - 30))
            default: style = .plain
            }
        }
        return style
    }
}
