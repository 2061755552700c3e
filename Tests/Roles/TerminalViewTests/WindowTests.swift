import Foundation
import ScreenModel
@testable import TerminalView
import TestSupport
import Testing
import ViewMessages
import Wire

/// Lists and tables of which the screen has a piece.
@Suite struct WindowTests {
    /// Refreshed rows with other ids, as those of `ps`: the selection fell to the first row.
    @Test(arguments: [true, false]) func theSelectionKeepsItsPlaceWhenItsRowIsGone(_ isPiece: Bool) throws {
        func screen(_ name: String, total: Int = 500) -> Screen {
            let rows = (0..<200).map { Row(id: "\(name)\($0)", title: "\(name) \($0)") }
            return Screen(
                title: "T",
                parts: [.list(List(rows: rows, offset: isPiece ? 0 : nil, total: isPiece ? total : nil))])
        }
        var state = try ViewState.showing(screen("a"))
        _ = state.handle(all: ["j", "j", "j"])
        let place = state.top?.viewport.selection?.name
        try state.receive(Fixture.show(screen("b")))
        expect(state.top?.viewport.selection?.name, equals: place?.replacing("a", with: "b"))
        let memory = state.memory
        try state.receive(Fixture.show(screen("b")))
        expect(state.memory, equals: memory)
    }

    /// A presenter that has all the rows, and sends the piece that is asked for.
    private struct Source {
        var total = 1_000_000
        var isTable = false
        /// It sends no more rows than this.
        var most = 500
        private(set) var asked: [String] = []

        func screen(first: Int, count: Int) -> Screen {
            let rows = first..<min(first + min(count, most), total)
            guard isTable else {
                let rows = rows.map { Row(id: "\($0)", title: "Row \($0 + 1).", subtitle: "subtitle") }
                return Screen(title: "T", parts: [.list(List(rows: rows, offset: first, total: total))])
            }
            let cells = rows.map { TableRow(id: "\($0)", cells: [TableCell("Row \($0 + 1).")]) }
            return Screen(
                title: "T",
                parts: [.table(Table(columns: [Column(id: "c", title: "C")], rows: cells, offset: first, total: total))]
            )
        }

        mutating func answer(_ event: Event) throws -> Event {
            let report = try event.decode(ViewOutput.DidScroll.self)
            asked.append("\(report.first)+\(report.count)")
            return Fixture.show(screen(first: report.first, count: report.count), answering: event.id)
        }
    }

    /// Presses keys; after each, everything that is asked for is answered.
    private func press(_ keys: [Key], _ state: inout ViewState, _ source: inout Source) throws {
        for key in keys {
            _ = state.handle(key)
            try settle(&state, &source)
        }
    }

    private func settle(_ state: inout ViewState, _ source: inout Source) throws {
        var rounds = 0
        while let question = state.session.takeReports(now: .at(0)).first {
            rounds += 1
            try require(rounds < 10, "the view keeps asking")
            try state.receive(try source.answer(question))
        }
    }

    @Test(arguments: [false, true]) func aListOfAMillionRowsIsWalked(_ isTable: Bool) throws {
        var source = Source(isTable: isTable)
        var state = try ViewState.showing(source.screen(first: 0, count: 50))
        try settle(&state, &source)
        expect(source.asked.isEmpty || isTable, "the rows around are here")
        var expected = 0
        for (key, step) in [(Key.down, 1), (.up, -1), (.down, 1)] {
            for _ in 0..<(key == .up ? 150 : 300) {
                try press([key], &state, &source)
                expected += step
                expect(
                    state.selected == "\(expected)" && state.lines.contains { $0.hasPrefix("▸ Row \(expected + 1).") })
            }
        }
        #expect(source.asked.count < 60, "not a question a row")
        try press([.end], &state, &source)
        expect(state.selected == "999999" && state.lines.last?.contains("1000000/1000000") == true)
        try press([.up, .up], &state, &source)
        expect(state.selected, equals: "999997")
        try press([.home, .down], &state, &source)
        expect(state.selected, equals: "1")
        for _ in 0..<40 { try press([.pageDown], &state, &source) }
        let selected = try require(state.selected.flatMap { Int($0) })
        expect(selected > 300 && state.lines.contains { $0.contains("Row \(selected + 1).") })
        #expect(!state.lines.contains { $0.contains("…") })
    }

    /// Keys go on while the rows are under way; one question is asked at a time.
    @Test func theSelectionDoesNotWaitForRows() throws {
        var source = Source(isTable: true)
        var state = try ViewState.showing(source.screen(first: 0, count: 30))
        let question = try require(state.session.takeReports(now: .at(0)).first)
        #expect(state.session.takeReports(now: .at(0)).isEmpty, "it is under way")
        for _ in 0..<100 { _ = state.handle(.down) }
        expect(state.selected == nil && state.lines.last?.contains("101/1000000") == true)
        #expect(state.handle(.enter).isEmpty, "there is nothing to open yet")
        try state.receive(try source.answer(question))
        expect(state.selected, equals: nil, "these are not the rows in sight")
        try settle(&state, &source)
        expect(state.selected == "100" && state.lines.contains { $0.hasPrefix("▸ Row 101.") })
        expect(source.asked.count, equals: 2)
        _ = state.handle(.up)
        expect(state.selected, equals: "99")
    }

    /// Whoever has other rows than those that are asked for is not asked again and again.
    @Test func nobodyIsAskedForEver() throws {
        var source = Source(most: 5)
        var state = try ViewState.showing(source.screen(first: 0, count: 5))
        try press([.down, .end, .home, .pageDown], &state, &source)
        #expect(source.asked.count < 12)
    }

    /// An application that answers with the rows that it has sent before, on a screen that is new each time.
    @Test(arguments: [false, true]) func whatIsNotSentIsTold(_ isTable: Bool) throws {
        let source = Source(isTable: isTable)
        var state = try ViewState.showing(source.screen(first: 0, count: 50))
        var asked = 0
        func settle(_ screen: () -> Screen) throws {
            while let question = state.session.takeReports(now: .at(0)).first {
                asked += 1
                try require(asked < 10, "the view keeps asking")
                var screen = screen()
                screen.title = "T\(asked)"
                try state.receive(Fixture.show(screen, answering: question.id))
            }
        }
        _ = state.handle(.end)
        let told = "The application has not sent this row"
        #expect(!state.lines.contains { $0.contains(told) })
        try settle { source.screen(first: 0, count: 50) }
        expect(asked == 1 && state.lines.contains { $0.contains(told) })
        // Near there nothing else is asked; elsewhere it is, and what is sent then is shown.
        for _ in 0..<5 { _ = state.handle(.up) }
        try settle { source.screen(first: 0, count: 50) }
        expect(asked, equals: 1)
        for _ in 0..<10 { _ = state.handle(.pageUp) }
        try settle { source.screen(first: 999_500, count: 500) }
        expect(asked == 2 && !state.lines.contains { $0.contains(told) || $0.contains("…") })
    }

    /// `didScroll` names no list, so only the first one is asked for its rows.
    @Test func theRowsOfASecondListAreNotComing() throws {
        let source = Source()
        var screen = source.screen(first: 0, count: 1)
        screen.parts = [.list(List(rows: [Row(id: "a", title: "A")], offset: 0, total: 2))] + screen.parts
        let state = try ViewState.showing(screen, rows: 20)
        let lines = state.lines.map { $0.trimmingCharacters(in: .whitespaces) }
        expect(lines.contains("…") && lines.contains("The application has not sent this row"))
        var session = LinearSession()
        session.bus(Fixture.navigate("apps-1"), Fixture.show(screen))
        expect(session.transcript, contains: "rows 1 to 1 of 2: list N-M brings others\n")
        expect(session.transcript, contains: "\nrows 3 to 3 of 1000000\n")
        session.commands("list 5-6")
        expect(session.complaints, equals: ["line 1: list 5-6: the application has not sent these rows"])
    }

    @Test func commandsTellWhatIsNotSent() throws {
        let source = Source()
        var session = LinearSession()
        session.bus(Fixture.navigate("apps-1"), Fixture.show(source.screen(first: 0, count: 5)))
        session.commands("list 5001-5003")
        session.bus(Fixture.show(source.screen(first: 0, count: 5), answering: "view-1-1"))
        expect(session.complaints, equals: ["line 1: The application has not sent these rows"])
        expect(session.transcript, contains: "\n? The application has not sent these rows\n")
        session.commands("list 5001-5003", "quit")
        expect(session.sent.count, equals: 2, "the user may ask again")
        session.bus(Fixture.show(source.screen(first: 5000, count: 3), answering: "view-1-2"))
        expect(session.complaints.count == 1 && session.end == .unavailable)
    }

    @Test func theMemoryOfTheViewDependsOnThePiece() throws {
        let source = Source()
        let long = SceneState(source.screen(first: 500_000, count: 100))
        let content = long.content(width: 80)
        expect(content.choices.count == 100 && content.lines.count == 2_000_000)
        expect(content.choices[0].rowNumber, equals: 500_001)
    }

    @Test(
        arguments: [
            (0, 0), (1, 0), (0, 1), (.max, .max), (.min, .min), (-1, 5), (5, -1), (1_000_000, 1_000_000), (3, 2),
        ] as [(Int, Int)]) func offsetsAndTotalsAreBounded(_ offset: Int, _ total: Int) throws
    {
        let rows = (0..<3).map { Row(id: "\($0)", title: "Row \($0)") }
        let cells = rows.map { TableRow(id: $0.id, cells: [TableCell($0.title)]) }
        let parts: [Part] = [
            .list(List(rows: rows, offset: offset, total: total)), .list(List(rows: [], offset: offset, total: total)),
            .table(
                Table(columns: [Column(id: "c", title: "C")], rows: cells, offset: offset, total: total)),
        ]
        for part in parts {
            for rows in [1, 2, 10] {
                var state = try ViewState.showing(Screen(title: "T", parts: [part]), columns: 30, rows: rows)
                for key: Key in [.down, .end, .up, .pageUp, .home, .pageDown, .down] {
                    _ = state.handle(key)
                    expect(state.lines.count, equals: rows)
                    for event in state.session.takeReports(now: .at(0)) {
                        let report = try event.decode(ViewOutput.DidScroll.self)
                        expect(report.first >= 0 && 1...500 ~= report.count)
                    }
                }
            }
            var session = LinearSession()
            session.bus(Fixture.navigate("apps-1"), Fixture.show(Screen(title: "T", parts: [part])))
            session.commands("list 1-5", "where")
            expect(session.end, equals: nil)
        }
    }

    @Test func anEarlierViewsRowIsAwaited() throws {
        var source = Source(isTable: true)
        var state = try ViewState.showing(source.screen(first: 0, count: 50))
        _ = state.handle(.end)
        let memory = try require(state.top?.memory)
        var next = SceneState(source.screen(first: 999_900, count: 100))
        next.restore(memory)
        next.adapt(to: state.size)
        expect(next.viewport.selection?.name, equals: "999999")
        _ = try source.answer(try require(state.session.takeReports(now: .at(0)).first))
    }

    @Test(arguments: [
        ("list 5001-5003", #"didScroll {"count":3,"first":5000} @apps-1"#),
        ("list 999999-", #"didScroll {"count":2,"first":999998} @apps-1"#),
        ("list 2000-", #"didScroll {"count":1000,"first":1999} @apps-1"#),
        ("select 3", #"didSelect {"row":"2"} @apps-1"#),
    ]) func commandsAskForRows(_ command: String, _ sent: String) {
        var session = LinearSession()
        session.bus(Fixture.navigate("apps-1"), Fixture.show(Source().screen(first: 0, count: 5)))
        session.commands(command)
        expect(session.sent == [sent] && session.complaints.isEmpty)
    }

    /// The view does not have the other rows, and shows that.
    @Test(arguments: [false, true]) func aPieceIsNotFiltered(_ isTable: Bool) throws {
        var state = try ViewState.showing(Source(isTable: isTable).screen(first: 0, count: 50))
        state.handle(all: ["f"])
        expect(state.lines.last?.contains("Only some rows are loaded") == true && state.top?.isFiltered == false)
        state.handle(all: ["?"])
        #expect(state.lines.contains { $0.contains("filter the rows") })
        var session = LinearSession()
        session.bus(Fixture.navigate("apps-1"), Fixture.show(Source(isTable: isTable).screen(first: 0, count: 50)))
        session.commands("filter 49", "filter none such")
        expect(session.transcript, contains: "49. Row 49.")
        let told = "only 50 of 1000000 rows are here; the others were not looked at\n"
        expect(session.transcript, contains: "no row matches\n" + told)
        expect(session.transcript.components(separatedBy: told).count, equals: 3)
    }

    @Test func marksOutliveThePiece() throws {
        func screen(_ first: Int) -> Screen {
            let rows = (first..<first + 50).map { Row(id: "\($0)", title: "Row \($0)") }
            return Screen(title: "T", parts: [.list(List(rows: rows, offset: first, total: 1000, isMultiple: true))])
        }
        var state = try ViewState.showing(screen(0), columns: 120)
        state.handle(all: [" ", " "])
        expect(state.lines.last?.contains("2 marked  3/1000"), equals: true)
        try state.receive(Fixture.show(screen(1)))
        expect(state.lines.last?.contains("2 marked (1 not here)  3/1000"), equals: true)
        expect(state.handle(.enter).sent.last?.contains(#""rows":["1","0"]"#), equals: true)
    }

    @Test func theAnswerIsPrinted() throws {
        var session = LinearSession()
        var source = Source()
        session.bus(Fixture.navigate("apps-1"), Fixture.show(source.screen(first: 0, count: 2)))
        session.transcript = ""
        session.commands("list 5001-5002")
        var question = Event(ViewOutput.DidScroll.type, ViewOutput.DidScroll(first: 5000, count: 2))
        question.id = "view-1-1"
        session.bus(try source.answer(question))
        expect(
            session.transcript,
            equals: """
                > list 5001-5002
                == T ==
                5001. Row 5001. — subtitle
                5002. Row 5002. — subtitle
                rows 5001 to 5002 of 1000000: list N-M brings others


                """)
        session.commands("select 7", "select 1000001", "list 5002")
        expect(
            session.complaints.map { $0.split(separator: ": ").last ?? "" },
            equals: [
                "row 7 is not here; list 7 brings it", "there are only 1000000 rows",
            ])
        #expect(session.transcript.hasSuffix("> list 5002\n5002. Row 5002. — subtitle\n\n"))
    }
}
