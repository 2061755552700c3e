import Foundation
import ScreenModel
import TerminalView
import TestSupport
import Testing
import ViewMessages
import Wire

@Suite struct LayoutTests {
    @Test func foundAt80By24() throws {
        var state = try ViewState.showing(Fixture.found)
        state.handle(all: [.down])
        expect(
            state.lines.prefix(11),
            equals: [
                " App Store",
                " / music",
                String(repeating: "─", count: 80),
                "  Humway: Music Discovery                                ★★★★★ 4.8 (3,201,552)",
                "  Plume",
                "▸ 音楽プレーヤー                                               ★★★★☆ 4.1 (823)",
                "  株式会社オンガク",
                "  Family 👨‍👩‍👧‍👦 Songs",
                "  Kids & Co",
                "  A very long name that goes on and on, beyond what any terminal has room for…",
                "",
            ])
        expect(
            state.lines[23], equals: " ↑↓ move  ⏎ open  / search  ? help  q quit                                  2/4")
    }

    /// A screen with only a search field shows what to do there while it takes what is typed.
    @Test func anEmptyScreenShowsWhatToDo() throws {
        let advice = "  Type what you look for and press Enter."
        var state = try ViewState.showing(Fixture.empty)
        expect(state.lines[3], equals: advice)
        // Where keys mean something else, the last row has them.
        state.handle(all: [.escape])
        expect(state.lines[3], equals: "")
        expect(state.lines[23], contains: "/ search")
        var busy = Fixture.empty
        busy.activity = "Searching…"
        for other in [busy, Screen(title: "T", parts: []), Fixture.list([])] {
            expect(try ViewState.showing(other).lines.contains(advice), equals: false)
        }
    }

    @Test func foundAt40By12WithMoreToCome() throws {
        let state = try ViewState.showing(
            Fixture.list(Fixture.rows, activity: "Loading…", hasMore: true), columns: 40, rows: 12)
        expect(
            state.lines,
            equals: [
                " App Store                   ⠋ Loading…",
                " / music",
                String(repeating: "─", count: 40),
                "▸ Humway: Music Discovery",
                "  Plume          ★★★★★ 4.8 (3,201,552)",
                "  音楽プレーヤー",
                "  株式会社オンガク     ★★★★☆ 4.1 (823)",
                "  Family 👨‍👩‍👧‍👦 Songs",
                "  Kids & Co",
                "  A very long name that goes on and o…",
                "",
                " ↑↓ move  ⏎ open  ? help  q quit   1/4+",
            ])
    }

    @Test func detailsAt80By24() throws {
        var state = try ViewState.showing(Fixture.found)
        try state.receive(Fixture.navigate("apps-1", "app-2"))
        try state.receive(Fixture.show(Fixture.details, "app-2"))
        expect(
            state.lines.prefix(14),
            equals: [
                " App Store › Humway",
                String(repeating: "─", count: 80),
                "  Humway: Music Discovery                                                      ▐",
                "  Plume                                                                        ▐",
                "  Free · Music                                                                 ▐",
                "                                                                               ▐",
                "▸ [ Open in App Store (o) ]                                                    ▐",
                "                                                                               ▐",
                "  What's New  Version 18.2 · 3 Jan 2026                                        ▐",
                "  Bug fixes and improvements, as ever, and some more of them than the last     ▐",
                "  time.                                                                        ▐",
                "",
                "  Description",
                "  Line 1.",
            ])
        expect(state.lines[23], equals: " ↑↓ move  ⏎ press  esc back  o Open in App Sto…  ? help  q quit")
    }

    @Test func anAlertStandsInFront() throws {
        let state = try ViewState.showing(Fixture.failed, columns: 50, rows: 14)
        expect(
            state.lines[3...8],
            equals: [
                "▸ Humway╭─ The search failed ────────────╮",
                "  Plume │ The server asked to slow down. │1,552)",
                "  音楽プ│ Try again in a minute.         │",
                "  株式会│                                │ (823)",
                "  Family│ ▸[ Retry (r) ]  [ OK ]         │",
                "  Kids &╰────────────────────────────────╯",
            ])
        expect(state.lines.last, equals: " ⏎ press  esc OK  ←→ choose  ? help  q quit")
    }

    @Test func theHelpNamesTheKeysThatHold() throws {
        var list = try ViewState.showing(Fixture.found)
        list.handle(all: ["?"])
        #expect(list.lines.contains { $0.contains("/           search") })
        expect(list.lines.last, equals: " esc close")
        var details = try ViewState.showing(Fixture.details)
        details.handle(all: ["?"])
        #expect(details.lines.contains { $0.contains("o           Open in App Store") })
        #expect(!details.lines.contains { $0.contains("search") })
    }

    @Test func theCursorStandsBehindWhatIsTyped() throws {
        var state = try ViewState.showing(Fixture.empty, columns: 20, rows: 10)
        expect(state.lines[1], equals: " / Search the App …")
        expect(Layout.frame(of: state).cursor, equals: Position(row: 1, column: 3))
        state.handle(all: ["日", "本", .left])
        expect(state.lines[1], equals: " / 日本")
        expect(Layout.frame(of: state).cursor, equals: Position(row: 1, column: 5))
        // A long input scrolls to keep the cursor visible.
        state.handle(all: [.control("e")] + "一二三四五六七八九".unicodeScalars.map { .text($0) })
        expect(state.lines[1], equals: " /‹三四五六七八九")
        expect(Layout.frame(of: state).cursor, equals: Position(row: 1, column: 17))
        state.handle(all: [.home])
        expect(state.lines[1], equals: " / 日本一二三四五…")
        expect(Layout.frame(of: state).cursor, equals: Position(row: 1, column: 3))
        state.handle(all: [.escape])
        expect(Layout.frame(of: state).cursor, equals: nil)
    }

    @Test func anySizeCanBeDrawn() throws {
        let screens = [
            Fixture.empty, Fixture.found, Fixture.failed, Fixture.details, Fixture.trafficLight, Fixture.folded(),
            Fixture.pager(2, image: Fixture.image), Fixture.song(image: Fixture.image),
        ]
        for screen in screens {
            for columns in [0, 1, 2, 3, 4, 5, 7, 10, 39, 200] {
                for rows in [0, 1, 2, 3, 4, 5, 7, 60] {
                    var state = try ViewState.showing(screen, columns: columns, rows: rows)
                    for keys: [Key] in [[], [.down], ["?"], [.escape, "/"], ["日", "本"]] {
                        state.handle(all: keys)
                        let frame = Layout.frame(of: state)
                        expect(frame.buffer.size, equals: Size(columns: columns, rows: rows))
                        if let cursor = frame.cursor { expect(cursor.column < columns && cursor.row < rows) }
                    }
                }
            }
        }
    }

    @Test func aScreenOfManyRowsIsWalkedThrough() throws {
        var state = try ViewState.showing(Fixture.list(Fixture.numbered(1...5000)))
        for number in 2...101 {
            state.handle(all: [.down])
            #expect(state.lines[23].hasSuffix(" \(number)/5000"))
        }
    }

    /// Regression: on a terminal with three lines, the typed text was invisible.
    @Test(arguments: 1...8) func whoeverTypesSeesWhat(_ rows: Int) throws {
        var state = try ViewState.showing(Fixture.found, columns: 24, rows: rows)
        #expect(state.lines.contains { $0.contains("Humway") })
        state.handle(all: ["/", .control("u")] + "jazz".unicodeScalars.map { .text($0) })
        let frame = Layout.frame(of: state)
        let cursor = try require(frame.cursor)
        expect(frame.buffer.text[cursor.row] == " / jazz" && cursor.column == 7)
        expect(frame.buffer.text.contains { $0.contains("Humway") }, equals: (rows > 1))
    }

    /// Regression: hints were cut in the middle of a word.
    @Test(arguments: 1...40) func hintsAreWholeOrNotThere(_ columns: Int) throws {
        for screen in [Fixture.found, Fixture.details, Fixture.failed, Fixture.pager(2)] {
            let state = try ViewState.showing(screen, columns: columns, rows: 6)
            let all = Set(KeyMap.bindings(for: state).compactMap(\.hint))
            let line = String(state.lines[5].drop { $0 == " " })
            let hints = line.components(separatedBy: "  ").filter {
                !$0.isEmpty && !$0.contains("/") || $0 == "/ search"
            }
            switch columns {
            case ..<3: #expect(line.isEmpty)
            case ..<8: expect(hints, equals: ["?"])
            default: expect(hints.contains("? help") && hints.allSatisfy(all.contains), "\(line)")
            }
            expect(hints.contains("q quit"), equals: (columns >= 16))
        }
    }
}
