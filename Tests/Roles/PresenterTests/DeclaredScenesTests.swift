import Declarations
import JQClient
import JSON
import Presenter
import TestSupport
import Testing
import ViewMessages
import Wire
import YAML

/// The scenes of a declared application, event by event.
@Suite struct DeclaredScenesTests {
    private static let text = """
        sources:
          things: {url: "https://api.example/?q={term}{&page}", paging: page, answer: .}
          thing: {url: "https://api.example/{id}", answer: "{items: [.]}"}
        scenes:
          things:
            title: Things
            search: things
            row: '{title: .name, subtitle: .tags, accessory: .count, tone}'
            preview: text(.name)
            choose: thing
            press: {o: {title: Open, url: .url}, d: {title: Show, open: given}}
          thing:
            title: Thing
            lookup: thing
            parts: 'title(.name), null, "a text", facts({Count: .count})'
            picture: .picture
            press: {open: {key: o, title: Open, url: .url}}
          given:
            parts: .name
        """

    private func presenter() throws -> Presenter { try DeclaredPresenter.presenter(of: Self.text) }

    private func event(_ type: String, _ subject: String?, _ id: String, _ data: String) throws -> Event {
        try DeclaredPresenter.event(type, subject, id, data)
    }

    private func data(_ events: [Event]) -> [String] { DeclaredPresenter.data(events) }

    private func stack(_ scenes: String...) -> String { DeclaredPresenter.stack(scenes) }

    @Test func aSearchHasRowsPagesAndActions() throws {
        var presenter = try presenter()
        _ = try presenter.receive(event("router.output.didNavigate", nil, "r-1", stack("things")))
        let asked = data(try presenter.receive(event("view.output.didSearch", "things-1", "v-1", #"{"query":" a "}"#)))
        expect(asked.first, equals: #"interactor.input.search {"source":"things","term":"a"}"#)
        let found =
            #"{"source":"things","items":[{"id":"1","name":"\u001b[2J","tags":["x",2],"count":3,"url":"https://a.example/","tone":"danger"},{"id":"2"}],"cursor":"2"}"#
        let shown = data(try presenter.receive(event("interactor.output.found", "things-1", "v-1", found)))
        let screen = try require(shown.first)
        expect(
            screen, contains: #"{"accessory":"3","id":"1","subtitle":"x, 2","title":"\u001b[2J","tone":"danger"}"#,
            "\(screen)")
        expect(screen, contains: "1 result left out: the title of a row is null")
        expect(screen, contains: #""hasMore":true"#)
        expect(
            data(try presenter.receive(event("view.output.didReachEnd", "things-1", "v-2", "{}"))).first,
            equals: #"interactor.input.search {"cursor":"2","source":"things","term":"a"}"#)
        expect(
            data(try presenter.receive(event("view.output.didHighlight", "things-1", "v-3", #"{"row":"1"}"#))).last?
                .contains("\"preview\":[{\"text\":"), equals: true)
        expect(
            data(
                try presenter.receive(event("view.output.didPress", "things-1", "v-4", #"{"control":"o","row":"1"}"#))),
            equals: [#"router.input.openURL {"url":"https://a.example/"}"#])
        // There is no page to open.
        expect(
            data(try presenter.receive(event("view.output.didPress", "things-1", "v-5", #"{"control":"o","row":"2"}"#)))
                .first?.hasPrefix("view.input.show"), equals: true)
        let chosen = data(try presenter.receive(event("view.output.didSelect", "things-1", "v-6", #"{"row":"1"}"#)))
        expect(chosen, equals: [#"router.input.open {"name":"thing","parameters":{"id":"1","title":"\u001b[2J"}}"#])
    }

    /// Nothing vanishes without a word.
    @Test func anItemWithAnIdSeenBeforeIsTold() throws {
        var presenter = try presenter()
        _ = try presenter.receive(event("router.output.didNavigate", nil, "r-1", stack("things")))
        _ = try presenter.receive(event("view.output.didSearch", "things-1", "v-1", #"{"query":"a"}"#))
        let found =
            #"{"source":"things","items":[{"id":"1","name":"A"},{"id":"1","name":"B"},{"id":"2","name":"C"},{"id":"1"}],"cursor":"2"}"#
        let shown = data(try presenter.receive(event("interactor.output.found", "things-1", "v-1", found)))
        expect(shown.first?.contains("2 results left out: their ids have come before"), equals: true, "\(shown)")
        _ = try presenter.receive(event("view.output.didReachEnd", "things-1", "v-2", "{}"))
        let more = #"{"source":"things","items":[{"id":"2","name":"C"}]}"#
        let page = data(try presenter.receive(event("interactor.output.found", "things-1", "v-2", more)))
        expect(page.first?.contains("2 results left out"), equals: true, "\(page)")
    }

    /// In its place stands what is wrong with a part; the others are shown.
    @Test(arguments: [
        (#"{chart: {kind: "bar", points: [1]}}"#, "This view cannot show \\\"chart\\\": chart.alternative is missing"),
        ("{label: 5}", "label is not an object with text, style"),
        (#"{facts: {items: [{label: "L", value: 5}]}}"#, "facts.items[0].value is not a string"),
        ("{label: {name: \"x\", style: \"title\"}}", "\\\"name\\\" is not known there (known: text, style"),
        ("{progress: {value: 2}}", "cannot show \\\"progress\\\""), ("{tabel: {}}", "did you mean \\\"table\\\"?"),
        ("{}", "must have exactly one member"),
        (#"{chart: {kind: "line", points: [1, null], alternative: "x"}}"#, #""points":[1,null]"#),
    ])
    func aPartWithAWrongShapeIsTold(_ part: String, _ words: String) throws {
        let text = Self.text.replacing("title(.name), null", with: "title(.name), \(part), null")
        var presenter = try DeclaredPresenter.presenter(
            of: text.replacing("parts: '", with: "parts: |\n      ").replacing("count})'", with: "count})"))
        _ = try presenter.receive(event("router.output.didNavigate", nil, "r-1", stack("thing")))
        let found = #"{"source":"thing","items":[{"id":"1","name":"N","count":2}]}"#
        let shown = data(try presenter.receive(event("interactor.output.found", "thing-1", "r-1", found))).joined()
        expect(shown, contains: words, "\(shown)")
        expect(shown, contains: #"{"text":{"body":"a text"}}"#, "\(shown)")
    }

    /// Where a scene has no source, the item goes along.
    @Test func anItemGoesAlong() throws {
        var presenter = try presenter()
        _ = try presenter.receive(event("router.output.didNavigate", nil, "r-1", stack("things")))
        _ = try presenter.receive(event("view.output.didSearch", "things-1", "v-1", #"{"query":"a"}"#))
        _ = try presenter.receive(
            event("interactor.output.found", "things-1", "v-1", #"{"source":"things","items":[{"id":"1","name":"N"}]}"#)
        )
        let opened = data(
            try presenter.receive(event("view.output.didPress", "things-1", "v-2", #"{"control":"d","row":"1"}"#)))
        expect(
            opened,
            equals: [
                #"router.input.open {"name":"given","parameters":{"id":"1","item":"{\"id\":\"1\",\"name\":\"N\"}","title":"N"}}"#
            ])
        let stack =
            #"{"stack":[{"scene":"given-2","name":"given","parameters":{"id":"1","item":"{\"id\":\"1\",\"name\":\"N\"}"}}]}"#
        let shown = data(try presenter.receive(event("router.output.didNavigate", nil, "v-2", stack)))
        expect(shown.last?.contains(#"{"text":{"body":"N"}}"#), equals: true, "\(shown)")
    }

    @Test func anItemIsShownWithItsPicture() throws {
        var presenter = try presenter()
        let begun = data(try presenter.receive(event("router.output.didNavigate", nil, "r-1", stack("thing"))))
        expect(begun.first, equals: #"interactor.input.lookup {"id":"1","source":"thing"}"#)
        let found =
            #"{"source":"thing","items":[{"id":"1","name":"N","count":2,"url":7,"picture":"https://a.example/p.png"}]}"#
        let shown = data(try presenter.receive(event("interactor.output.found", "thing-1", "r-1", found)))
        expect(shown.first, equals: #"interactor.input.get {"url":"https://a.example/p.png"}"#)
        expect(
            shown.last?.contains(
                #"{"label":{"style":"title","text":"N"}},{"text":{"body":"a text"}},{"facts":{"items":[{"label":"Count","value":"2"}]}}"#
            ), equals: true, "\(shown)")
        // A successor shows the same.
        let state = try require(presenter.snapshot())
        var successor = try self.presenter()
        try successor.restore(event("process.input.restore", nil, "s-1", String(decoding: state, as: UTF8.self)))
        expect(
            data(successor.states()).map { $0.replacing(#","image":null"#, with: "") }, equals: data(presenter.states())
        )
    }
}
