import Recording
import TestSupport
import Testing

@testable import Analysis

@Suite struct DiagramTests {
    private static func lines(of passages: [Passage], _ diagram: SequenceDiagram) -> [String] {
        var diagram = diagram
        return passages.flatMap { diagram.lines(for: .passage($0)) } + diagram.end()
    }

    private static func header(_ services: [String: CassetteHeader.Service]) -> CassetteHeader {
        CassetteHeader(composition: "a", started: "", services: services)
    }

    @Test func aSessionAsMermaid() {
        let lines = Self.lines(of: Session.search, SequenceDiagram(of: nil, span: 1...2.02))
        let expected = """
            sequenceDiagram
                participant view
                Note over view: 1. didSearch music
                participant presenter
                view->>presenter: didSearch (apps-1)
                participant fetcher
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
        let header = Self.header([name: CassetteHeader.Service(command: [], receives: [], sends: [], terminal: true)])
        expect(
            Self.lines(of: [], SequenceDiagram(of: header)), equals: ["sequenceDiagram", "    participant \(declared)"])
    }

    /// The view stands first, also before what happened earlier, and only in a session that has one.
    @Test func theViewOfASessionStandsFirst() {
        let worker = CassetteHeader.Service(command: [], receives: [], sends: [])
        let other = Session.passage(0, "worker", ["store"], "worker.output.kept", id: "w1")
        let drawn = ["    participant worker", "    participant store", "    worker->>store: kept"]
        let report = Session.passage(1, "view", ["worker"], "view.output.didPress", id: "v1")
        let press = ["    Note over view: 1. didPress", "    view->>worker: didPress"]
        let many = Array(repeating: "    worker->>store: kept", count: SequenceDiagram.mostWaiting / 24 + 1)
        let view = "    participant view"
        let rows: [([Passage], CassetteHeader?, [String])] = [
            ([], nil, []), ([other], nil, drawn), ([other, report], nil, [view] + drawn + press),
            ([other], Self.header(["worker": worker]), drawn),
            ([other], Self.header(["view": worker]), [view] + drawn),
            (Array(repeating: other, count: many.count + 1) + [report], nil, drawn + many + [view] + press),
        ]
        for (passages, header, expected) in rows {
            let lines = Self.lines(of: passages, SequenceDiagram(of: header))
            expect(lines == ["sequenceDiagram"] + expected, "\(lines.prefix(5))")
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
        let lines = Self.lines(of: passages, SequenceDiagram(of: nil))
        expect(
            lines.filter { $0.contains("Note") }.compactMap { $0.split(separator: ": ").last },
            equals: ["1. music⏎", "2. ␛[B", "3. where", "4. quit"])
    }
}
