import TerminalText
@testable import TerminalView
import TestSupport
import Testing
import ViewMessages

/// Cells as numbers: nothing is lost, and nothing grows without bound.
@Suite struct CellBufferTests {
    @Test func aCellHas16Bytes() {
        expect(MemoryLayout<PackedCell>.size == 16 && MemoryLayout<PackedCell>.stride == 16)
    }

    private static let styles: [CellStyle] =
        Look.allCases.map { CellStyle(color: .palette(255), background: .rgb(255, 0, 1), look: $0) } + [
            .plain, .match, CellStyle(isDim: true, isReversed: true, color: .rgb(1, 2, 255), background: .palette(0)),
            .failure.toned(.warning),
        ]

    @Test(arguments: styles) func aStyleKeepsItsProperties(_ style: CellStyle) {
        var copy = CellStyle(
            isBold: style.isBold, isDim: style.isDim, isReversed: style.isReversed, isUnderlined: style.isUnderlined,
            color: style.color, background: style.background, look: style.look)
        (copy.isItalic, copy.isUnderlinedWithoutColor) = (style.isItalic, style.isUnderlinedWithoutColor)
        expect(copy, equals: style)
        for change: (inout CellStyle) -> Void in [
            { $0.isBold.toggle() }, { $0.isDim.toggle() }, { $0.isReversed.toggle() }, { $0.isUnderlined.toggle() },
            { $0.isItalic.toggle() }, { $0.isUnderlinedWithoutColor.toggle() },
        ] {
            change(&copy)
            expect(copy != style && copy.look == style.look && copy.color == style.color)
            expect(copy.background, equals: style.background)
            change(&copy)
        }
        (copy.color, copy.background, copy.look) = (nil, nil, nil)
        expect(copy.color == nil && copy.background == nil && copy.look == nil && copy.isBold == style.isBold)
    }

    @Test func aBufferGivesBackItsCells() throws {
        let link = try require(Hyperlink("https://a.example/1", number: 7))
        var rest = Cell(character: " ", style: .quiet)
        (rest.isContinuation, rest.link) = (true, link)
        var mark = Cell(character: "ש", style: .strong)
        mark.endsRightToLeft = true
        var picture = Cell.blank
        picture.picture = 0x5650_0001
        var linked = Cell(character: "👨‍👩‍👧‍👦", style: .match)
        linked.link = link
        let cells = [
            .blank, Cell(character: "e\u{301}", style: .accent), Cell(character: "é", style: .accent), rest, mark,
            picture, linked,
        ]
        var buffer = CellBuffer(Size(columns: cells.count, rows: 1))
        for (column, cell) in cells.enumerated() { buffer[0, column] = cell }
        expect(buffer.row(0), equals: cells)
        expect(
            buffer.row(0)[1].character.unicodeScalars.count == 2 && buffer.row(0)[2].character.unicodeScalars.count == 1
        )
    }

    /// Whatever was drawn before, which decides about the numbers.
    @Test func buffersAreEqualWhereTheyShowTheSame() {
        let size = Size(columns: 20, rows: 2)
        let texts = ["e\u{301}", "👨‍👩‍👧‍👦", "🇩🇪", "हि"]
        func drawn(_ order: [String]) -> CellBuffer {
            var buffer = CellBuffer(size)
            for text in order { buffer.write(StyledText(text), row: 0, column: 0) }
            buffer.fill(row: 0, 0..<20)
            buffer.write(StyledText(texts.joined()), row: 1, column: 0)
            return buffer
        }
        let buffer = drawn(texts)
        let other = drawn(texts.reversed())
        expect(buffer, equals: other)
        var painter = Painter(inColor: true)
        _ = painter.paint(Frame(buffer))
        #expect(painter.paint(Frame(other)).isEmpty)
        var changed = other
        changed.write(StyledText("x"), row: 1, column: 0)
        #expect(changed != other)
    }

    /// Letters, marks, jamo, flags and joiners in any order are the characters that Swift makes of them.
    @Test(arguments: 0..<6) func aTextIsDividedIntoItsCharacters(_ seed: UInt64) {
        let pieces = [
            "a", "b", " ", "é", "ß", "ſ", "─", "★", "→", "☺", "日", "カ", "か", "e\u{301}", "\u{301}", "\u{200D}",
            "\u{FE0F}",
            "👍", "🏽", "🇩", "हि", "ש", "\u{1112}", "\u{1161}", "\r\n", "\t", "\u{AD}", "\u{600}", "\u{7F}", "\u{3099}",
        ]
        var random = Seeded(seed: seed)
        for _ in 0..<400 {
            let text = (0..<Int.random(in: 0..<12, using: &random)).compactMap { _ in
                pieces.randomElement(using: &random)
            }
            .joined()
            let size = Size(columns: Int.random(in: 1..<20, using: &random), rows: 1)
            var whole = CellBuffer(size)
            var single = CellBuffer(size)
            let end = whole.write(StyledText(text), row: 0, column: 0, isWhole: false)
            var column = 0
            for character in text {
                let next = single.write(StyledText(String(character)), row: 0, column: column, isWhole: false)
                if next == column, CellWidth.of(character) > 0 { break }
                column = next
            }
            expect(whole == single && end == column, "\(text.debugDescription) on \(size.columns)")
        }
    }

    /// A hostile sender has millions of characters.
    @Test func theTableIsBoundedOverASession() throws {
        let size = Size(columns: 60, rows: 12)
        var painter = Painter(inColor: true, hasLinks: true)
        var terminal = TinyTerminal(size)
        for round in 0..<40 {
            var buffer = painter.takeBuffer(size)
            #expect(buffer.table.count <= CellTable.mostKept * 2)
            for row in 0..<size.rows {
                var text = StyledText()
                for column in 0..<size.columns {
                    let number = UInt32((round * 7 + row) * size.columns + column)
                    let marks = [number % 40, number / 40 % 40, number / 1600].compactMap {
                        Unicode.Scalar(0x300 + $0 % 64)
                    }
                    let link = Hyperlink("https://a.example/\(number)", number: Int(number))
                    text.append("a" + String(String.UnicodeScalarView(marks)), link: link)
                }
                buffer.write(text, row: row, column: 0)
            }
            let frame = Frame(buffer)
            terminal.receive(painter.paint(frame))
            let isRight = terminal.buffer == frame.buffer
            try require(isRight && terminal.unknown.isEmpty, "round \(round)")
        }
    }
}
