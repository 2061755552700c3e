import RouterMessages
import ScreenModel
import TerminalView
import TestSupport
import Testing
import ViewMessages
import Wire

/// Layout of the parts of a screen.
@Suite struct PartsTests {
    @Test func buttonsStandSideBySideWhileTheyFit() throws {
        var state = try ViewState.showing(Fixture.trafficLight)
        expect(state.lines[4], equals: "▸ [ Red (r) ]   [ Yellow (y) ]   [ Green (g) ]")
        expect(state.lines[23], equals: " ↑↓ move  ⏎ press  ←→ choose  r Red  y Yellow  g Green  ? help  q quit")
        state.handle(all: [.right])
        expect(state.lines[4], equals: "  [ Red (r) ] ▸ [ Yellow (y) ]   [ Green (g) ]")
        let buffer = Layout.frame(of: state).buffer
        expect(
            (0..<80).filter { buffer[4, $0].style.isReversed }, equals: Array(16..<30), "only the button is in reverse")
        state.session.resize(to: Size(columns: 40, rows: 12))
        expect(state.lines[4...5], equals: ["  [ Red (r) ] ▸ [ Yellow (y) ]", "  [ Green (g) ]"])
    }

    @Test func leftGoesBackButNotFromARowOfButtons() throws {
        var state = try ViewState.showing(Fixture.found)
        try state.receive(Fixture.navigate("apps-1", "light-2"))
        try state.receive(Fixture.show(Fixture.trafficLight, "light-2"))
        #expect(state.handle(all: [.left]).sent.isEmpty)
        expect(state.handle(all: ["h"]).sent, equals: ["didGoBack {} @light-2"])
    }

    @Test func symbolsStandInAColumnOfTheirOwn() throws {
        let rows = [
            Row(id: "1", title: "Song", symbol: "♪", subtitle: "Artist", accessory: "3:05"),
            Row(id: "2", title: "Other"), Row(id: "3", title: "Film", symbol: "🎬"),
        ]
        var state = try ViewState.showing(Fixture.list(rows), columns: 30, rows: 12)
        expect(state.lines[3...6], equals: ["▸ ♪  Song               3:05", "     Artist", "     Other", "  🎬 Film"])
        // Where not all titles leave room for accessories, these are below.
        let long = rows + [Row(id: "4", title: "A title that leaves no room")]
        try state.receive(Fixture.show(Fixture.list(long)))
        expect(state.lines[3...6], equals: ["▸ ♪  Song", "     Artist             3:05", "     Other", "  🎬 Film"])
    }

    @Test func aLongTextIsFoldedAndUnfolded() throws {
        var state = try ViewState.showing(Fixture.folded(), rows: 30)
        let folded = [
            "  News", "  News line 1.", "  News line 2.", "  News line 3.", "  … more (m)", "", "  Description",
            "  Description line 1.", "  Description line 2.", "  Description line 3.", "  … more (m)",
        ]
        expect(Array(state.lines[2...12]), equals: folded)
        expect(state.lines[29], contains: "m more")
        // The first folded one, then the next.
        state.handle(all: ["m"])
        expect(state.lines[14...15], equals: ["  News line 12.", "  less (m)"])
        expect(state.lines[21], equals: "  … more (m)")
        // A text that the user has unfolded stays so when the screen changes around it.
        var busy = Fixture.folded()
        busy.parts.insert(.label(Label("New", style: .title)), at: 0)
        try state.receive(Fixture.show(busy))
        expect(state.lines[17], equals: "  less (m)")
        state.handle(all: ["m"])
        #expect(state.lines[23].hasPrefix("  Description line 4."))
        // If all are unfolded, the first one on screen is folded again.
        state.handle(all: ["m"])
        #expect(state.lines[8].hasPrefix("  … more (m)"))
    }

    @Test func theFoldNextToTheScreenIsTaken() throws {
        var screen = Fixture.folded()
        screen.parts.append(.text(Text(body: (1...40).map { "Tail \($0)" }.joined(separator: "\n"))))
        var state = try ViewState.showing(screen, rows: 12)
        state.handle(all: ["G"])
        expect(state.lines, lacks: "  … more (m)")
        state.handle(all: ["m", "g", .pageDown])
        expect(state.lines, contains: "  Description line 4.")
        state.handle(all: ["g"])
        expect(state.lines, contains: "  … more (m)", "the other one is folded still")
    }

    @Test(arguments: [(4, true), (10, true), (11, false), (12, false), (99, false)])
    func aTextIsFoldedWhereThatSavesSomething(_ limit: Int, _ isFolded: Bool) throws {
        let state = try ViewState.showing(Fixture.folded(limit), rows: 40)
        expect(state.lines.contains("  … more (m)"), equals: isFolded)
        expect(state.lines[39].contains("m more"), equals: isFolded)
    }

    @Test func aPagerHasTheScreenToItself() throws {
        var state = try ViewState.showing(Fixture.found, columns: 40, rows: 12)
        try state.receive(Fixture.navigate("apps-1", "screenshots-2", presentation: .modal))
        try state.receive(Fixture.show(Fixture.pager(2), "screenshots-2"))
        let bar = String(repeating: "─", count: 34)
        let side = "  │" + String(repeating: " ", count: 34) + "│"
        expect(
            state.lines,
            equals: [
                " Screenshots                          ✕", String(repeating: "─", count: 40), "  ╭\(bar)╮", side, side,
                "  │             iPhone 2             │", side, side, "  ╰\(bar)╯", "", "                 2 of 5",
                " ←→ pages  esc close  ? help  q quit",
            ])
        try state.receive(Fixture.show(Fixture.pager(5), "screenshots-2"))
        expect(state.lines[11], equals: " ← previous  esc close  ? help  q quit")
        expect(state.handle(all: [.escape]).sent, equals: ["didGoBack {} @screenshots-2"])
    }

    @Test func aModalSceneShowsNoWayThatLedToIt() throws {
        var state = try ViewState.showing(Fixture.found)
        try state.receive(Fixture.show(Fixture.details, "app-2"))
        try state.receive(Fixture.navigate("apps-1", "app-2"))
        expect(state.lines[0], equals: " App Store › Humway")
        try state.receive(Fixture.navigate("apps-1", "app-2", presentation: .modal))
        expect(state.lines[0], equals: " Humway" + String(repeating: " ", count: 71) + "✕")
        expect(state.lines[23], contains: "esc close")
        var busy = Fixture.details
        busy.activity = "Loading…"
        try state.receive(Fixture.show(busy, "app-2"))
        #expect(state.lines[0].hasSuffix("⠋ Loading…  ✕"))
    }

    @Test func playingIsANotice() throws {
        var state = try ViewState.showing(Fixture.details)
        let played = RouterOutput.DidPlay(url: "https://a.example", player: "mpv")
        try state.receive(.init(RouterOutput.DidPlay.type, played))
        expect(state.lines.last?.hasPrefix(" ▶ Playing in mpv"), equals: true)
    }

    @Test func theHelpNamesEachKeyOnceAndScrollsWhereItIsTooLong() throws {
        var state = try ViewState.showing(Fixture.trafficLight, columns: 60, rows: 24)
        state.handle(all: ["?"])
        #expect(state.lines.contains { $0.contains("│ Home        to the top ") })
        #expect(state.lines.contains { $0.contains("│ g           Green ") })
        state.session.resize(to: Size(columns: 40, rows: 12))
        #expect(!state.lines.contains { $0.contains("quit at once") })
        state.handle(all: Array(repeating: .down, count: 50))
        #expect(state.lines.contains { $0.contains("quit at once") })
        state.handle(all: [.up])
        #expect(!state.lines.contains { $0.contains("quit at once") }, "it had stopped at the end")
    }

    @Test func anAlertFitsASmallTerminal() throws {
        var screen = Fixture.failed
        screen.alert?.message = String(repeating: "Ten searches a minute are allowed. ", count: 12)
        let state = try ViewState.showing(screen, columns: 40, rows: 12)
        expect(state.lines[0].hasPrefix("╭─ The search failed ─") && state.lines[10].hasPrefix("╰"))
        expect(state.lines[9], equals: "│ ▸[ Retry (r) ]  [ OK ]               │")
        expect(state.lines[7], contains: "…")
    }
}
