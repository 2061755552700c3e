import Analysis
import TerminalText
import TestSupport
import Testing

/// Drawings of a wiring.
@Suite struct WiringTests {
    typealias Message = WiringGraph.Message

    private static let viper = WiringGraph(
        services: ["view", "presenter", "interactor", "router", "catalog"],
        messages: [
            Message(from: "view", "view.output", to: "presenter"), Message(from: "presenter", "view.input", to: "view"),
            Message(from: "presenter", "interactor.input", to: "interactor"),
            Message(from: "interactor", "interactor.output", to: "presenter"),
            Message(from: "presenter", "router.input", to: "router"),
            Message(from: "router", "router.output", to: "view"),
            Message(from: "router", "router.output", to: "presenter"),
            Message(from: "view", "view.trace", to: "presenter"), Message(from: "view", "view.trace", to: "presenter"),
            Message(from: "view", "view.output", to: "view"), Message(from: "view", "view.output", to: "nobody"),
        ],
        forbidden: [
            ("view", "interactor"), ("router", "interactor"), ("interactor", "router"), ("view", "presenter"),
            ("view", "view"), ("view", "nobody"),
        ])

    @Test func inMermaidsLanguage() {
        let expected = """
            flowchart LR
                view["view"]
                presenter["presenter"]
                interactor["interactor"]
                router["router"]
                catalog["catalog"]
                view <-- "view.output → presenter<br>view.trace → presenter<br>view.input → view" --> presenter
                router -- "router.output" --> view
                presenter <-- "interactor.input → interactor<br>interactor.output → presenter" --> interactor
                presenter <-- "router.input → router<br>router.output → presenter" --> router
                view -.-x interactor
                interactor x-.-x router
            """
        expect(MermaidWiring(Self.viper).lines.joined(separator: "\n"), equals: expected)
    }

    @Test func inATerminal() {
        let expected = """
            view
            │       presenter
            │       │       interactor
            │       │       │       router
            │       │       │       │
            ◀───────▶       │       │   → view.output
            │       │       │       │   → view.trace
            │       │       │       │   ← view.input
            ◀───────┼───────┼───────┤   ← router.output
            │       ◀───────▶       │   → interactor.input
            │       │       │       │   ← interactor.output
            │       ◀───────┼───────▶   → router.input
            │       │       │       │   ← router.output
            ├╌╌╌╌╌╌╌┼╌╌╌╌╌╌╌✗       │   forbidden
            │       │       ✗╌╌╌╌╌╌╌✗   forbidden
            catalog (not on the bus)
            """
        expect(TextWiring(Self.viper, width: 80).lines.joined(separator: "\n"), equals: expected)
    }

    @Test func inATerminalThatReadsASCII() {
        let lines = TextWiring(Self.viper, width: 40).lines.map(Repertoire.ascii.drawing)
        let expected = """
            view
            |    presenter
            |    |    interactor
            |    |    |    router
            |    |    |    |
            <---->    |    |   > view.output
            |    |    |    |   > view.trace
            |    |    |    |   < view.input
            <----+----+----+   < router.output
            |    <---->    |   > interactor.input
            """
        expect(lines.prefix(10).joined(separator: "\n"), equals: expected)
        expect(lines, contains: "+....+....x    |   forbidden")
    }

    /// A ring of services with names of any length, each of which speaks to the next two.
    private static func ring(_ count: Int, named name: (Int) -> String) -> WiringGraph {
        let names = (0..<count).map(name)
        return WiringGraph(
            services: names,
            messages: names.indices.flatMap { index in
                [1, 2].map {
                    Message(from: names[index], "\(names[index]).output.said", to: names[(index + $0) % count])
                }
            })
    }

    @Test(arguments: [2, 3, 8, 20], [40, 80, 200])
    func aDrawingFitsTheTerminal(count: Int, width: Int) {
        for graph in [Self.ring(count) { "s\($0)" }, Self.ring(count) { String(repeating: "長い", count: 40) + "\($0)" }]
        {
            let lines = TextWiring(graph, width: width).lines
            #expect(lines.count >= count * 2)
            let isDrawn = lines.contains { $0.contains("▶") }
            expect(isDrawn, equals: (count < 20 || width > 40))
            guard isDrawn else { continue }
            for line in lines { #expect(CellWidth.of(line) <= width, "\(line)") }
        }
    }

    @Test func moreServicesThanColumnsAreAList() {
        let lines = TextWiring(Self.ring(200) { "s\($0)" }, width: 80).lines
        expect(lines.count, equals: 400)
        expect(lines, contains: "s0 → s1  s0.output.said")
        expect(lines, contains: "s1 ← s199  s199.output.said")
    }

    @Test func thereMayBeNothingToDraw() {
        expect(TextWiring(WiringGraph(services: [], messages: []), width: 80).lines, equals: [])
        expect(TextWiring(WiringGraph(services: ["a"], messages: []), width: 1).lines, equals: ["a (not on the bus)"])
        expect(
            MermaidWiring(WiringGraph(services: ["a"], messages: [])).lines, equals: ["flowchart LR", #"    a["a"]"#])
    }

    /// Names of services and messages are strangers' text.
    @Test(arguments: [
        ("end", #"    service1["end"]"#), ("a b", #"    service1["a b"]"#), ("x-y.z", #"    service1["x-y.z"]"#),
        (#"q"]; click"#, #"    service1["q#34;]#59; click"]"#), ("<b>`#", ##"    service1["#60;b#62;#96;#35;"]"##),
        ("\u{1B}[2J\n", #"    service1["[2J "]"#), ("subgraph", #"    service1["subgraph"]"#),
        ("Worker_2", #"    Worker_2["Worker_2"]"#),
    ]) func strangeNames(_ name: String, _ declared: String) {
        let graph = WiringGraph(services: [name, "other"], messages: [Message(from: name, name, to: "other")])
        let lines = MermaidWiring(graph).lines
        expect(lines[1], equals: declared)
        let label = declared.split(separator: "\"", maxSplits: 1)[1].dropLast(2)
        #expect(lines[3].hasSuffix(" -- \"\(label)\" --> other"))
        for line in TextWiring(graph, width: 80).lines + lines {
            #expect(line.unicodeScalars.allSatisfy { $0.value >= 0x20 })
        }
    }
}
