import ScreenModel
@testable import TerminalView
import TestSupport
import Testing
import ViewMessages
import Wire

@Suite struct TreeTests {
    private static let screen = Screen(
        title: "Files",
        parts: [
            .list(List(rows: [Row(id: "list", title: "A row of a list")])),
            .tree(
                Tree(rows: [
                    TreeRow(id: "src", title: "src", isExpanded: true),
                    TreeRow(id: "lib", title: "lib", depth: 1, isExpanded: false),
                    TreeRow(id: "main", title: "main.c", depth: 1), TreeRow(id: "deep", title: "deep", depth: 3),
                    TreeRow(id: "doc", title: "doc", isExpanded: false),
                ])),
        ])

    /// How often ↓ is pressed, then the keys; what is sent and what is selected then.
    @Test(
        arguments: [
            (1, [.left], [#"didToggle {"expanded":false,"row":"src"} @apps-1"#], "src"),
            (2, [.right], [#"didToggle {"expanded":true,"row":"lib"} @apps-1"#], "lib"),
            (2, ["l", "l"], [#"didToggle {"expanded":true,"row":"lib"} @apps-1"#], "lib"), (2, [.left], [], "src"),
            (3, ["h"], [], "src"), (3, [.right], [], "main"), (4, [.left], [], "main"), (4, [.left, .left], [], "src"),
            (5, [.right], [#"didToggle {"expanded":true,"row":"doc"} @apps-1"#], "doc"),
            (3, [.enter], [#"didSelect {"row":"main"} @apps-1"#], "main"), (0, [.right], [], "list"),
        ] as [(Int, [Key], [String], String)])
    func keysOpenCloseAndLeadUp(_ steps: Int, _ keys: [Key], _ sent: [String], _ selected: String) throws {
        var state = try ViewState.showing(Self.screen)
        state.handle(all: Array(repeating: .down, count: steps))
        expect(state.handle(all: keys).sent, equals: sent)
        expect(state.selected, equals: selected)
        expect(state.notice == nil || keys == [.right] && sent.isEmpty, "there → has no meaning")
    }

    /// At the top of a tree ← leaves the scene, as everywhere.
    @Test(arguments: [0, 5]) func aRowBelowNoneGoesBack(_ steps: Int) throws {
        var state = try ViewState.showing(Self.screen)
        state.handle(all: Array(repeating: .down, count: steps) + [.left])
        expect(state.notice, equals: .advice("This is the first screen; q quits"))
    }

    @Test func theHelpNamesTheKeys() throws {
        var state = try ViewState.showing(Self.screen)
        state.handle(all: [.down, .down])
        expect(state.lines.last?.contains("→ expand"), equals: true)
        state.opened = .help(top: 0)
        #expect(state.lines.contains { $0.contains("to the row above it in the tree") })
    }

    @Test(arguments: [
        ("expand 3", #"didToggle {"expanded":true,"row":"lib"} @apps-1"#),
        ("collapse 2", #"didToggle {"expanded":false,"row":"src"} @apps-1"#),
        ("select 4", #"didSelect {"row":"main"} @apps-1"#),
    ]) func commandsOpenAndClose(_ command: String, _ sent: String) {
        var session = LinearSession()
        session.bus(Fixture.navigate("apps-1"), Fixture.show(Self.screen))
        session.commands(command)
        expect(session.sent == [sent] && session.complaints.isEmpty)
    }

    @Test(arguments: [
        ("expand 4", "there is nothing below row 4"), ("expand 1", "there is nothing below row 1"),
        ("collapse 99", "there are only 6 rows"), ("expand x", "there is no row x"),
    ]) func whatCannotBeOpenedIsTold(_ command: String, _ reason: String) {
        var session = LinearSession()
        session.bus(Fixture.navigate("apps-1"), Fixture.show(Self.screen))
        session.commands(command)
        expect(session.sent.isEmpty && session.complaints == ["line 1: \(command): \(reason)"])
    }

    /// What is opened keeps the selection where it is.
    @Test func theSelectionStaysWhenRowsAppear() throws {
        var state = try ViewState.showing(Self.screen)
        state.handle(all: [.down, .down])
        var screen = Self.screen
        guard case .tree(var tree) = screen.parts[1] else { return #expect(Bool(false)) }
        tree.rows[1].isExpanded = true
        tree.rows.insert(TreeRow(id: "new", title: "new", depth: 2), at: 2)
        screen.parts[1] = .tree(tree)
        try state.receive(Fixture.show(screen))
        expect(state.selected, equals: "lib")
        state.handle(all: [.down])
        expect(state.selected, equals: "new")
    }
}
