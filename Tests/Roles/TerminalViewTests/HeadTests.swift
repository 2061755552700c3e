import ScreenModel
import TestSupport
import Testing
import ViewMessages
import Wire
@testable import TerminalView

/// Parts that stay in sight above the others.
@Suite struct HeadTests {
    private static func screen(head lines: Int = 2, rows: Int = 50) -> Screen {
        let tabs = Tabs(
            items: [Button(control: "a", title: "Alpha"), Button(control: "b", title: "Beta")], selected: "a")
        let labels = (1..<max(lines, 1)).map { Part.label(Label("Gauge \($0)", style: .caption)) }
        return Screen(
            title: "T", parts: [.list(List(rows: (1...rows).map { Row(id: "\($0)", title: "Row \($0)") }))],
            head: lines == 0 ? nil : labels + [.tabs(tabs)])
    }

    @Test func itStaysWhileTheOthersAreScrolled() throws {
        var state = try ViewState.showing(Self.screen())
        expect(state.lines[2...4], equals: ["  Gauge 1", "", "  ● Alpha   ○ Beta"], "\(state.lines)")
        expect(state.lines[5].isEmpty && state.lines[6].hasPrefix("▸ Row 1"))
        state.handle(all: [.end])
        expect(
            state.lines[2] == "  Gauge 1" && state.lines.contains { $0.contains("▸ Row 50") } && state.selected == "50")
        expect(state.lines[22], contains: "Row 50", "the last line of the content")
        state.handle(all: [.home])
        expect(state.lines[6].contains("▸ Row 1") && state.selected == "1")
        // Its tabs have their keys, and a click on a row means the row.
        expect(state.handle("]").sent, equals: [#"didPress {"control":"b"} @apps-1"#])
        try state.click("Row 7")
        expect(state.selected, equals: "7")
    }

    @Test func itMayStandAboveThePrompt() throws {
        var screen = Self.screen()
        screen.prompt = Prompt(placeholder: "find", picksRows: true)
        var state = try ViewState.showing(screen)
        expect(state.lines[1].contains("find") && state.lines[2].hasPrefix("───") && state.lines[3] == "  Gauge 1")
        screen.prompt?.isBelowHead = true
        try state.receive(Fixture.show(screen))
        expect(state.lines[1] == "  Gauge 1" && state.lines[3] == "  ● Alpha   ○ Beta", "\(state.lines)")
        expect(state.lines[4].contains("find") && state.lines[5].hasPrefix("───"), "\(state.lines)")
        expect(state.lines[6].isEmpty && state.lines[7].hasPrefix("▸ Row 1"), "\(state.lines)")
        try state.click("Row 7")
        expect(state.selected, equals: "7")
        for rows in 0...12 {
            state.session.resize(to: Size(columns: 10, rows: rows))
            expect(state.lines.count, equals: rows)
        }
    }

    /// Above half of the lines, it is scrolled with the others, and nothing is out of reach.
    @Test func aLongOneIsScrolled() throws {
        var state = try ViewState.showing(Self.screen(head: 15))
        #expect(state.lines[2].hasPrefix("  Gauge 1 "))
        state.handle(all: [.end])
        expect(!state.lines.contains { $0.contains("Gauge") } && state.selected == "50")
        // With more lines there is room for it.
        state.session.resize(to: Size(columns: 80, rows: 40))
        expect(state.lines[2] == "  Gauge 1" && state.lines.contains { $0.contains("▸ Row 50") })
        state.session.resize(to: Size(columns: 80, rows: 10))
        expect(state.selected, equals: "50")
        for rows in 0...12 {
            state.session.resize(to: Size(columns: 10, rows: rows))
            expect(state.lines.count, equals: rows)
        }
    }

    @Test func itComesAndGoesWithTheScreen() throws {
        var state = try ViewState.showing(Self.screen())
        try state.receive(Fixture.show(Self.screen(head: 0)))
        expect(state.lines[2], contains: "▸ Row 1")
        try state.receive(Fixture.show(Self.screen()))
        expect(state.lines[2], equals: "  Gauge 1")
    }

    @Test func thePreviewIsBelowIt() throws {
        var screen = Self.screen()
        screen.preview = [.label(Label("About 1", style: .title))]
        let state = try ViewState.showing(screen, columns: 120)
        expect(state.lines[2], equals: "  Gauge 1")
        #expect(state.lines.contains { $0.contains("▸ Row 1") && $0.contains("About 1") })
    }

    @Test func itIsSanitizedAndPrinted() throws {
        var screen = Self.screen(rows: 1)
        screen.head = HostileParts.parts("a\u{1B}[2Jb\u{202E}c")
        let page = LinearPage(screen.sanitized)
        #expect(page.lines.allSatisfy { $0.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x202E } })
        expect(
            LinearPage(Self.screen(rows: 1)).lines,
            equals: [
                "== T ==", "Gauge 1", "tabs: [1 Alpha] (here) [2 Beta]", " 1. Row 1",
            ])
    }
}
