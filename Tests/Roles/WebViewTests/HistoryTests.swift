import ScreenModel
import TestSupport
import Testing
import ViewMessages
import Wire

@testable import WebView

/// The browser's history asks for a scene, and the application goes back to it step by step (views.md F5).
@Suite struct HistoryTests {
    /// A view that shows the last of the scenes; all have screens.
    private static func view(_ scenes: String..., alert: Alert? = nil) -> TestedView {
        let view = TestedView()
        view.receive(TestedView.navigation(scenes))
        for scene in scenes { view.receive(show(scene, alert: alert)) }
        return view
    }

    private static func show(_ scene: String, alert: Alert? = nil, answering: Event? = nil) -> Event {
        let screen = Screen(title: scene, parts: [.list(List(rows: [Row(id: "a", title: "A")]))], alert: alert)
        var event = Event(ViewInput.Show.type, ViewInput.Show(screen: screen), subject: scene)
        event.correlationID = answering?.id ?? "x"
        return event
    }

    private static func navigate(_ scenes: String..., answering: Event?) -> Event {
        var event = TestedView.navigation(scenes)
        event.correlationID = answering?.id
        return event
    }

    private static func back(_ view: TestedView, to name: String) -> [Event]? {
        guard case .done(let events) = view.perform(.backTo(name), on: nil) else { return nil }
        return events
    }

    private static func way(_ view: TestedView) -> String? {
        MarkupTokens(view.page)?.tags.flatMap(\.attributes).first { $0.name == "data-way" }?.value
    }

    @Test func everySceneHasAnAddress() {
        expect(Self.way(Self.view("a-1", "b-2")), equals: "a-1 b-2")
        expect(Self.view("a-1", "b-2").address, equals: .scene("b-2"))
    }

    /// An id of a stranger stands in no address as it is, and no history is longer than a browser's.
    @Test func addressesAreShortAndPlain() {
        for id in ["", "a b", "a/../b", "?token=1", "é", "\u{0}", "<b>", String(repeating: "a", count: 65)] {
            let name = SceneAddress.name(of: id)
            expect(
                name != id && name.utf8.count <= 13 && name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) })
        }
        let way = SceneAddress.way((1...1000).map { "s-\($0)" })
        expect(way.count == 48 && way.first == "s-1" && way.last == "s-1000")
    }

    @Test func oneStepAfterTheOther() throws {
        let view = Self.view("a", "b", "c")
        let first = try require(Self.back(view, to: "a"))
        expect(first.map(\.type) == [ViewOutput.DidGoBack.type] && first.first?.subject == "c")
        // Asked for again, it is under way.
        expect(Self.back(view, to: "a"), equals: [])
        let second = view.receive(Self.navigate("a", "b", answering: first.first))
        expect(second.map(\.type) == [ViewOutput.DidGoBack.type] && second.first?.subject == "b")
        expect(view.receive(Self.navigate("a", answering: second.first)), equals: [])
        expect(view.topID == "a" && view.isSettled)
    }

    @Test(arguments: ["c", "gone", "", "a b"]) func whatIsNotOnTheWayIsRefused(_ name: String) {
        expect(Self.back(Self.view("a", "b", "c"), to: name), equals: nil)
    }

    /// The page moves its history when the place changes.
    @Test func anApplicationThatStaysMovesTheHistory() throws {
        let view = Self.view("a", "b")
        let place = view.place
        let event = try require(Self.back(view, to: "a")?.first)
        expect(view.place, equals: place)
        expect(view.receive(Self.show("b", answering: event)), equals: [])
        expect(view.place != place && view.vainReturns == 1)
    }

    @Test func anApplicationThatGoesElsewhereIsNotPressed() throws {
        let view = Self.view("a", "b", "c")
        let event = try require(Self.back(view, to: "a")?.first)
        expect(view.receive(Self.navigate("x", answering: event)), equals: [])
        expect(view.vainReturns, equals: 1)
    }

    @Test func whatTheUserDoesNextEndsTheWay() throws {
        let view = Self.view("a", "b", "c")
        let event = try require(Self.back(view, to: "a")?.first)
        guard case .done = view.perform(.select(row: "a"), on: "c") else { return #expect(Bool(false)) }
        expect(view.receive(Self.navigate("a", "b", answering: event)), equals: [])
    }

    @Test func aQuestionIsAnsweredAsEscapeDoes() throws {
        let stay = Button(control: "stay", title: "Stay", role: .cancel)
        let leave = Button(control: "leave", title: "Leave", role: .destructive)
        var view = Self.view("a", "b", alert: Alert(title: "Q", message: "", buttons: [leave, stay]))
        let events = try require(Self.back(view, to: "a"))
        try expect(events.first?.decode(ViewOutput.DidPress.self).control, equals: "stay")
        // Where nothing cancels, the user has to choose.
        view = Self.view("a", "b", alert: Alert(title: "Q", message: "", buttons: [leave]))
        expect(Self.back(view, to: "a"), equals: nil)
        // Going back is the way out of an alert without a button.
        view = Self.view("a", "b", alert: Alert(title: "Q", message: "", buttons: []))
        expect(Self.back(view, to: "a")?.count, equals: 1)
        view = Self.view("a", "b")
        expect(view.perform(.quit, on: "b") == .done([]) && view.asksToQuit)
        expect(Self.back(view, to: "a") == [] && !view.asksToQuit && view.topID == "b")
    }

    @Test func aFailureIsClosedFirst() throws {
        let view = Self.view("a", "b")
        var bad = Event(type: ViewInput.Show.type, subject: "b")
        bad.data = Array("{}".utf8)
        view.receive(bad)
        let place = view.place
        expect(view.page.contains("cannot be read") && Self.back(view, to: "a") == [])
        expect(!view.page.contains("cannot be read") && view.place != place && view.isSettled)
    }

    /// An alert of a scene on the way is for the user.
    @Test func aQuestionOnTheWayEndsIt() throws {
        let view = Self.view("a", "b", "c")
        let event = try require(Self.back(view, to: "a")?.first)
        view.receive(
            Self.show("b", alert: Alert(title: "Q", message: "", buttons: [Button(control: "ok", title: "OK")])))
        expect(view.receive(Self.navigate("a", "b", answering: event)), equals: [])
        expect(view.vainReturns, equals: 1)
    }

    @Test func whatAPagePostsIsRead() {
        expect(PageAction(FormFields([("do", "back"), ("to", "a-1")])), equals: .backTo("a-1"))
        expect(PageAction(FormFields([("do", "back")])), equals: .back)
        expect(PageAction(FormFields([("do", "filter?open=true"), ("value", "x")])), equals: .openFirst("x"))
        expect(
            PageAction(FormFields([("do", "filter?live=true"), ("value", "x")])), equals: .filter("x", isLive: true))
    }

    /// views.md F6.
    @Test func enterInTheFilterOpensTheFirstRowThatMatches() throws {
        let rows = ["apple", "pear", "peach"].map { Row(id: $0, title: $0) }
        let view = TestedView(Screen(title: "T", parts: [.list(List(rows: rows))]))
        let event = try require(view.post(.openFirst, [("value", "'pea")])?.first)
        try expect(event.decode(ViewOutput.DidSelect.self).row, equals: "pear")
        expect(view.top?.filter == "'pea" && view.focused == ["select?row=pear"])
        expect(view.post(.openFirst, [("value", "none")]), equals: [])
        // Without a text, the rows have the focus.
        expect(view.post(.openFirst, [("value", "")]), equals: [])
        expect(view.focused, equals: ["select?row=apple"])
        let prompt = TestedView(Screen(title: "T", parts: []))
        expect(prompt.post(.openFirst, [("value", "a")]), equals: nil)
    }
}
