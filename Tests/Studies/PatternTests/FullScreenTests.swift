import Foundation
import TestSupport
import Testing

/// A view with a role in its process, on a real terminal.
@Suite(.serialized) struct FullScreenTests {
    /// The process of a service, as `viperline ps` has it.
    private static func process(of service: String, in session: AppSession) throws -> pid_t? {
        let rows = try session.operate("ps").lines.map { $0.split(separator: " ") }
        guard let column = rows.first(where: { $0.contains("PID") })?.firstIndex(of: "PID"),
            let row = rows.first(where: { $0.first == service[...] }), row.indices.contains(column)
        else { return nil }
        return pid_t(row[column])
    }

    @Test(arguments: PatternCase.all.filter(\.hostsARole))
    func aPersonFindsTheSameScreen(in pattern: PatternCase) throws {
        let session = try pattern.session()
        let tmux = try session.onTerminal()
        try tmux.wait(for: "Search apps")
        try tmux.type("che")
        try tmux.wait(for: "che")
        try expect(session.operate("restart", pattern.view).status, equals: 0)
        // The typed text is still there, with the cursor behind it.
        try tmux.type("ss")
        try tmux.wait(for: "chess")
        try tmux.send("Enter")
        try tmux.wait(for: "★")
        try tmux.send("j", "j")
        let before = try tmux.wait(for: "the third app") { $0.contains("3/8") && $0.previewsSelection }
        let victim = try require(Self.process(of: pattern.view, in: session))
        kill(victim, SIGKILL)
        #expect(try eventually { try Self.process(of: pattern.view, in: session).map { $0 != victim } ?? false })
        let after = try tmux.wait(for: "the same screen") { $0.isAlternate && $0.text == before.text }
        expect(after.text, equals: before.text)
        // It goes on where it was.
        try tmux.send("Enter")
        try tmux.wait(for: "Open in the App Store")
        try tmux.send("Escape")
        try tmux.wait(for: "3/8")
        try tmux.send("q")
        try tmux.wait(for: "ended with 0")
    }
}
