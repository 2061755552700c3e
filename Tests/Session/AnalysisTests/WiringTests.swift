import Analysis
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
        expect(Self.viper.lines.joined(separator: "\n"), equals: expected)
    }

    @Test func thereMayBeNothingToDraw() {
        expect(WiringGraph(services: [], messages: []).lines, equals: ["flowchart LR"])
        expect(
            WiringGraph(services: ["a"], messages: []).lines, equals: ["flowchart LR", #"    a["a"]"#])
    }

    /// Names of services and messages are strangers' text.
    @Test(arguments: [
        ("end", #"    service1["end"]"#), ("a b", #"    service1["a b"]"#), ("x-y.z", #"    service1["x-y.z"]"#),
        (#"q"]; click"#, #"    service1["q#34;]#59; click"]"#), ("<b>`#", ##"    service1["#60;b#62;#96;#35;"]"##),
        ("\u{1B}[2J\n", #"    service1["[2J "]"#), ("subgraph", #"    service1["subgraph"]"#),
        ("Worker_2", #"    Worker_2["Worker_2"]"#),
    ]) func strangeNames(_ name: String, _ declared: String) {
        let graph = WiringGraph(services: [name, "other"], messages: [Message(from: name, name, to: "other")])
        let lines = graph.lines
        expect(lines[1], equals: declared)
        let label = declared.split(separator: "\"", maxSplits: 1)[1].dropLast(2)
        #expect(lines[3].hasSuffix(" -- \"\(label)\" --> other"))
        for line in lines {
            #expect(line.unicodeScalars.allSatisfy { $0.value >= 0x20 })
        }
    }
}
