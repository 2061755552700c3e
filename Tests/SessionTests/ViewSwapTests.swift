import Foundation
import TestSupport
import Testing

/// The view is replaced while the user works.
@Suite struct ViewSwapTests {
    private static func operate(_ session: AppSession, _ words: String...) throws -> Command.Result {
        try Command.run([Products.executable("viperline")] + words, environment: session.environment)
    }

    /// Regression: it reported the end of the session and lost a command.
    @Test func aScriptDoesNotNotice() throws {
        let quiet = try AppSession("itunes").run("search music\nselect 1\nback\nquit\n")
        let session = try AppSession("itunes")
        let input = session.folder.path + "/commands"
        #expect(mkfifo(input, 0o600) == 0)
        // Opened for reading too, so that opening does not block.
        let commands = open(input, O_RDWR | O_CLOEXEC)
        defer { close(commands) }
        let streams = try ["screen", "errors"].map { try session.folder.write("", to: $0).path }
        let child = try ChildProcess(
            session.arguments, environment: session.environment, streams: [input] + streams)
        func type(_ text: String) { _ = write(commands, text, text.utf8.count) }
        func restart() throws { #expect(try Self.operate(session, "restart", "view").status == 0) }
        #expect(eventually { session.text(of: "screen").contains("Search apps") })
        try restart()
        type("search music\nsel")
        #expect(eventually { session.text(of: "screen").contains("★") })
        try restart()
        type("ect 1\n")
        #expect(eventually { session.text(of: "screen").contains("What's New") })
        try restart()
        type("back\nquit\n")
        #expect(child.wait() == 0)
        #expect(session.text(of: "errors").isEmpty)
        #expect(session.text(of: "screen") == quiet.output)
    }

    @Test func aPersonFindsTheSameScreen() throws {
        let session = try AppSession("itunes")
        let command = session.arguments.map { "'\($0)'" }.joined(separator: " ")
        let tmux = try Tmux(command, environment: session.environment)
        try tmux.wait(for: "Search apps")
        try tmux.type("che")
        try tmux.wait(for: "che")
        #expect(try Self.operate(session, "restart", "view").status == 0)
        // The typed text is still there, with the cursor behind it.
        try tmux.type("ss")
        try tmux.wait(for: "chess")
        try tmux.send("Enter")
        try tmux.wait(for: "★")
        try tmux.send("j", "j")
        let before = try tmux.wait(for: "3/8")
        #expect(try Self.operate(session, "restart", "view").status == 0)
        let after = try tmux.wait(for: "the same screen") { $0.isAlternate && $0.text == before.text }
        #expect(after.text == before.text)
        try tmux.send("q")
    }
}
