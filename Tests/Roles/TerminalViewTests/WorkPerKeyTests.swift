import ScreenModel
@testable import TerminalView
import TerminalText
import Testing
import ViewMessages
import Wire

/// What a key costs: the preview was laid out five times for each, and the keys were made anew for each. What takes time is
/// counted, and not measured.
@Suite struct WorkPerKeyTests {
    private static let words = Array(repeating: "word", count: 2000).joined(separator: " ")

    static let places: [(String, @Sendable ([Part]) -> Screen)] = [
        ("parts", { Screen(title: "T", parts: [.list(List(rows: Fixture.numbered(1...60)))] + $0) }),
        ("preview", { Screen(title: "T", parts: [.list(List(rows: Fixture.numbered(1...60)))], preview: $0) }),
        ("head", { Screen(title: "T", parts: [.list(List(rows: Fixture.numbered(1...60)))], head: $0) }),
    ]

    /// As the loop does it: a key, what the view reports by itself, the pictures in sight, a frame.
    private static func press(_ key: Key, in state: inout ViewState) {
        _ = state.handle(key)
        _ = state.takeReports(now: 0)
        _ = state.wantedPictures
        state.targets = Layout.frame(of: state).targets
    }

    @Test(arguments: places.indices, [80, 120]) func nothingIsLaidOutForAKey(_ index: Int, _ columns: Int) throws {
        let parts: [[Part]] = [
            [.text(Text(body: Self.words))], [.text(Text(body: Self.words, format: .markdown))],
            [.text(Text(body: String(repeating: "x", count: 200_000), format: .code))],
            [
                .chart(
                    Chart(
                        .line, points: (0..<10_000).map { Chart.Point(Double($0 % 100)) },
                        alternative: "Up and down"))
            ],
        ]
        for parts in parts {
            var state = try ViewState.showing(Self.places[index].1(parts), columns: columns, rows: 34)
            Self.press("j", in: &state)
            let count = WorkCount()
            WorkCount.$current.withValue(count) {
                for key: Key in ["j", "k", "j", "j", .down, .pageDown, "J", "K", "j"] { Self.press(key, in: &state) }
            }
            #expect(count.layouts == 0, "\(Self.places[index].0)")
        }
    }

    /// 2 MB of `j` made the table of keys two million times.
    @Test func theKeysAreMadeOnceForAScreen() throws {
        var state = try ViewState.showing(Fixture.numberedList)
        _ = state.handle(.escape)
        Self.press("j", in: &state)
        let count = WorkCount()
        WorkCount.$current.withValue(count) {
            for _ in 0..<1000 { _ = state.handle("j") }
            for _ in 0..<1000 { _ = state.handle("k") }
            _ = Layout.frame(of: state)
        }
        #expect(count.keyTables <= 1, "there is one kind of selection")
        #expect(state.top?.viewport.top == 0)
    }

    /// The keys that are kept are those that would be made.
    @Test(arguments: 0..<8) func keptKeysAreNeverStale(_ seed: Int) throws {
        let tree = Tree(rows: [
            TreeRow(id: "a", title: "A", isExpanded: true), TreeRow(id: "b", title: "B", depth: 1),
            TreeRow(id: "c", title: "C", isExpanded: false),
        ])
        let form = Form(
            id: "f",
            fields: [
                FormField(id: "name", label: "Name"), FormField(id: "on", label: "On", kind: .toggle),
            ], submit: "Send")
        let screens = [
            Fixture.numberedList, Fixture.found, Fixture.details, Fixture.folded(5), Fixture.trafficLight,
            Fixture.asked,
            Screen(title: "Tree", parts: [.tree(tree), .form(form), .list(List(rows: Fixture.numbered(1...30)))]),
            Screen(
                title: "Keys", parts: [.list(List(rows: Fixture.numbered(1...30), isMultiple: true))],
                keys: [ScreenKey(control: "x", title: "Delete", character: "x", isForRow: true)],
                preview: [.text(Text(body: Self.words))]),
        ]
        let keys: [Key] = [
            "j", "k", "j", "G", "g", "f", "a", .escape, .enter, .tab, .backTab, " ", "/", "n", "m", "v", "J", "K", "?",
            ":", "l",
            "h", .left, .right, .pageDown, .control("j"), "x", "r",
        ]
        var random = UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 &+ 1
        func next(_ count: Int) -> Int {
            random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(random >> 33) % count
        }
        var state = try ViewState.showing(screens[seed])
        for step in 0..<400 {
            switch next(40) {
            case 0: try state.receive(Fixture.show(screens[next(screens.count)]))
            case 1: state.resize(to: Size(columns: 40 + next(100), rows: 8 + next(30)))
            default: _ = state.handle(keys[next(keys.count)])
            }
            let isSame = KeyMap.bindings(for: state) == KeyMap.newBindings(for: state)
            #expect(isSame, "step \(step)")
            guard isSame else { return }
        }
    }
}
