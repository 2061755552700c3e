import Foundation
import ScreenModel
@testable import TerminalView
import TestSupport
import Testing
import ViewMessages

/// Links that the terminal itself opens.
@Suite struct HyperlinkTests {
    private static let address = "https://a.example/m"

    /// The frame of a screen on a terminal, with every link that the terminal was told.
    private static func shown(_ screen: Screen, columns: Int = 80, hasLinks: Bool = true) throws -> TinyTerminal {
        let state = try ViewState.showing(screen, columns: columns)
        var painter = Painter(inColor: true, hasLinks: hasLinks)
        var terminal = TinyTerminal(state.size)
        terminal.receive(painter.paint(Layout.frame(of: state)))
        return terminal
    }

    /// The text that leads to each address.
    private static func links(_ terminal: TinyTerminal) -> [Hyperlink: String] {
        let buffer = terminal.buffer
        var links: [Hyperlink: String] = [:]
        for row in 0..<buffer.size.rows {
            for cell in buffer.row(row) where cell.link != nil && !cell.isContinuation {
                cell.link.map { links[$0, default: ""].append(cell.character) }
            }
        }
        return links
    }

    private static func markdown(_ body: String) -> Screen {
        Screen(title: "T", parts: [.text(Text(body: body, format: .markdown))])
    }

    @Test(
        arguments: [
            (markdown("See [the *manual*](\(address))."), ["the manual": address]),
            (markdown("[a](\(address)) [b](mailto:x@a.example)"), ["a": address, "b": "mailto:x@a.example"]),
            (markdown("|L|\n|-|\n|[cell](http://c.example)|"), ["cell": "http://c.example"]),
            (markdown("[`code`](\(address))"), ["code": address]),
            (
                Screen(title: "T", parts: [.facts(Facts(items: [.init(label: "Home", value: address)]))]),
                [address: address]
            ),
            (Screen(title: "T", parts: [.facts(Facts(items: [.init(label: "L", value: "at \(address)")]))]), [:]),
            (
                Screen(
                    title: "T",
                    parts: [
                        .table(
                            Table(
                                columns: [Column(id: "a", title: "A")],
                                rows: [TableRow(id: "1", cells: [TableCell(address)])]))
                    ]), [address: address]
            ), (markdown("[x](javascript:alert(1)) [y](file:///etc/passwd)"), [:]),
        ] as [(Screen, [String: String])])
    func aLinkIsAHyperlink(_ screen: Screen, _ expected: [String: String]) throws {
        let terminal = try Self.shown(screen)
        expect(terminal.unknown.isEmpty && terminal.link == nil)
        let found = Self.links(terminal).map { ($1, $0.address) }
        expect(Dictionary(found) { first, _ in first }, equals: expected)
        #expect(Self.links(try Self.shown(screen, hasLinks: false)).isEmpty)
    }

    @Test func aLinkThatIsBrokenIntoLinesIsOne() throws {
        let words = "one two three four five six seven eight nine ten"
        let terminal = try Self.shown(
            Self.markdown("[\(words)](\(Self.address)) [again](\(Self.address))"), columns: 30)
        let links = Self.links(terminal)
        expect(links.count == 2 && Set(links.keys.map(\.number)) == [0, 1])
        let rows = (0..<terminal.buffer.size.rows).filter { row in
            terminal.buffer.row(row).contains { $0.link?.number == 0 }
        }
        #expect(rows.count > 1)
    }

    /// The terminal moves cells with their links.
    @Test func scrollingWritesNoLinkAgain() throws {
        let body = (1...60).map { "[link \($0) of many](\(Self.address)/\($0))" }.joined(separator: "\n\n")
        var state = try ViewState.showing(Self.markdown(body))
        var painter = Painter(inColor: true, hasLinks: true)
        var terminal = TinyTerminal(state.size)
        func paint() -> String {
            let frame = Layout.frame(of: state)
            let bytes = painter.paint(frame)
            terminal.receive(bytes)
            expect(terminal.buffer == frame.buffer.withoutLooks && terminal.unknown.isEmpty)
            return String(decoding: bytes, as: UTF8.self)
        }
        _ = paint()
        for _ in 0..<15 { _ = state.handle(.down) }
        _ = paint()
        _ = state.handle(.down)
        let step = paint()
        // Two come into sight or change their looks, and what has moved below the scroll bar.
        #expect(step.matches(of: #/8;id=\d+;/#).count <= 6, "\(step.debugDescription)")
        #expect(paint().isEmpty)
    }

    /// What a stranger writes into an address never ends the sequence early.
    @Test(
        arguments: PartViewTests.attacks + [
            "\u{1B}\\", "\u{7}", "\u{9C}", ";", "%1B", "&#27;\\", "&#7;", " ", "\n", "\u{202E}",
            String(repeating: "a", count: 5000),
        ])
    func noAddressEndsItsSequence(_ evil: String) throws {
        let address = Self.address + evil
        let screen = Screen(
            title: "T",
            parts: [
                .text(
                    Text(
                        body: "[x](\(address)) [y](<\(address)>) [z][r]\n\n[r]: \(address)", format: .markdown)),
                .facts(Facts(items: [.init(label: "L", value: address)])),
                .table(
                    Table(
                        columns: [Column(id: "a", title: "A")], rows: [TableRow(id: "1", cells: [TableCell(address)])])
                ),
            ])
        let terminal = try Self.shown(screen)
        expect(terminal.unknown.isEmpty && terminal.link == nil)
        for link in Self.links(terminal).keys {
            expect(link.address.utf8.count <= 2048 && link.address.utf8.allSatisfy { 0x21...0x7E ~= $0 })
        }
    }

    @Test(
        arguments: [
            ([:], true), (["TERM": "linux"], false), (["TERM": "vt220"], false), (["TERM": "rxvt-unicode"], false),
            (["VTE_VERSION": "4803"], false), (["VTE_VERSION": "7006"], true), (["VTE_VERSION": "x"], true),
            (["TERM": "eterm-color"], false), (["TERM": "tmux-256color"], true),
        ] as [([String: String], Bool)])
    func terminalsThatWouldPrintThemGetNone(_ variables: [String: String], _ hasLinks: Bool) {
        let variables = variables.merging(["TERM": "xterm-256color"]) { first, _ in first }
        expect(TerminalKind { variables[$0] }.hasLinks, equals: hasLinks)
    }

    @Test(
        arguments: [
            ("", nil, []), ("links: off", false, []), ("links : on\r\n", true, []), ("# links: off", nil, []),
            ("links: maybe\nlinks: off", false, [1]), ("\n\u{1B}[31m", nil, [2]),
        ] as [(String, Bool?, [Int])])
    func theUserMaySetIt(_ text: String, _ hasLinks: Bool?, _ mistakes: [Int]) {
        let settings = TerminalSettings(text)
        expect(settings.hasLinks == hasLinks && settings.mistakes.map(\.line) == mistakes)
    }

    /// A terminal that knows no hyperlinks shows their texts and nothing else, and the file turns them off.
    @Test(arguments: [false, true]) func onATerminalTheFileHolds(_ isOff: Bool) throws {
        let folder = try TemporaryFolder()
        try FileManager.default.createDirectory(
            atPath: folder.path + "/viperline", withIntermediateDirectories: true)
        try folder.write(isOff ? "links: off" : "", to: "viperline/terminal")
        let stage = try Stage(environment: ["XDG_CONFIG_HOME": folder.path])
        try stage.terminal.record(to: folder.path + "/output")
        try stage.send(Fixture.show(Self.markdown("The [manual](\(Self.address)).")), Fixture.navigate("apps-1"))
        try stage.terminal.wait(for: "  The manual.")
        try stage.terminal.send("q")
        try expect(stage.finish(), equals: Stage.End(status: "0"))
        let output = try String(contentsOfFile: folder.path + "/output", encoding: .utf8)
        expect(output.contains("\u{1B}]8;id=0;\(Self.address)\u{1B}\\"), equals: !isOff)
    }
}
