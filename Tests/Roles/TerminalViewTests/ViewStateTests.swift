import Foundation
import RouterMessages
import ScreenModel
@testable import TerminalView
import TestSupport
import Testing
import ViewMessages
import Wire

@Suite struct ViewStateTests {
    /// Keys on a screen, and the resulting events.
    static let table: [(Screen, [Key], [String])] = [
        (Fixture.found, [.enter], [#"didSelect {"row":"1"} @apps-1"#]),
        (Fixture.found, ["j", .down, "k", .enter], [#"didSelect {"row":"2"} @apps-1"#]),
        (Fixture.found, ["G", .enter], [#"didSelect {"row":"4"} @apps-1"#]),
        (Fixture.found, [.end, .home, .enter], [#"didSelect {"row":"1"} @apps-1"#]),
        // A held Enter key makes one selection.
        (Fixture.found, [.enter, .enter], [#"didSelect {"row":"1"} @apps-1"#]),
        // An empty search field has the focus at once; a filled one after /.
        (Fixture.empty, ["m", "ü", "q", .enter], [#"didSearch {"query":"müq"} @apps-1"#]),
        (Fixture.found, ["/", .control("u"), "j", "a", .enter], [#"didSearch {"query":"ja"} @apps-1"#]),
        // Typing replaces the previous query, unless the user edits it.
        (Fixture.found, ["/", "x", .enter], [#"didSearch {"query":"x"} @apps-1"#]),
        (Fixture.found, ["/", .enter], [#"didSearch {"query":"music"} @apps-1"#]),
        (Fixture.found, ["/", .end, "x", .enter], [#"didSearch {"query":"musicx"} @apps-1"#]),
        // Unfinished input survives leaving the field with any key.
        (Fixture.found, ["/", "x", .escape, "/", "y", .enter], [#"didSearch {"query":"xy"} @apps-1"#]),
        (Fixture.found, ["/", "x", .tab, "/", .enter], [#"didSearch {"query":"x"} @apps-1"#]),
        (Fixture.found, ["/", "x", .down, "/", .enter], [#"didSearch {"query":"x"} @apps-1"#]),
        (Fixture.empty, ["a", " ", "b", .up, .enter], [#"didSearch {"query":"a b"} @apps-1"#]),
        (Fixture.empty, ["a", " ", "b", .alt("\u{7F}"), "c", .enter], [#"didSearch {"query":"a c"} @apps-1"#]),
        (Fixture.empty, ["a", " ", "b", .alt("b"), .alt("d"), "c", .enter], [#"didSearch {"query":"a c"} @apps-1"#]),
        (Fixture.empty, ["a", " ", "b", .wordLeft, "c", .enter], [#"didSearch {"query":"a cb"} @apps-1"#]),
        (Fixture.empty, ["a", "b", .control("w"), .control("y"), .enter], [#"didSearch {"query":"ab"} @apps-1"#]),
        (Fixture.empty, ["a", "b", .control("t"), .enter], [#"didSearch {"query":"ba"} @apps-1"#]),
        // An unassigned Alt key does nothing.
        (Fixture.empty, ["a", .alt("x"), .wordRight, .enter], [#"didSearch {"query":"a"} @apps-1"#]),
        (Fixture.empty, [.paste("two\nlines\u{1B}"), .enter], [#"didSearch {"query":"two lines"} @apps-1"#]),
        (Fixture.empty, [.down, "j", .enter], []),
        // Buttons: by their key from anywhere, by Enter when selected.
        (Fixture.details, ["o"], [#"didPress {"control":"open"} @apps-1"#]),
        (Fixture.details, [.enter], [#"didPress {"control":"open"} @apps-1"#]),
        (Fixture.details, ["G", .enter], [#"didSelect {"row":"s2"} @apps-1"#]),
        // Alerts receive all keys except ? and q.
        (Fixture.failed, [.enter], [#"didPress {"control":"retry"} @apps-1"#]),
        (Fixture.failed, [.escape], [#"didPress {"control":"dismiss"} @apps-1"#]),
        (Fixture.failed, [.tab, .enter], [#"didPress {"control":"dismiss"} @apps-1"#]),
        (Fixture.failed, [.right, .right, .enter], [#"didPress {"control":"retry"} @apps-1"#]),
        (Fixture.failed, [.left, .enter], [#"didPress {"control":"dismiss"} @apps-1"#]),
        (Fixture.failed, ["r"], [#"didPress {"control":"retry"} @apps-1"#]),
        (Fixture.failed, ["j", "/", "x"], []),
        // Enter never presses a destructive button unless the user has selected it; Esc presses a harmless one.
        (Fixture.asked, [.enter], [#"didPress {"control":"help"} @apps-1"#]),
        (Fixture.asked, [.escape], [#"didPress {"control":"keep"} @apps-1"#]),
        (Fixture.asked, [.right, .enter], [#"didPress {"control":"delete"} @apps-1"#]),
        // The help receives all keys too.
        (Fixture.found, ["?", "j", .escape, .enter], [#"didSelect {"row":"1"} @apps-1"#]),
        (Fixture.found, ["?", "q", .enter], [#"didSelect {"row":"1"} @apps-1"#]),
        // Side by side: ← and → stay within the row.
        (Fixture.trafficLight, [.right, .enter], [#"didPress {"control":"yellow"} @apps-1"#]),
        (Fixture.trafficLight, [.right, .right, .right, .enter], [#"didPress {"control":"green"} @apps-1"#]),
        (Fixture.trafficLight, [.tab, .tab, .backTab, .left, .left, .enter], [#"didPress {"control":"red"} @apps-1"#]),
        (Fixture.trafficLight, [.down, .enter], [#"didPress {"control":"yellow"} @apps-1"#]),
        (Fixture.trafficLight, ["g"], [#"didPress {"control":"green"} @apps-1"#]),
        // Pages: every press counts, and there are none before the first or after the last.
        (Fixture.pager(2), [.right, "n"], Array(repeating: #"didPress {"control":"next"} @apps-1"#, count: 2)),
        (Fixture.pager(2), [.pageDown, " "], Array(repeating: #"didPress {"control":"next"} @apps-1"#, count: 2)),
        (
            Fixture.pager(2), [.left, "p", .pageUp],
            Array(repeating: #"didPress {"control":"previous"} @apps-1"#, count: 3)
        ),
        (Fixture.pager(1), [.left, "p", .pageUp], []), (Fixture.pager(5), [.right, "n", .pageDown, " "], []),
        // Nothing to go back to.
        (Fixture.found, [.escape, .backspace, "h", .left], []),
    ]

    @Test(arguments: table.indices) func keysAreReported(_ index: Int) throws {
        let (screen, keys, sent) = Self.table[index]
        var state = try ViewState.showing(screen)
        expect(state.handle(all: keys).sent, equals: sent)
    }

    @Test(
        arguments: [
            ("q", KeyEffect.quit), (.control("c"), .interrupt), (.control("z"), .suspend), (.control("l"), .repaint),
        ] as [(Key, KeyEffect)]) func keysForTheTerminal(_ key: Key, _ effect: KeyEffect) throws
    {
        var state = try ViewState.showing(Fixture.found)
        expect(state.handle(key), equals: [effect])
    }

    /// Regression: a new view read keys before its first screen and lost them; a `q` ended the session.
    @Test func whatIsTypedBeforeTheFirstScreenActsOnIt() throws {
        var state = ViewState(stamp: EventStamp(source: "view", run: "1"), size: Size(columns: 80, rows: 24))
        #expect(state.handle(all: ["m", "q", .enter]).isEmpty)
        expect(state.handle(.control("c")), equals: [.interrupt])
        try state.receive(Fixture.show(Fixture.empty))
        #expect(state.handleTypeAhead().isEmpty, "the scene is not on screen yet")
        try state.receive(Fixture.navigate("apps-1"))
        expect(state.handleTypeAhead().sent, equals: [#"didSearch {"query":"mq"} @apps-1"#])
        #expect(state.handleTypeAhead().isEmpty)
        try state.receive(Fixture.navigate("apps-1", "app-2"))
        expect(state.handle("q"), equals: [.quit], "a later scene may take its time")
    }

    @Test func typeAheadIsBounded() throws {
        var state = ViewState(stamp: EventStamp(source: "view", run: "1"), size: Size(columns: 80, rows: 24))
        state.handle(all: Array(repeating: "x", count: 2 * TypeAhead.limit))
        try state.receive(Fixture.show(Fixture.empty))
        try state.receive(Fixture.navigate("apps-1"))
        #expect(state.handleTypeAhead().isEmpty)
        expect(state.top?.fields.focused?.text.count, equals: TypeAhead.limit)
    }

    @Test func eventsBeginChainsOfTheirOwn() throws {
        var state = try ViewState.showing(Fixture.found)
        guard case .send(let event) = state.handle(.enter).first else { return #expect(Bool(false)) }
        expect(event.id == "view-1-1" && event.correlationID == "view-1-1" && event.source == "view")
    }

    static let alerts: [([Button.Role?], enter: Int?, escape: Int?)] = [
        ([nil], 0, 0), ([nil, nil], 0, 1), ([.default], 0, 0), ([.default, .cancel], 0, 1),
        ([.cancel, .default], 1, 0),
        ([.destructive, .cancel], 1, 1), ([.destructive, nil], 1, 1), ([.cancel, .destructive], 0, 0),
        ([nil, .destructive], 0, 0), ([.destructive], nil, nil), ([.destructive, .default], 1, 1),
        ([.cancel, nil], 1, 0), ([nil, .destructive, .cancel], 0, 2),
    ]

    @Test(arguments: alerts.indices) func rolesSayWhatEnterAndEscPress(_ index: Int) throws {
        let (roles, enter, escape) = Self.alerts[index]
        var screen = Fixture.found
        screen.alert = Alert(
            title: "?", message: "?",
            buttons: roles.enumerated().map { Button(control: "\($0)", title: "\($0)", role: $1) })
        for (key, pressed) in [(Key.enter, enter), (.escape, escape)] {
            var state = try ViewState.showing(screen)
            let sent = pressed.map { number in [#"didPress {"control":"\#(number)"} @apps-1"#] } ?? []
            expect(state.handle(key).sent, equals: sent)
        }
    }

    @Test func aRoleOfAnotherProtocolIsNone() throws {
        let screen = #"{"title":"","parts":[{"button":{"control":"a","title":"A","role":"wild"}}]}"#
        var event = Fixture.show(Fixture.found)
        event.data = Array(#"{"screen":\#(screen)}"#.utf8)
        var state = try ViewState.showing(Fixture.found)
        try state.receive(event)
        expect(state.top?.screen.parts, equals: [.button(Button(control: "a", title: "A"))])
    }

    /// Regression: with a double that omits correlationid, every further press of the same button was ignored.
    @Test(arguments: [("view-1-1", "apps-1"), (nil, "apps-1"), (nil, nil)] as [(String?, String?)])
    func aPressIsNotSwallowedWhereAnAnswerLacksItsCorrelation(cause: String?, scene: String?) throws {
        var state = try ViewState.showing(Fixture.details)
        expect(state.handle("o").sent.count, equals: 1)
        #expect(state.handle("o").sent.isEmpty, "the key is held down")
        var answer =
            scene == nil ? Fixture.navigate("apps-1") : Fixture.show(Fixture.details, scene ?? "")
        answer.causationID = cause
        answer.source = "double"
        try state.receive(answer)
        #expect(state.isSettled)
        expect(state.handle("o").sent.count, equals: 1)
        let remarks = state.session.takeRemarks()
        expect(remarks.count, equals: 1)
        expect(remarks.first?.hasPrefix("\(answer.type) has no correlationid"), equals: true)
        expect(remarks.first?.contains("double should copy"), equals: true)
        try state.receive(answer)
        #expect(state.session.takeRemarks().isEmpty, "once is enough")
    }

    /// At any depth, each in one place only, and not again with the next screen.
    @Test func whatHasNoMeaningInAScreenIsNamedOnce() throws {
        var state = try ViewState.showing(Fixture.details)
        var event = Fixture.show(Fixture.details)
        event.source = "app"
        let keys = #"[{"control":"k","title":"Kill","confrim":{"title":"Sure?"}}]"#
        let rows = Array(repeating: #"{"id":"1","title":"T","subtitel":1}"#, count: 100).joined(separator: ",")
        event.data = Array(#"{"screen":{"title":"T","keys":\#(keys),"parts":[{"list":{"rows":[\#(rows)]}}]}}"#.utf8)
        for _ in 0..<2 { try state.receive(event) }
        let remarks = state.session.takeRemarks()
        expect(remarks.count, equals: 2)
        expect(
            remarks.first,
            equals: #"view.input.show of app: data.screen.keys[0].confrim is not known (did you mean "confirm"?)"#)
        // A hundred of them in all, each screen twice.
        for number in 0..<98 * 2 {
            event.data = Array(#"{"screen":{"title":"T","x\#(number / 2)":1,"parts":[]}}"#.utf8)
            try state.receive(event)
        }
        try state.receive(event)
        expect(state.session.takeRemarks().count, equals: 98)
        // The next one tells, once, that there are more.
        for number in 0..<300 {
            event.data = Array(#"{"screen":{"title":"T","y\#(number)":1,"parts":[]}}"#.utf8)
            try state.receive(event)
        }
        expect(state.session.takeRemarks(), equals: ["view.input.show of app: more unknown members are not named"])
    }

    @Test func whatIsForAnotherSceneAnswersNothing() throws {
        var state = try ViewState.showing(Fixture.details)
        state.handle(all: ["o"])
        try state.receive(Fixture.show(Fixture.found, "apps-9"))
        #expect(!state.isSettled)
        try state.receive(Fixture.show(Fixture.found, "apps-1", answering: "view-0-9"))
        #expect(!state.isSettled, "an older action's")
    }

    @Test func everyWayBackGoesBack() throws {
        for key in [Key.escape, .backspace, "h", .left] {
            var state = try ViewState.showing(Fixture.found)
            try state.receive(Fixture.navigate("apps-1", "app-2"))
            try state.receive(Fixture.show(Fixture.details, "app-2"))
            expect(state.handle(key).sent, equals: ["didGoBack {} @app-2"])
        }
    }

    @Test func aScreenMayComeBeforeOrAfterItsScene() throws {
        var state = ViewState(stamp: EventStamp(source: "view", run: "1"), size: Size(columns: 80, rows: 24))
        try state.receive(Fixture.show(Fixture.found))
        expect(state.top == nil && !state.isSettled)
        try state.receive(Fixture.navigate("apps-1"))
        expect(state.top?.screen, equals: Fixture.found)
        try state.receive(Fixture.navigate("apps-1", "app-2"))
        expect(state.top == nil && !state.isSettled)
        try state.receive(Fixture.show(Fixture.details, "app-2"))
        expect(state.session.titles, equals: ["App Store", "Humway"])
        // A scene that has left the stack is forgotten, with its selection.
        try state.receive(Fixture.navigate("apps-1"))
        try state.receive(Fixture.navigate("apps-1", "app-2"))
        expect(state.top, equals: nil)
        try state.receive(Fixture.navigate())
        #expect(state.session.isFinished)
    }

    @Test func anAnswerSettlesWhatWasAskedUpToIt() throws {
        var state = try ViewState.showing(Fixture.found)
        #expect(state.isSettled)
        state.handle(all: ["/", .enter, "/", "x", .enter, .enter])
        try state.receive(Fixture.show(Fixture.found, answering: "view-1-2"))
        #expect(!state.isSettled, "the third is not answered")
        try state.receive(Fixture.show(Fixture.found, answering: "view-1-1"))
        #expect(!state.isSettled)
        try state.receive(Fixture.navigate("apps-1", answering: "view-1-3"))
        #expect(state.isSettled)
        try state.receive(Fixture.show(Fixture.list([], activity: "Searching…")))
        #expect(!state.isSettled)
    }

    @Test func theSelectionSurvivesRowsThatComeAndGo() throws {
        var state = try ViewState.showing(Fixture.list(Fixture.numbered(1...30)), rows: 10)
        state.handle(all: Array(repeating: .down, count: 6))
        expect(state.selected, equals: "7")
        try state.receive(Fixture.show(Fixture.list(Fixture.numbered(5...40))))
        expect(state.selected, equals: "7")
        try state.receive(Fixture.show(Fixture.list(Fixture.numbered(100...130))))
        expect(state.selected, equals: "102", "the place stays when the row is gone")
        try state.receive(Fixture.show(Fixture.list(Fixture.numbered(1...30), text: "other words")))
        expect(state.selected, equals: "1", "other results begin at the top")
        try state.receive(Fixture.show(Fixture.list([], text: "nothing")))
        expect(state.selected, equals: nil)
    }

    @Test func rowsWithTheSameIdAreStillSeveralRows() throws {
        var state = try ViewState.showing(Fixture.list((1...3).map { Row(id: "same", title: "Row \($0)") }))
        state.handle(all: [.down, .down])
        expect(state.lines, contains: "▸ Row 3")
    }

    @Test func theSelectionIsAlwaysInSight() throws {
        for screen in [Fixture.list(Fixture.numbered(1...50)), Fixture.details] {
            for rows in [1, 2, 3, 6, 12, 24] {
                var state = try ViewState.showing(screen, columns: 40, rows: rows)
                let height = Regions(screen, state.size).content.count
                let keys: [Key] = [
                    .down, .pageDown, .down, .pageUp, .up, .end, .up, .up, .home, .pageDown, .pageDown, .up,
                ]
                for key in keys + keys {
                    state.handle(all: [key])
                    guard let top = state.top else { return #expect(Bool(false)) }
                    let content = top.content(width: 40)
                    let seen = top.viewport.top..<top.viewport.top + max(height, 1)
                    #expect(seen.lowerBound >= 0)
                    #expect(seen.lowerBound <= max(0, content.lines.count - height))
                    if let choice = top.viewport.selected(in: content) { #expect(choice.lines.overlaps(seen)) }
                }
            }
        }
    }

    @Test func aTextScrollsBetweenItsChoices() throws {
        var state = try ViewState.showing(Fixture.details, rows: 12)
        expect(state.selected, equals: "open")
        state.handle(all: Array(repeating: .down, count: 8))
        expect(state.selected, equals: nil, "scrolled past the button")
        #expect(state.lines.contains { $0.contains("Line 1.") })
        state.handle(all: Array(repeating: .down, count: 60))
        expect(state.selected, equals: "s2")
        state.handle(all: Array(repeating: .up, count: 60))
        expect(state.selected, equals: "open")
        expect(state.top?.viewport.top, equals: 0)
    }

    @Test func theEndIsReportedOnceForEachContent() throws {
        var state = try ViewState.showing(Fixture.list(Fixture.numbered(1...30), hasMore: true), rows: 10)
        #expect(state.handle(.down).sent.isEmpty)
        expect(state.handle("G").sent, equals: ["didReachEnd {} @apps-1"])
        #expect(state.handle(.down).sent.isEmpty)
        // While more rows load, and after they have arrived.
        try state.receive(
            Fixture.show(
                Fixture.list(Fixture.numbered(1...30), activity: "Loading…", hasMore: true), answering: "view-1-1"))
        #expect(state.handle("G").sent.isEmpty)
        try state.receive(Fixture.show(Fixture.list(Fixture.numbered(1...60), hasMore: true)))
        expect(state.selected, equals: "30")
        expect(state.handle("G").sent, equals: ["didReachEnd {} @apps-1"])
        try state.receive(Fixture.show(Fixture.list(Fixture.numbered(1...70)), answering: "view-1-2"))
        #expect(state.handle("G").sent.isEmpty, "there is no more")
    }

    @Test func whatIsBeingTypedIsNotLostToAScreenThatComesMeanwhile() throws {
        var state = try ViewState.showing(Fixture.found)
        state.handle(all: ["/", .control("u"), "r", "o"])
        try state.receive(Fixture.show(Fixture.list([], text: "older words")))
        expect(state.handle(all: ["c", "k", .enter]).sent, equals: [#"didSearch {"query":"rock"} @apps-1"#])
    }

    @Test func whatTheRouterReportsIsANoticeUntilTheNextKey() throws {
        var state = try ViewState.showing(Fixture.details)
        try state.receive(Event(RouterOutput.DidOpenURL.type, RouterOutput.DidOpenURL(url: "https://a.example")))
        expect(state.lines.last?.hasPrefix(" ✓ Opened https://a.example"), equals: true)
        state.handle(all: [.down])
        expect(state.lines.last?.contains("quit"), equals: true)
    }

    /// Regression: it was cut at the right edge and vanished with the next key.
    @Test func theReasonOfAFailureStaysUntilItIsRead() throws {
        var state = try ViewState.showing(Fixture.details)
        let url = "https://a.example/" + String(repeating: "x", count: 150)
        let failure = RouterOutput.DidFail(
            action: "openURL", message: "open \(url): cannot start firefox; set BROWSER to a program", url: url)
        try state.receive(Event(RouterOutput.DidFail.type, failure))
        /// The box's text.
        func text() -> String {
            state.lines.compactMap { line in
                guard let left = line.range(of: "│ "), let right = line.range(of: " │", options: .backwards),
                    left.upperBound <= right.lowerBound
                else { return nil }
                return line[left.upperBound..<right.lowerBound].trimmingCharacters(in: .whitespaces)
            }
            .joined()
        }
        #expect(state.handle(all: [.tab, "j", "o", "x"]).isEmpty)
        expect(text().contains("https://a.example/") && text().hasSuffix("set BROWSER to a program"))
        #expect(text().filter { $0 == "x" }.count >= 151)
        var next = ViewState(stamp: EventStamp(source: "view", run: "2"), size: state.size)
        next.restore(state.memory)
        expect(next.memory.failure, equals: state.memory.failure, "a successor shows it still")
        expect(state.lines.last?.contains("y copy the address"), equals: true)
        expect(state.handle("y"), equals: [.copy(url)])
        expect(state.lines.last?.contains("y copied"), equals: true)
        #expect(state.handle(.escape).isEmpty)
        expect(state.lines.last?.contains("q quit"), equals: true)
    }

    @Test func aTextThatIsTooLongSaysSo() throws {
        var state = try ViewState.showing(Fixture.empty)
        state.handle(all: [.paste(String(repeating: "x", count: 200_000))])
        expect(state.lines.last?.hasPrefix(" The text was cut: a search has at most 8192 bytes"), equals: true)
        expect(state.top?.fields.focused?.text.utf8.count, equals: 8192)
    }

    @Test(arguments: [
        (#"{"type":"view.input.show","subject":"apps-1","data":{"screen":{"title":7}}}"#, "view.input.show"),
        (#"{"type":"router.output.didNavigate","data":{}}"#, "router.output.didNavigate"),
        (#"{"type":"view.input.show","data":{"screen":{"title":"x","parts":[]}}}"#, "no subject"),
        ("not JSON", "not a JSON object"),
    ]) func aBadLineIsAnsweredAndTheNextIsServed(_ line: String, _ reason: String) throws {
        var state = try ViewState.showing(Fixture.found)
        var reader = EventReader()
        Array((line + "\n").utf8).withUnsafeBytes { reader.append($0) }
        let next = reader.next()
        let incoming = try require(next)
        let answers = state.receive(incoming)
        expect(answers.map(\.type), equals: ["process.output.refused"])
        try expect(answers.first?.decode(ProcessOutput.Refused.self).reason.contains(reason), equals: true)
        expect(answers.first?.id, equals: "view-1-1", "stamped by the same count as everything else")
        expect(state.top?.screen, equals: Fixture.found)
    }

    @Test func anEventOfAnotherProtocolIsNobodysBusiness() throws {
        var state = try ViewState.showing(Fixture.found)
        #expect(state.receive(.event(Event(type: "weather.output.didRain"))).isEmpty)
    }
}
