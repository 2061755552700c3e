import ScreenModel
import TerminalText
import TerminalView

/// The part of a terminal that the painter uses; unknown sequences are recorded for the test to report.
struct TinyTerminal {
    /// How many cells the terminal gives to a multi-scalar character. Real terminals differ.
    enum Widths: CaseIterable {
        /// Like our own widths.
        case clusters
        /// Each scalar takes its own cells, as in xterm.
        case scalars
        /// The width of the first scalar.
        case firstScalars
    }

    private(set) var buffer: CellBuffer
    private(set) var cursor = Position(row: 0, column: 0)
    private(set) var cursorIsVisible = true
    private(set) var unknown: [String] = []
    /// The cells printed or erased, those erased, and whether rows were scrolled.
    private(set) var touched: Set<[Int]> = []
    private(set) var erased: Set<[Int]> = []
    private(set) var hasScrolled = false
    private let widths: Widths
    private var margins: ClosedRange<Int>
    private var style = CellStyle.plain
    private(set) var link: Hyperlink?

    init(_ size: Size, widths: Widths = .clusters) {
        buffer = CellBuffer(size)
        margins = 0...max(size.rows - 1, 0)
        self.widths = widths
    }

    mutating func receive(_ bytes: [UInt8]) {
        touched = []
        erased = []
        hasScrolled = false
        var rest = String(decoding: bytes, as: UTF8.self).unicodeScalars[...]
        while let first = rest.first {
            switch first {
            case "\u{1B}":
                rest = rest.dropFirst()
                switch rest.popFirst() {
                case "M": index(by: -1)
                case "]":
                    let body = rest.prefix { $0 != "\u{1B}" && $0 != "\u{7}" }
                    rest = rest.dropFirst(body.count)
                    if rest.popFirst() == "\u{1B}" { rest = rest.dropFirst() }
                    operate(String(Substring(body)))
                default:
                    let body = rest.prefix { "0"..."9" ~= $0 || $0 == ";" || $0 == "?" }
                    rest = rest.dropFirst(body.count)
                    control(String(Substring(body)), Character(rest.popFirst() ?? "?"))
                }
            case "\n":
                index(by: 1)
                rest = rest.dropFirst()
            case "\r":
                cursor.column = 0
                rest = rest.dropFirst()
            default:
                let text = rest.prefix { $0 != "\u{1B}" && $0 != "\n" && $0 != "\r" }
                rest = rest.dropFirst(text.count)
                print(String(Substring(text)))
            }
        }
    }

    private mutating func print(_ text: String) {
        switch widths {
        case .clusters: for character in text { print(character, CellWidth.of(character)) }
        case .scalars:
            for scalar in text.unicodeScalars { print(Character(scalar), CellWidth.of(Character(scalar))) }
        case .firstScalars:
            for character in text {
                print(character, character.unicodeScalars.first.map { CellWidth.of(Character($0)) } ?? 0)
            }
        }
    }

    private mutating func print(_ character: Character, _ width: Int) {
        guard width > 0 else { return combine(character) }
        let columns = buffer.size.columns
        if cursor.column + width > columns {
            if widths == .clusters { unknown.append("over the edge") }
            // Without wrapping, the last column is overwritten.
            cursor.column = max(columns - width, 0)
        }
        for column in cursor.column..<min(cursor.column + width, columns) {
            blankWhatIsWide(at: column)
            touched.insert([cursor.row, column])
            var cell = Cell.blank
            cell.character = column == cursor.column ? character : " "
            cell.isContinuation = column > cursor.column
            cell.style = cell.character == " " && !cell.isContinuation ? style.onBlank : style
            cell.link = link
            buffer[cursor.row, column] = cell
        }
        cursor.column += width
    }

    /// A scalar without a width joins the cell before it.
    private mutating func combine(_ character: Character) {
        var column = cursor.column - 1
        while column > 0, buffer[cursor.row, column].isContinuation { column -= 1 }
        guard column >= 0 else { return unknown.append("zero width") }
        if character == "\u{200E}" {
            buffer[cursor.row, column].endsRightToLeft = true
        } else if widths == .scalars {
            let joined = String(buffer[cursor.row, column].character) + String(character)
            if joined.count == 1 { buffer[cursor.row, column].character = Character(joined) }
        } else {
            unknown.append("zero width")
        }
    }

    /// Overwriting part of a wide character removes all of it.
    private mutating func blankWhatIsWide(at column: Int) {
        let row = cursor.row
        var start = column
        while start > 0, buffer[row, start].isContinuation { start -= 1 }
        var end = column + 1
        while end < buffer.size.columns, buffer[row, end].isContinuation { end += 1 }
        guard end - start > 1 else { return }
        for column in start..<end { buffer[row, column] = .blank }
    }

    private mutating func index(by step: Int) {
        let isAtMargin = cursor.row == (step > 0 ? margins.upperBound : margins.lowerBound)
        guard isAtMargin else {
            cursor.row = min(max(cursor.row + step, 0), buffer.size.rows - 1)
            return
        }
        if style != .plain || link != nil { unknown.append("scroll in style") }
        hasScrolled = true
        guard let scroll = Scroll(rows: margins.lowerBound..<margins.upperBound + 1, distance: step) else { return }
        buffer = buffer.scrolled(scroll)
    }

    /// An operating system command. The view writes that of links (OSC 8) among the cells.
    private mutating func operate(_ body: String) {
        let fields = body.split(separator: ";", maxSplits: 2, omittingEmptySubsequences: false)
        guard fields.count == 3, fields[0] == "8", fields[1].isEmpty == fields[2].isEmpty else {
            return unknown.append("OSC \(body)")
        }
        link = Hyperlink(String(fields[2]), number: Int(fields[1].drop { !$0.isNumber }) ?? -1)
        if link == nil, !fields[2].isEmpty { unknown.append("OSC \(body)") }
    }

    private mutating func control(_ body: String, _ final: Character) {
        let numbers = body.split(separator: ";", omittingEmptySubsequences: false).map { Int($0) ?? 0 }
        switch (final, body) {
        case ("H", _): cursor = Position(row: numbers[0] - 1, column: numbers[1] - 1)
        case ("C", _): cursor.column += max(numbers[0], 1)
        case ("A", ""): if cursor.row != margins.lowerBound { cursor.row -= 1 }
        case ("r", ""):
            margins = 0...buffer.size.rows - 1
            cursor = Position(row: 0, column: 0)
        case ("r", _):
            margins = numbers[0] - 1...numbers[1] - 1
            cursor = Position(row: 0, column: 0)
        case ("m", _): style = Self.style(numbers, from: style)
        case ("J", "2"): buffer = CellBuffer(buffer.size)
        case ("K", ""):
            for column in cursor.column..<buffer.size.columns {
                blankWhatIsWide(at: column)
                touched.insert([cursor.row, column])
                erased.insert([cursor.row, column])
                buffer[cursor.row, column] = .blank
            }
            if style != .plain || link != nil { unknown.append("erase in style") }
        case ("h", "?25"): cursorIsVisible = true
        case ("l", "?25"): cursorIsVisible = false
        case ("h", "?2026"), ("l", "?2026"): break
        default: unknown.append("CSI \(body)\(final)")
        }
    }

    private static func style(_ numbers: [Int], from current: CellStyle) -> CellStyle {
        var style = current
        for number in numbers {
            switch number {
            case 1: style.isBold = true
            case 2: style.isDim = true
            case 3: style.isItalic = true
            case 4: style.isUnderlined = true
            case 7: style.isReversed = true
            case 30...37: style.color = .palette(UInt8(number - 30))
            default: style = .plain
            }
        }
        return style
    }
}
