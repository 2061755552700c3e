import ScreenModel
@testable import TerminalView
import TestSupport
import Testing
import ViewMessages
import Wire

/// How the user arranges parts and preview, and how the room is shared without that.
@Suite struct PaneTests {
    private static let text = String(repeating: "All work and no play makes a dull boy. ", count: 60)

    private static func screen(_ parts: [Part], _ preview: String = text) -> Screen {
        Screen(title: "T", parts: parts, preview: [.text(Text(body: preview))])
    }

    private static let rows = [Part.list(List(rows: (1...60).map { Row(id: "\($0)", title: "Row \($0)") }))]

    private static func table(_ widths: [Int], grows: Bool = false) -> [Part] {
        let columns = widths.indices.map { Column(id: "\($0)", title: "C", grows: grows && $0 == 0) }
        let cells = widths.map { TableCell(String(repeating: "x", count: $0)) }
        return [.table(Table(columns: columns, rows: [TableRow(id: "1", cells: cells)]))]
    }

    /// The columns of the parts; nil where no preview is beside them.
    private static func split(_ state: ViewState) -> Int? {
        let panes = state.top?.panes(in: state.size)
        return panes?.border == .vertical ? panes?.parts.columns : nil
    }

    // MARK: Sharing

    @Test(
        arguments: [
            // A table has what its columns need: 40, a gap of 2, 20, gutter and margin of 4.
            (table([40, 20]), 200, 200 - 96), (table([40, 20]), 120, 66), (table([40, 40, 40]), 200, 120),
            (table([8]), 120, 36), (table([90], grows: true), 160, 94),
            // Texts have half.
            ([.text(Text(body: text))], 200, 100), (rows, 100, 30), (rows, 400, 240),
        ] as [([Part], Int, Int)])
    func thePartsHaveWhatTheyNeed(_ parts: [Part], _ columns: Int, _ expected: Int) throws {
        expect(Self.split(try .showing(Self.screen(parts), columns: columns)), equals: expected)
    }

    /// Regression: a table of 200 columns had half, and texts beside it were wrapped at half as many.
    @Test func aTextHasItsReadableWidth() throws {
        let state = try ViewState.showing(Self.screen(Self.table([40, 20])), columns: 200)
        let widest = state.lines.compactMap { $0.split(separator: "│").last?.count }.max() ?? 0
        #expect(widest > 85)
    }

    /// Regression: a preview that came after its rows had half.
    @Test func rowsThatCameFirstHaveWhatTheyNeed() throws {
        var screen = Self.screen(Self.table([40, 20]))
        screen.preview = nil
        var state = try ViewState.showing(Screen(title: "T", prompt: Prompt(placeholder: "Search")), columns: 120)
        try state.receive(Fixture.show(screen))
        expect(Self.split(state), equals: nil)
        try state.receive(Fixture.show(Self.screen(screen.parts)))
        expect(Self.split(state), equals: 66)
    }

    /// Another row is selected, the next page comes, other words are searched.
    @Test func theBorderDoesNotMoveBack() throws {
        var state = try ViewState.showing(Self.screen(Self.table([30, 20])), columns: 120)
        expect(Self.split(state), equals: 56)
        for (widths, expected) in [([20, 10], 56), ([40, 20], 66), ([8], 66)] {
            try state.receive(Fixture.show(Self.screen(Self.table(widths))))
            expect(Self.split(state), equals: expected)
        }
    }

    // MARK: Arranging

    @Test func theBorderMovesWithKeys() throws {
        var state = try ViewState.showing(Self.screen(Self.rows), columns: 120)
        for (keys, expected) in [
            ([">"], 40), (["<", "<"], 32), (["5", ">"], 52), (["9", "9", "9", ">"], 100), (["<"], 96),
            (["9", "9", "9", "9", "9", "9", "<"], 20), ([">"], 24), (["="], 36),
        ] as [([Key], Int)] {
            state.handle(all: keys)
            expect(Self.split(state), equals: expected)
        }
        expect(state.lines.first { $0.contains("Row 3") }?.contains("│"), equals: true)
        var below = try ViewState.showing(Self.screen(Self.rows), columns: 80, rows: 30)
        func lines() -> Int? { below.top?.panes(in: below.size).parts.rows.count }
        expect(lines(), equals: 16)
        for (keys, expected) in [
            ([">"], 17), (["4", "<"], 13), (["9", "9", "<"], 3), (["9", "9", ">"], 23), (["="], 16),
        ]
            as [([Key], Int)]
        {
            below.handle(all: keys)
            expect(lines(), equals: expected)
        }
    }

    @Test func theBorderIsDragged() throws {
        for (size, from, to) in [
            (Size(columns: 120, rows: 24), Position(row: 9, column: 36), Position(row: 3, column: 70)),
            (Size(columns: 80, rows: 30), Position(row: 18, column: 7), Position(row: 9, column: 60)),
        ] {
            var state = try ViewState.showing(Self.screen(Self.rows), columns: size.columns, rows: size.rows)
            _ = state.draw(on: CellBuffer(size))
            func mouse(_ kind: MouseEvent.Kind, _ position: Position) -> [KeyEffect] {
                state.handle(.mouse(MouseEvent(kind, at: position)))
            }
            let before = state.top?.panes(in: size)
            expect(mouse(.drag, to).isEmpty && state.top?.panes(in: size) == before, "nothing was grabbed")
            #expect(mouse(.press, from).isEmpty)
            #expect(mouse(.drag, to).isEmpty)
            #expect(mouse(.release, to).isEmpty)
            let border = state.top?.panes(in: size).border
            expect(border == .vertical ? Self.split(state) == to.column : border == .horizontal(row: to.row))
            expect(mouse(.drag, from).isEmpty && state.top?.panes(in: size).border == border, "it was let go")
            expect(state.selected, equals: "1")
        }
    }

    /// Regression: `v` could not close a preview that had room of its own.
    @Test(arguments: [Size(columns: 120, rows: 24), Size(columns: 80, rows: 24), Size(columns: 80, rows: 10)])
    func aPreviewIsHiddenAndAlone(_ size: Size) throws {
        var state = try ViewState.showing(Self.screen(Self.rows), columns: size.columns, rows: size.rows)
        func seen() -> [Bool] { ["Row 1", "dull"].map { text in state.lines.contains { $0.contains(text) } } }
        let hasRoom = size.rows > 20
        expect(seen(), equals: [true, hasRoom])
        state.handle(all: ["v"])
        expect(seen(), equals: (hasRoom ? [true, false] : [false, true]))
        if hasRoom { expect(state.lines.last?.contains("v preview"), equals: true) }
        state.handle(all: ["v"])
        expect(seen(), equals: [true, hasRoom])
        guard hasRoom else { return }
        state.handle(all: ["z"])
        expect(seen(), equals: [false, true])
        state.handle(all: ["j", "z"])
        expect(seen() == [true, true] && state.selected == "2")
        state.handle(all: ["z", "v"])
        expect(seen(), equals: [true, false], "v closes it wherever it is")
        state.handle(all: ["z", "z"])
        expect(seen(), equals: [true, false], "it was hidden before")
    }

    @Test func anotherScreenAndASuccessorHaveTheSamePanes() throws {
        var state = try ViewState.showing(Self.screen(Self.rows), columns: 120)
        state.handle(all: [">", ">"])
        try state.receive(Fixture.show(Self.screen(Self.rows), "apps-2"))
        try state.receive(Fixture.navigate("apps-1", "apps-2"))
        expect(Self.split(state), equals: 44)
        var next = ViewState(stamp: Fixture.stamp, size: state.size)
        next.restore(try state.memory.snapshot.decode(ViewMemory.self))
        expect(next.memory, equals: state.memory)
        try next.receive(Fixture.navigate("apps-1"))
        try next.receive(Fixture.show(Self.screen(Self.rows)))
        expect(Self.split(next), equals: 44)
        next.handle(all: ["v"])
        expect(next.memory.panes.isPreviewHidden && Self.split(next) == nil)
    }

    /// A memory comes from outside.
    @Test(arguments: [Int.min, -1, 0, 19, Int.max]) func noMemoryMakesAPaneTooSmall(_ number: Int) throws {
        for size in [Size(columns: 120, rows: 24), Size(columns: 80, rows: 24)] {
            var state = ViewState(stamp: Fixture.stamp, size: size)
            state.restore(
                ViewMemory(pending: [], scenes: [:], panes: PaneSettings(columns: number, rows: number)))
            try state.receive(Fixture.navigate("apps-1"))
            try state.receive(Fixture.show(Self.screen(Self.rows)))
            let panes = try require(state.top?.panes(in: size))
            expect(panes.parts.columns >= 20 && panes.parts.rows.count >= 3)
            expect(panes.preview?.columns ?? 0 >= 20 && panes.preview?.rows.count ?? 0 >= 3)
            state.handle(all: [">", "<", "="])
        }
    }

    // MARK: More

    /// Regression: in a terminal of 80x24 a preview ended in the middle of a sentence, as if there were no more.
    @Test func aPreviewTellsThatThereIsMore() throws {
        let body = (1...20).map { "line \($0)" }.joined(separator: "\n")
        var state = try ViewState.showing(Self.screen(Self.rows, body), rows: 24)
        let pane = try require(state.top?.panes(in: state.size).preview)
        #expect(state.lines[pane.rows.upperBound - 1].hasPrefix("  ↓ \(20 - pane.rows.count + 1) more lines"))
        state.handle(all: Array(repeating: "J", count: 20))
        expect(state.lines[pane.rows.upperBound - 1], contains: "line 20")
        #expect(!state.lines.contains { $0.contains("more lines") })
    }

    // MARK: Half pages

    @Test func halfPages() throws {
        var state = try ViewState.showing(Screen(title: "T", parts: Self.rows), columns: 80, rows: 23)
        let half = (try require(state.top?.panes(in: state.size).parts.rows.count)) / 2
        for (keys, expected) in [
            ([.control("d")], 1 + half), ([.control("d")], 1 + 2 * half), ([.control("u")], 1 + half),
            (["2", .control("d")], 1 + 3 * half), (["9", .control("d")], 60), ([.control("u")], 60 - half),
            (["9", "9", .control("u")], 1),
        ] as [([Key], Int)] {
            state.handle(all: keys)
            expect(state.selected, equals: "\(expected)")
        }
        var text = try ViewState.showing(Screen(title: "T", parts: [.text(Text(body: Self.text))]), columns: 40)
        text.handle(all: [.control("d")])
        expect(text.top?.viewport.top, equals: (text.top?.panes(in: text.size).parts.rows.count ?? 0) / 2)
    }

    /// Rows that are elsewhere are awaited as with other movements.
    @Test func halfPagesOfAPiece() throws {
        let piece = List(rows: Fixture.numbered(1...30), offset: 100, total: 1000)
        var state = try ViewState.showing(Screen(title: "T", parts: [.list(piece)]))
        state.handle(all: ["9", .control("d")])
        #expect(state.session.takeReports(now: .at(0)).contains { $0.type == ViewOutput.DidScroll.type })
    }

    // MARK: Keys without a meaning

    @Test(
        arguments: [
            ("x", "x has no meaning here; ? lists the keys"),
            (.control("o"), "^O has no meaning here; ? lists the keys"),
            (.alt("x"), "Alt-x has no meaning here; ? lists the keys"),
            (.right, "→ has no meaning here; ? lists the keys"),
            ("\u{202E}", nil), (.paste("x"), nil),
            (.mouse(MouseEvent(.wheel(3), at: Position(row: 0, column: 0))), nil),
            (.mouse(MouseEvent(.drag, at: Position(row: 0, column: 0))), nil), ("j", nil), ("5", nil),
            (.statusReport, nil),
        ] as [(Key, String?)]) func aKeyWithoutAMeaningIsAnswered(_ key: Key, _ text: String?) throws
    {
        var state = try ViewState.showing(Fixture.numberedList)
        _ = state.handle(.escape)
        state.notice = nil
        #expect(state.handle(key).isEmpty)
        expect(state.notice, equals: text.map { .advice($0) })
        state.handle(all: ["j"])
        expect(state.notice, equals: nil, "the next key takes it away")
    }

    @Test func theHintNamesTheUsersKey() throws {
        var state = try ViewState.showing(Fixture.numberedList)
        state.keySettings = KeySettings("help: H")
        state.handle(all: ["x"])
        expect(state.lines.last?.hasPrefix(" x has no meaning here; H lists the keys"), equals: true)
        // In a field it is a letter, and in front of the screen it has been one for the palette.
        state.handle(all: ["/", "x", .escape, ":", "x", .escape])
        expect(state.notice, equals: nil)
    }

    /// However many come, one is shown.
    @Test func aFloodOfThemIsOneStep() throws {
        var state = try ViewState.showing(Fixture.numberedList)
        expect(state.handle("x", presses: 2_000_000).done, equals: 2_000_000)
        #expect(state.notice != nil)
    }

    // MARK: The palette

    @Test func thePaletteFindsWhatTheHelpLists() throws {
        var screen = Self.screen(Self.rows)
        screen.keys = [ScreenKey(control: "r", title: "Refresh", character: "r")]
        var state = try ViewState.showing(screen, columns: 120)
        let named = KeyMap.bindings(for: state).filter { !$0.name.isEmpty && $0.action != .showPalette }
        for binding in named {
            state.handle(all: [":"] + binding.label.unicodeScalars.map { .text($0) })
            #expect(state.paletteEntries.contains { $0.action == binding.action }, "\(binding.label)")
            state.handle(all: [.escape])
        }
    }

    @Test func whatWasChosenLastIsFirst() throws {
        var state = try ViewState.showing(Self.screen(Self.rows), columns: 120)
        func run(_ text: String) { state.handle(all: [":"] + text.unicodeScalars.map { .text($0) } + [.enter]) }
        run("filter")
        state.handle(all: [.escape])
        run("copy")
        state.handle(all: [":"])
        expect(state.paletteEntries.prefix(2).map(\.label), equals: ["copy the row", "filter the rows"])
        expect(Set(state.paletteEntries.map(\.label)).count, equals: state.paletteEntries.count)
    }
}
