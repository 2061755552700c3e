import ScreenModel
@testable import TerminalView
import TerminalText
import TestSupport
import Testing
import ViewMessages
import Wire

/// What a key costs: the preview was laid out five times for each. What takes time is counted, and not measured.
@Suite struct WorkPerKeyTests {
    private static let words = Array(repeating: "word", count: 2000).joined(separator: " ")

    static let places: [(String, @Sendable ([Part]) -> Screen)] = [
        ("parts", { Screen(title: "T", parts: [.list(List(rows: Fixture.numbered(1...60)))] + $0) }),
        ("preview", { Screen(title: "T", parts: [.list(List(rows: Fixture.numbered(1...60)))], preview: $0) }),
        ("head", { Screen(title: "T", parts: [.list(List(rows: Fixture.numbered(1...60)))], head: $0) }),
    ]

    /// As the loop does it: a key, what the view reports by itself, the pictures in sight, a frame.
    private static func press(_ key: Key, in state: inout ViewState) {
        _ = state.handle(key)
        _ = state.session.takeReports(now: .at(0))
        _ = state.session.wantedPictures
        _ = state.draw(on: CellBuffer(state.size))
    }

    @Test(arguments: places.indices, [80, 120]) func nothingIsLaidOutForAKey(_ index: Int, _ columns: Int) throws {
        let parts: [[Part]] = [
            [.text(Text(body: Self.words))], [.text(Text(body: Self.words, format: .markdown))],
            [.text(Text(body: String(repeating: "x", count: 200_000), format: .code))],
            [
                .chart(
                    Chart(
                        .line, points: (0..<10_000).map { Chart.Point(Double($0 % 100)) },
                        alternative: "Up and down"))
            ],
        ]
        for parts in parts {
            var state = try ViewState.showing(Self.places[index].1(parts), columns: columns, rows: 34)
            Self.press("j", in: &state)
            let count = WorkCount()
            WorkCount.$current.withValue(count) {
                for key: Key in ["j", "k", "j", "j", .down, .pageDown, "J", "K", "j"] { Self.press(key, in: &state) }
            }
            expect(count.layouts, equals: 0, "\(Self.places[index].0)")
        }
    }

    /// For the hints of its frame, which the next key looks into, too; once for other presses.
    @Test func theTableOfKeysIsMadeOnceForAKey() throws {
        var state = try ViewState.showing(Fixture.numberedList)
        for key: Key in [.escape, "j"] { Self.press(key, in: &state) }
        func tables(_ work: () -> Void) -> Int {
            let count = WorkCount()
            WorkCount.$current.withValue(count, operation: work)
            return count.keyTables
        }
        expect(tables { Self.press("j", in: &state) }, equals: 1)
        expect(tables { _ = state.handle("k", presses: 2_000_000) }, equals: 1)
    }

    private static let subtitled = (1...2000).map {
        Row(id: "\($0)", title: "Row \($0)", subtitle: "below it — \($0)", accessory: "★★★★☆ 4.\($0)")
    }

    /// Regression: rows were compared up to four times, all lines made and all rows digested for each key, in new buffers.
    @Test(arguments: [Size(columns: 100, rows: 34), Size(columns: 200, rows: 500)])
    func aFrameCostsWhatHasChanged(_ size: Size) throws {
        let preview: [Part] = [.text(Text(body: Self.words))]
        let screen = Screen(title: "T", parts: [.list(List(rows: Self.subtitled))], preview: preview)
        var state = try ViewState.showing(screen, columns: size.columns, rows: size.rows)
        var painter = Painter(inColor: true)
        var addresses: Set<Int> = []
        func press(_ key: Key) -> Int {
            _ = state.handle(key)
            let frame = state.draw(on: painter.takeBuffer(state.size))
            addresses.insert(frame.buffer.address)
            return painter.paint(frame).count
        }
        for key: Key in ["j", "j", "k", "j"] { _ = press(key) }
        for key: Key in ["j", "k", "j", "j", "k"] {
            let count = WorkCount()
            let bytes = WorkCount.$current.withValue(count) { press(key) }
            let all = count.all
            // The row that was selected, the one that is, and the status line; and a blank one to compare with.
            expect(all.digests <= 4 && all.comparedRows == size.rows)
            expect(all.layouts == 0 && all.lines == 0 && all.buffers == 0)
            #expect(1...400 ~= bytes)
        }
        expect(addresses.count, equals: 2, "two buffers are used in turn, and never copied")
    }

    /// All rows were written for each step of a selection at the lower edge, only to find that scrolling takes fewer bytes.
    @Test func aFrameThatScrollsIsNotWrittenTwice() throws {
        let rows = (1...200).map { Row(id: "\($0)", title: String(repeating: "\($0 % 10)", count: 60)) }
        var state = try ViewState.showing(
            Screen(title: "T", parts: [.list(List(rows: rows))]), columns: 100, rows: 30)
        var painter = Painter(inColor: true)
        func press(_ key: Key) -> Int {
            _ = state.handle(key)
            let count = WorkCount()
            _ = WorkCount.$current.withValue(count) { painter.paint(state.draw(on: painter.takeBuffer(state.size))) }
            return count.all.paintedRows
        }
        for _ in 0..<40 { _ = press("j") }
        // Of 27 rows in sight; some steps also move the scroll bar.
        for _ in 0..<5 { expect(press("j") <= 18) }
    }

    /// Linear mode and agents read text, which has no lines that depend on a width.
    @Test func textIsNotLaidOut() {
        let count = WorkCount()
        WorkCount.$current.withValue(count) {
            var session = LinearSession()
            session.bus(Fixture.navigate("apps-1"), Fixture.show(Fixture.found), Fixture.show(Fixture.failed))
            session.commands("select 1", "list")
            expect(!session.transcript.isEmpty)
        }
        expect(count.layouts, equals: 0)
    }

    @Test func anEqualFrameKeepsTheBuffers() throws {
        let state = try ViewState.showing(Fixture.found)
        var painter = Painter(inColor: true)
        for _ in 0..<3 { _ = painter.paint(Layout.frame(of: state, on: painter.takeBuffer(state.size))) }
        let count = WorkCount()
        WorkCount.$current.withValue(count) {
            for _ in 0..<5 {
                #expect(painter.paint(Layout.frame(of: state, on: painter.takeBuffer(state.size))).isEmpty)
            }
        }
        expect(count.all.buffers == 0 && count.all.digests == 0)
    }

    // MARK: Presses in a row

    static let pressed: [(String, Screen)] = [
        ("rows", Fixture.numberedList), ("more", Fixture.list(Fixture.numbered(1...40), hasMore: true)),
        ("texts", Fixture.details),
        (
            "tree, form, rows",
            Screen(
                title: "T",
                parts: [
                    .tree(
                        Tree(rows: [
                            TreeRow(id: "a", title: "A", isExpanded: true), TreeRow(id: "b", title: "B", depth: 1),
                            TreeRow(id: "c", title: "C", isExpanded: false),
                        ])),
                    .form(Form(id: "f", fields: [FormField(id: "on", label: "On", kind: .toggle)], submit: "Send")),
                    .list(List(rows: Fixture.numbered(1...30), isMultiple: true)),
                ])
        ),
        (
            "a key of rows",
            Screen(
                title: "T",
                parts: [
                    .list(List(rows: (1...30).map { Row(id: "\($0)", title: "\($0)", keys: $0 % 5 == 0 ? ["x"] : []) }))
                ],
                keys: [ScreenKey(control: "x", title: "X", character: "j", isForRow: true)])
        ),
        (
            "a piece of a long list",
            Screen(title: "T", parts: [.list(List(rows: Fixture.numbered(1...30), offset: 10, total: 1000))])
        ),
    ]

    /// True if they are handled in one step or each alone: the same state and the same events.
    @Test(arguments: pressed.indices) func pressesInARowAreWhatTheyAreAlone(_ index: Int) throws {
        var together = try ViewState.showing(Self.pressed[index].1, columns: 60, rows: 16)
        var alone = together
        let keys: [(Key, Int)] = [
            ("j", 3), (.down, 50), ("k", 2), (.pageUp, 2), (.pageDown, 3), ("5", 1), ("j", 4), ("G", 2), (.up, 70),
            (" ", 3), (.control("d"), 4), (.control("u"), 2), ("#", 3),
            ("g", 2), (.tab, 9), ("j", 200), (.backTab, 4), ("n", 2), (.enter, 2), ("j", 9), (.escape, 2), ("k", 200),
        ]
        for (step, (key, presses)) in keys.enumerated() {
            var effects: [KeyEffect] = []
            var rest = presses
            while rest > 0 {
                let handled = together.handle(key, presses: rest)
                #expect(1...rest ~= handled.done)
                effects += handled.effects
                rest -= handled.done
            }
            let expected = (0..<presses).flatMap { _ in alone.handle(key) }
            let isSame = together.memory == alone.memory && effects == expected && together.lines == alone.lines
            try require(isSame, "\(Self.pressed[index].0), step \(step)")
        }
    }

    /// 2 MB of `j` took more than 25 seconds.
    @Test func aFloodOfAKeyIsAFewSteps() throws {
        var state = try ViewState.showing(Fixture.numberedList)
        _ = state.handle(.escape)
        var (rest, steps) = (2_000_000, 0)
        while rest > 0 {
            rest -= state.handle("j", presses: rest).done
            steps += 1
        }
        expect(steps <= 4 && state.selected == "30")
    }
}
