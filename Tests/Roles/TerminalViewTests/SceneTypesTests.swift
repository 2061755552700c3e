import ScreenModel
@testable import FuzzySearch
@testable import TerminalView
import TestSupport
import Testing
import ViewMessages

/// What a scene is made of, each type by itself.
@Suite struct SceneTypesTests {
    // MARK: The first selection

    @Test func aListBeginsWithTheRowThatItNames() throws {
        func screen(_ selected: String?, _ rows: [String] = ["a", "b", "c"]) -> Screen {
            Screen(title: "Rows", parts: [.list(List(rows: rows.map { Row(id: $0, title: $0) }, selected: selected))])
        }
        var state = try ViewState.showing(screen("c", []))
        func selection(after new: Screen) throws -> String? {
            try state.receive(Fixture.show(new))
            return state.top?.viewport.selection?.name
        }
        try expect(selection(after: screen("c")), equals: "c", "its rows come later")
        state.handle(all: [.up])
        try expect(selection(after: screen("c")), equals: "b", "it is the user's by now")
        try expect(selection(after: screen("a")), equals: "a")
        try expect(selection(after: screen("gone")), equals: "a")
        try expect(ViewState.showing(screen("b")).top?.viewport.selection?.name, equals: "b")
    }

    // MARK: Marks

    @Test func marksAreInTheOrderOfTheScreen() {
        var marks = Marks()
        expect(marks.ordered(by: ["a"]), equals: nil)
        for row in ["c", "gone", "a", "b", "b"] { marks.toggle(row) }
        expect(marks.ordered(by: ["a", "b", "c"]) == ["a", "c", "gone"] && marks.count == 3)
        expect(marks.contains("c") && !marks.contains("b"))
        marks.clear()
        #expect(marks.isEmpty)
    }

    @Test func marksHaveALimit() {
        var marks = Marks((0...Marks.most).map(String.init))
        expect(marks.count, equals: Marks.most)
        var taken = ["one more", "0", "one more"].map { marks.toggle($0) }
        expect(taken == [false, true, true] && marks.contains("one more") && marks.count == Marks.most)
        // In a line, each byte of these takes six.
        let long = String(repeating: "\u{1}", count: Marks.mostBytes / 2)
        marks = Marks([long + "1", long])
        taken = [long, long + "1", long].map { marks.toggle($0) }
        expect(taken == [false, true, true] && marks.ids == [long])
        marks.clear()
        marks.toggle(long + "1")
        expect(marks.count, equals: 1)
    }

    // MARK: Rows that are not here

    @Test(
        arguments: [
            (0..<10, 0..<30, nil), (20..<30, 0..<30, 0..<50), (0..<10, 0..<0, 0..<30),
            (90..<100, 85..<100, 70..<100), (200..<210, 0..<100, nil),
        ] as [(Range<Int>, Range<Int>, Range<Int>?)])
    func rowsAroundThoseInSightAreMissed(_ seen: Range<Int>, _ here: Range<Int>, _ missing: Range<Int>?) {
        let window = RowWindow(offset: here.lowerBound, count: here.count, total: 100)
        expect(window.missing(seen: seen, after: RequestedRows()), equals: missing)
    }

    // MARK: Texts

    @Test(
        arguments: [
            (0, 0, .init(line: 0, hasWrapped: false)), (1, 0, .init(line: 2, hasWrapped: false)),
            (1, 2, .init(line: 0, hasWrapped: true)), (-1, 0, .init(line: 2, hasWrapped: true)),
            (-1, 1, .init(line: 0, hasWrapped: false)),
        ] as [(Int, Int, TextSearch.Place)])
    func textIsFoundInBothDirections(_ step: Int, _ start: Int, _ place: TextSearch.Place) throws {
        let content = Content(["an app", "a song", "apples"].map { Part.label(Label($0, style: .title)) }, width: 80)
        let search = TextSearch(sought: try require(FuzzyTerm(exactly: "app")))
        expect(search.next(step, from: start, in: content.lines), equals: place)
        expect(
            TextSearch(sought: try #require(FuzzyTerm(exactly: "x"))).next(step, from: start, in: content.lines),
            equals: nil)
        expect(search.next(step, from: start, in: Content([], width: 80).lines), equals: nil)
    }

    @Test func theTextThatIsMeantIsFolded() {
        func fold(_ name: String, _ lines: Range<Int>, isFolded: Bool = true) -> Fold {
            Fold(id: .init(heading: name, occurrence: 0), isFolded: isFolded, lines: lines)
        }
        let folds = [fold("a", 0..<5), fold("b", 5..<10, isFolded: false), fold("c", 10..<15), fold("d", 40..<45)]
        let expected = [(0..<12, "a"), (6..<12, "c"), (6..<9, "b"), (20..<25, "c"), (31..<35, "d")]
        for (seen, name) in expected { expect(Fold.meant(of: folds, seen: seen)?.id.heading, equals: name) }
        expect(Fold.meant(of: [], seen: 0..<5), equals: nil)
    }

    @Test func aRowOrAllIsCopied() {
        var content = Content(
            [.list(List(rows: [Row(id: "1", title: "One", accessory: "x"), Row(id: "2", title: "Two")]))], width: 80)
        expect(CopiedText.of(content, selected: content.choices[0]), equals: "One\tx")
        expect(CopiedText.of(content, selected: nil), equals: "One\tx\nTwo")
        content = Content([.text(Text(body: String(repeating: "a\n", count: 1 << 16)))], width: 80)
        #expect(CopiedText.of(content, selected: nil).isEmpty, "no terminal would take it")
    }

    // MARK: Preview

    @Test func aPreviewScrollsToItsEnd() {
        let text: [Part] = [.text(Text(body: (1...20).map { "line \($0)" }.joined(separator: "\n")))]
        let pane = Panes.Pane(columns: 40, rows: 0..<8)
        var preview = PreviewState(text)
        preview.scroll(by: 4, in: pane)
        expect(preview.top, equals: 4)
        preview.scroll(by: 100, in: pane)
        expect(preview.top, equals: 12)
        expect(preview.top(in: Panes.Pane(columns: 40, rows: 0..<15)), equals: 5, "a higher pane shows the end, too")
        preview.show(text, images: [:])
        expect(preview.top, equals: 12)
        preview.toggle()
        preview.show([.label(Label("x", style: .title))], images: [:])
        expect(preview.top == 0 && preview.isOpen)
        preview.show(nil, images: [:])
        #expect(!preview.isOpen)
        preview.restore(top: .max, isOpen: true)
        expect(preview.top <= 1_000_000 && !preview.isOpen, "there is none")
    }

    // MARK: Alert

    private static let kill = ScreenKey(
        control: "kill", title: "Kill", character: "x", isForRow: true, confirm: Confirmation(title: "Kill it?"))
    private static let processes = Screen(title: "T", keys: [kill])

    @Test func aQuestionIsAskedAndAnswered() {
        var alert = AlertState(Self.processes)
        expect(
            alert.confirm(.init(control: "other"), rowText: { nil }) == .init(control: "other") && alert.alert == nil)
        let press = ViewOutput.DidPress(control: "kill", row: "7", rows: ["7", "8"])
        for (button, report) in [("no", nil), ("yes", press)] {
            expect(alert.confirm(press) { "init" }, equals: nil)
            expect(alert.alert?.title == "Kill it?" && alert.alert?.message == "init")
            expect(alert.confirm(.init(control: button)) { nil } == report && alert.alert == nil)
        }
    }

    @Test func aQuestionEndsWithItsReason() {
        let others = [
            Screen(title: "T"), Screen(title: "T", alert: Fixture.asked.alert, keys: [Self.kill]),
        ]
        for other in others {
            var alert = AlertState(Self.processes)
            _ = alert.confirm(.init(control: "kill", row: "7")) { nil }
            alert.show(Self.processes)
            #expect(alert.question != nil)
            alert.show(other)
            expect(alert.question == nil && alert.alert == other.alert)
        }
    }

    @Test func aButtonIsChosen() {
        var alert = AlertState(Fixture.asked)
        expect(alert.chosenButton, equals: 2, "the only one that is neither destructive nor cancels")
        alert.chooseButton(by: 1)
        expect(alert.chosenButton, equals: 0)
        alert.show(Fixture.asked)
        expect(alert.chosenButton, equals: 0, "the same alert")
        alert.restore(question: nil, leaving: nil, chosenButton: 7)
        expect(alert.chosenButton, equals: 2, "it has no such button")
        alert.show(Fixture.found)
        alert.chooseButton(by: 1)
        expect(alert.chosenButton, equals: nil)
    }

    // MARK: Form

    @Test func aSubmissionSaysWhatIsWrong() throws {
        let form = Form(
            id: "f",
            fields: [
                FormField(id: "name", label: "Name", isRequired: true), FormField(id: "n", label: "N", kind: .number),
                FormField(id: "pw", label: "P", kind: .secret),
            ])
        var fields = InputFields()
        for (field, text) in zip(form.fields, ["", "x", "hunter2"]) {
            fields.show(text, in: FieldName.of(field, in: form))
        }
        let wrong = FormSubmission(form, texts: { fields[$0]?.text })
        expect(wrong.firstWrong == "f\u{1F}name" && wrong.errors.keys.sorted() == ["f\u{1F}n", "f\u{1F}name"])
        for (field, text) in zip(form.fields, ["Ada", "5"]) { fields.show(text, in: FieldName.of(field, in: form)) }
        let right = FormSubmission(form, texts: { fields[$0]?.text })
        expect(right.firstWrong == nil && right.errors.isEmpty)
        expect(
            right.report,
            equals: .init(form: "f", values: ["name": .text("Ada"), "n": .number("5")], secrets: ["pw": "hunter2"]))
    }
}
