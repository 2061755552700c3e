import JSON
import ScreenModel
@testable import TerminalView
import TestSupport
import Testing
import ViewMessages
import Wire

@Suite struct TableTests {
    private static func table(_ rows: Int, columns: Int = 3, sort: Sort? = nil) -> Table {
        Table(
            columns: (1...columns).map { Column(id: "c\($0)", title: "Column \($0)", isSortable: $0 != 2) },
            rows: (1...max(rows, 1)).map { row in
                TableRow(id: "\(row)", cells: (1...columns).map { TableCell("r\(row) c\($0)") })
            }, sort: sort)
    }

    private static func screen(_ table: Table) -> Screen {
        Screen(title: "T", parts: [.label(Label("Above", style: .title)), .table(table)])
    }

    @Test func aCellIsATextOrAnObject() throws {
        let json = #"["a",{"text":"b","tone":"danger","new":1},{"text":"c"}]"#
        let cells = try [TableCell](json: Array(json.utf8))
        expect(cells, equals: [TableCell("a"), TableCell("b", tone: .danger), TableCell("c")])
        try expect([TableCell](json: cells.json), equals: cells)
        #expect(throws: JSONError.self) { try [TableCell](json: Array("[1]".utf8)) }
        #expect(throws: JSONError.self) { try [TableCell](json: Array("[{}]".utf8)) }
    }

    /// The whole selection is in sight wherever the user goes, and so are the titles where there is room for both.
    @Test(arguments: [3, 4, 8, 24]) func theTitlesStayInSight(_ rows: Int) throws {
        var state = try ViewState.showing(Self.screen(Self.table(50)), columns: 60, rows: rows)
        let keys: [Key] = [.down, .pageDown, .up, .pageUp, .end, .up, .home]
        for key in keys + Array(repeating: .down, count: 60) + Array(repeating: .up, count: 60) {
            _ = state.handle(key)
            // On the smallest terminals a page may be only what stands above the rows.
            guard let selected = state.selected else { #expect(rows < 8); continue }
            #expect(state.lines.contains { $0.hasPrefix("▸ r\(selected) c1") }, "row \(selected) after \(key)")
            expect(rows < 8 || state.lines.contains { $0.contains("Column 1") })
        }
    }

    /// Names of 34 cells that are all cut to the same beginning tell nobody which row is which.
    @Test(arguments: [
        (80, "Metronome for Left-Handed Drummers", true), (60, "Metronome for Left-Handed Dru…", true),
        (40, "Metronome for Left-Handed D…", false),
    ])
    func othersAreLeftOutBeforeTheNameIsCut(columns: Int, line: String, hasCompany: Bool) throws {
        let table = Table(
            columns: [
                Column(id: "name", title: "Name", grows: true),
                Column(id: "company", title: "Company", grows: true, priority: 0),
                Column(id: "rating", title: "Rating", priority: 1),
            ],
            rows: [
                TableRow(
                    id: "1",
                    cells: ["Metronome for Left-Handed Drummers", "Odd Meter Club", "4.3"].map { TableCell($0) })
            ])
        let state = try ViewState.showing(Self.screen(table), columns: columns, rows: 12)
        #expect(state.lines.contains { $0.contains(line) }, "\(state.lines)")
        expect(state.lines.contains { $0.contains("Company") }, equals: hasCompany)
    }

    @Test func pagesLeaveNoRowOut() throws {
        var state = try ViewState.showing(Self.screen(Self.table(100)), columns: 60, rows: 12)
        var seen: Set<Substring> = []
        for _ in 0..<20 {
            for line in state.lines { seen.formUnion(line.split(separator: " ").filter { $0.hasPrefix("r") }) }
            _ = state.handle(.pageDown)
        }
        expect(seen.count, equals: 100)
    }

    @Test(
        arguments: [
            (nil, "s", #"{"column":"c1","descending":false}"#),
            (Sort(column: "c1"), "s", #"{"column":"c3","descending":true}"#),
            (Sort(column: "c3", isDescending: true), "s", #"{"column":"c1","descending":false}"#),
            (Sort(column: "c1"), "S", #"{"column":"c1","descending":true}"#),
            (Sort(column: "c3", isDescending: true), "S", #"{"column":"c3","descending":false}"#), (nil, "S", nil),
            (Sort(column: "c2"), "S", nil), (Sort(column: "c2"), "s", #"{"column":"c1","descending":false}"#),
        ] as [(Sort?, Key, String?)])
    func keysAskForAnotherOrder(_ sort: Sort?, _ key: Key, _ data: String?) throws {
        var table = Self.table(3, sort: sort)
        table.columns[2].alignment = .end
        var state = try ViewState.showing(Self.screen(table))
        expect(state.lines.last?.contains("s sort"), equals: true)
        expect(state.handle(key).sent, equals: (data.map { ["didSort \($0) @apps-1"] } ?? []))
        #expect(state.handle(key).isEmpty, "it is asked for once")
    }

    @Test(arguments: [
        ("sort Column 1", #"didSort {"column":"c1","descending":false} @apps-1"#),
        ("sort c3", #"didSort {"column":"c3","descending":false} @apps-1"#),
        ("sort c3 down", #"didSort {"column":"c3","descending":true} @apps-1"#),
        ("sort \"column 3\" UP", #"didSort {"column":"c3","descending":false} @apps-1"#),
    ]) func commandsAskForAnotherOrder(_ command: String, _ sent: String) {
        var session = LinearSession()
        let table = Self.table(3, sort: Sort(column: "c3", isDescending: true))
        session.bus(Fixture.navigate("apps-1"), Fixture.show(Self.screen(table)))
        session.commands(command)
        expect(session.sent == [sent] && session.complaints.isEmpty)
    }

    @Test(arguments: [
        ("sort", "give a column's title, such as: sort Name"),
        ("sort Column 2", "no such column; there are: Column 1, Column 3"),
        ("sort up", "no such column; there are: Column 1, Column 3"),
    ]) func whatCannotBeSortedIsTold(_ command: String, _ reason: String) {
        var session = LinearSession()
        session.bus(Fixture.navigate("apps-1"), Fixture.show(Self.screen(Self.table(3))))
        session.commands(command)
        expect(session.sent.isEmpty && session.complaints == ["line 1: \(command): \(reason)"])
        session.bus(Fixture.show(Fixture.found))
        session.commands("sort x")
        expect(session.complaints.last?.hasSuffix("there is nothing to sort here"), equals: true)
    }

    /// What has no room is scrolled past the first column, to the last one and back.
    @Test func columnsAreScrolled() throws {
        let screen = Self.screen(Self.table(2, columns: 6))
        var state = try ViewState.showing(screen, columns: 40, rows: 10)
        func header() -> String { state.lines.first { $0.contains("Column") } ?? "" }
        func row() -> String { state.lines.first { $0.contains("r1 c") } ?? "" }
        var seen: [String] = []
        for _ in 0..<8 {
            seen.append(row())
            _ = state.handle(.right)
        }
        expect(seen[0].contains("r1 c2") && seen[1].contains("r1 c3") && !seen[1].contains("r1 c2"))
        #expect(seen.allSatisfy { $0.contains("r1 c1") })
        expect(seen[7].contains("r1 c6") && seen[6] == seen[7], "not beyond the last column")
        #expect(header().hasSuffix("‹"))
        while header().contains("‹") { _ = state.handle(.left) }
        expect(row() == seen[0] && header().hasSuffix("›"))
        // Then ← leaves the scene, as ever.
        expect(state.handle(.left).isEmpty && state.notice == .advice("This is the first screen; q quits"))
        // A successor shows the same columns.
        _ = state.handle(.right)
        let memory = try require(state.top?.memory)
        var next = SceneState(screen)
        next.restore(memory)
        expect(next.viewport.left, equals: 1)
        state.session.resize(to: Size(columns: 200, rows: 10))
        expect(row().contains("r1 c6") && !header().contains("‹"))
    }

    /// At any width, with any columns.
    @Test func noLineIsWiderThanItsRoom() {
        var random = Seeded(seed: 7)
        func text(_ longest: Int) -> String {
            String(
                repeating: ["x", "日"].randomElement(using: &random) ?? "",
                count: .random(in: 0...longest, using: &random))
        }
        for _ in 0..<200 {
            let columns = (0..<Int.random(in: 0...7, using: &random)).map { index in
                Column(
                    id: "\(index)", title: text(30),
                    alignment: [nil, .start, .center, .end].randomElement(using: &random) ?? nil,
                    grows: Bool.random(using: &random),
                    priority: Bool.random(using: &random) ? .random(in: -2...9, using: &random) : nil,
                    isSortable: Bool.random(using: &random))
            }
            let rows = (0..<3).map { row in
                let count = Int.random(in: 0...9, using: &random)
                return TableRow(id: "\(row)", cells: (0..<count).map { _ in TableCell(text(50)) })
            }
            let table = Table(columns: columns, rows: rows, sort: Sort(column: "1"))
            for (width, left) in [
                (0, 0), (1, 1), (4, 0), (5, 1), (6, 0), (10, .max), (20, 3), (40, 0), (80, 1), (200, 0),
            ] {
                let content = Content([.table(table)], width: width, columnsLeft: left)
                for index in 0..<content.lines.count {
                    let line = content.lines[index]
                    expect(line.text.cells <= content.room && line.accessory.cells <= 2)
                    // Nothing that fits is cut at the right.
                    expect(line.accessory.isEmpty || line.text.cells + line.accessory.cells <= max(content.room, 2))
                }
            }
        }
    }

    @Test func aTableIsBounded() throws {
        let columns = (0..<1000).map { Column(id: "\($0)", title: "c", priority: .max) }
        let row = TableRow(id: "1", cells: Array(repeating: TableCell("x"), count: 1000))
        guard case .table(let table) = Part.table(Table(columns: columns, rows: [row])).sanitized else {
            return #expect(Bool(false))
        }
        expect(table.columns.count == 256 && table.rows[0].cells.count == 256)
        expect(table.columns[0].priority, equals: 1_000_000)
    }
}
