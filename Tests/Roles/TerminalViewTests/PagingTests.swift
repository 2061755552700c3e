import ScreenModel
import TerminalView
import TestSupport
import Testing
import ViewMessages

/// Rows that arrive in pages, on a real terminal.
@Suite struct PagingTests {
    @Test func holdingAKeyLoadsPageAfterPageAndTheSelectionStays() throws {
        let stage = try Stage(columns: 60, rows: 14)
        try stage.send(Fixture.show(Self.page(1)), Fixture.navigate("apps-1"))
        try stage.terminal.wait(for: "1/10+")
        for page in 1...4 {
            let last = page * 10
            // Like a held key: more often than there are rows.
            for _ in 0..<14 { try stage.terminal.send("j") }
            try stage.terminal.wait(for: "\(last)/\(last)+")
            try stage.terminal.wait(for: "the event") { _ in Self.reached(stage) == page }
            try stage.send(Fixture.show(Fixture.list(Fixture.numbered(1...last), activity: "Loading…", hasMore: true)))
            try stage.terminal.wait(for: "Loading…")
            // The help appears after the effect of those keys.
            try stage.terminal.send("j", "j", "?")
            try stage.terminal.wait(for: "Keys")
            try stage.terminal.send("Escape")
            try stage.terminal.wait(for: "Loading…") { $0.contains("Loading…") && !$0.contains("Keys") }
            try stage.send(Fixture.show(Self.page(page + 1), answering: Self.lastID(stage)))
            let screen = try stage.terminal.wait(for: "\(last)/\(last + 10)")
            #expect(screen.lines.contains { $0.hasPrefix("▸ App \(last)") })
            expect(Self.reached(stage), equals: page)
        }
        try stage.terminal.send("G", "j", "j")
        let screen = try stage.terminal.wait(for: "50/50")
        expect(!screen.contains("50/50+"))
        try stage.terminal.send("q")
        try expect(stage.finish().status, equals: "0")
        expect(Self.reached(stage), equals: 4, "the last page has no more")
    }

    private static func page(_ number: Int) -> ViewMessages.Screen {
        Fixture.list(Fixture.numbered(1...number * 10), hasMore: number < 5)
    }

    private static func reached(_ stage: Stage) -> Int { stage.events.split(separator: "didReachEnd").count - 1 }

    private static func lastID(_ stage: Stage) -> String? {
        stage.events.split(separator: "\n").last.flatMap { line in
            line.split(separator: #""id":""#).dropFirst().first?.split(separator: "\"").first.map(String.init)
        }
    }
}
