import Foundation
import TestSupport
import Testing

/// The view is replaced while the user works.
@Suite struct ViewSwapTests {
    /// Regression: it reported the end of the session and lost a command.
    @Test func aScriptDoesNotNotice() throws {
        let quiet = try AppSession("itunes").run("search music\nselect 1\nback\nquit\n")
        let session = try AppSession("itunes")
        let typed = try TypedSession(session)
        func restart() throws { try expect(session.operate("restart", "view").status, equals: 0) }
        #expect(eventually { typed.screen.contains("Search apps") })
        try restart()
        typed.type("search music\nsel")
        #expect(eventually { typed.screen.contains("★") })
        try restart()
        typed.type("ect 1\n")
        #expect(eventually { typed.screen.contains("What's New") })
        try restart()
        typed.type("back\nquit\n")
        expect(typed.process.wait(), equals: 0)
        #expect(typed.errors.isEmpty)
        expect(typed.screen, equals: quiet.output)
    }

    @Test func aPersonFindsTheSameScreen() throws {
        let session = try AppSession("itunes")
        let tmux = try session.onTerminal()
        try tmux.wait(for: "Search apps")
        try tmux.type("che")
        try tmux.wait(for: "che")
        try expect(session.operate("restart", "view").status, equals: 0)
        // The typed text is still there, with the cursor behind it.
        try tmux.type("ss")
        try tmux.wait(for: "chess")
        try tmux.send("Enter")
        try tmux.wait(for: "★")
        try tmux.send("j", "j")
        let before = try tmux.wait(for: "the third app") { $0.contains("3/8") && $0.previewsSelection }
        try expect(session.operate("restart", "view").status, equals: 0)
        let after = try tmux.wait(for: "the same screen") { $0.isAlternate && $0.text == before.text }
        expect(after.text, equals: before.text)
        try tmux.send("q")
    }
}
