import Analysis
import Recording
import TerminalText
import TestSupport
import Testing

@Suite struct DiagramTests {
    private func draw(
        _ passages: [Passage], as diagram: any SequenceDiagram, participants: [String] = [],
        span: ClosedRange<Double> = 0...Double.infinity
    ) -> [String] {
        var diagram = diagram
        var script = DiagramScript(view: "view", span: span)
        let first = diagram.begin(participants)
        let rows = passages.flatMap { script.rows(for: .passage($0)) } + script.end()
        return first + rows.flatMap { diagram.lines(for: $0) }
    }

    @Test func aSessionAsMermaid() {
        let lines = draw(
            Session.search, as: MermaidDiagram(), participants: ["view", "presenter", "fetcher"], span: 1...2.02)
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

    @Test func aSessionInATerminal() {
        let lines = draw(
            Session.search, as: TextDiagram(width: 70), participants: ["view", "presenter", "fetcher", "router"],
            span: 1...2.03)
        let expected = """
                     view            presenter          fetcher           router
              1.000    ◆ 1. didSearch music                │                 │
              1.000    ├────didSearch───▶│                 │                 │
              1.001    │                 ├─search +1.0 ms─▶│                 │
              1.002    │◀─show +2.0 ms───┤                 │                 │
              1.101    │                 │◀─found +100 ms──┤                 │
              1.104    │◀─show +3.0 ms───┤                 │                 │
              2.000    ◆ 2. didSelect 7  │                 │                 │
              2.000    ├────didSelect───▶│                 │                 │
              2.010    │                 ├───────open (apps-1) +10 ms───────▶│
              2.030    │◀────────────────┼◀───────didNavigate +20 ms─────────┤
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

    /// A whole name says more than the delay, which stands at the left as well.
    @Test func aNameComesBeforeItsDelay() {
        let lines = draw(
            Session.search, as: TextDiagram(width: 62), participants: ["view", "presenter", "fetcher", "router"],
            span: 1...2.03)
        #expect(lines.contains { $0.contains("─search─") })
        for line in lines { expect(line, lacks: "…", "\(line)") }
    }

    @Test(arguments: [20, 30, 46, 80, 200]) func aLineFitsTheTerminal(_ width: Int) {
        let wide = Session.passage(
            4, "view", ["presenter", "日本のサービス"], "view.output.検索しました", id: "v3", subject: "長い場面の名前",
            data: #"{"query":"とても長い検索語とても長い検索語\u001b[2J"}"#)
        let lines = draw(Session.search + [wide], as: TextDiagram(width: width))
        #expect(lines.count > 12)
        for line in lines {
            #expect(CellWidth.of(line) <= width)
            #expect(line.unicodeScalars.allSatisfy { $0.value >= 0x20 })
        }
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
