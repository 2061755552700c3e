import Analysis
import Recording
import TestSupport
import Testing

@Suite struct DiagramTests {
    @Test func aSessionAsMermaid() {
        var diagram = MermaidDiagram()
        var script = DiagramScript(view: "view", span: 1...2.02)
        var lines = diagram.begin(["view", "presenter", "fetcher"])
        let rows = Session.search.flatMap { script.rows(for: .passage($0)) } + script.end()
        lines += rows.flatMap { diagram.lines(for: $0) }
        let expected = """
            sequenceDiagram
                participant view
                participant presenter
                participant fetcher
                Note over view: 1. didSearch music
                view->>presenter: didSearch (apps-1)
                presenter->>fetcher: search (apps-1) +1.0 ms
                presenter->>view: show (apps-1) +2.0 ms
                fetcher->>presenter: found (apps-1) +100 ms
                presenter->>view: show (apps-1) +3.0 ms
                Note over view: 2. didSelect 7
                view->>presenter: didSelect (apps-1)
                participant router
                presenter->>router: open (apps-1) +10 ms
            """
        expect(lines.joined(separator: "\n"), equals: expected)
    }

    /// Characters that end a statement, start a comment, an entity or a formula, or form HTML.
    @Test(arguments: [
        ("a;b", "a#59;b"), ("#1", "#35;1"), ("100 %%", "100 #37;#37;"), ("<b>&", "#60;b#62;#38;"),
        ("say \"x\"", "say #34;x#34;"), ("$$x$$", "#36;#36;x#36;#36;"), ("two\nlines", "two lines"),
        ("\u{1B}[2J", "[2J"), ("Ü 日本", "Ü 日本"),
    ]) func aMermaidTextIsEscaped(_ text: String, _ escaped: String) {
        expect(MermaidText.escaped(text), equals: escaped)
    }

    @Test(arguments: [
        ("my-view", "service1 as my-view"), ("end", "service1 as end"), ("a:b;c", "service1 as a:b#59;c"),
        ("worker2", "worker2"),
    ]) func aServiceHasANameThatMermaidTakes(_ name: String, _ declared: String) {
        var diagram = MermaidDiagram()
        expect(diagram.begin([name]), equals: ["sequenceDiagram", "    participant \(declared)"])
    }

    @Test func whatWasTypedIsAnActionAndThenTheViewsOutputsAreNone() {
        func entered(_ time: Double, _ text: String) -> Passage {
            Session.passage(
                time, "view", [], "process.output.entered", id: "e\(time)", data: #"{"text":"\#(text)"}"#)
        }
        let passages =
            [entered(0.8, "mu"), entered(0.9, "sic\\r")] + Session.search.prefix(2)
            + [entered(1.5, "\\u001b[B"), Session.search[6], entered(3, "where\\n"), entered(4, "quit\\n")]
        var script = DiagramScript(view: "view")
        let rows = passages.flatMap { script.rows(for: .passage($0)) } + script.end()
        let actions = rows.compactMap { row in
            if case .action(let action) = row { "\(action.number) \(action.text) \(action.time)" } else { nil }
        }
        expect(actions, equals: ["1 music⏎ 0.8", "2 ␛[B 1.5", "3 where 3.0", "4 quit 4.0"])
    }
}

@Suite struct ParticipantsTests {
    @Test func whoSpeaksToTheViewStandsBesideIt() {
        var participants = Participants(view: "view", span: 0...2.5)
        for passage in Session.search { participants.note(.passage(passage)) }
        expect(participants.names, equals: ["view", "presenter", "fetcher", "router"])
    }

    @Test func whoIsSpokenToByNobodyIsThereToo() {
        var participants = Participants(view: "view")
        participants.note(.passage(Session.passage(1, "b", ["a"], "b.output.x", id: "1")))
        expect(participants.names, equals: ["b", "a"])
    }
}
