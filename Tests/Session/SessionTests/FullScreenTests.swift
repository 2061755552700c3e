import Foundation
import TestSupport
import Testing

/// Whole sessions on a real terminal.
@Suite(.serialized) struct FullScreenTests {
    /// A shell that runs the session, then prints its exit code and whether the terminal is restored.
    private static func terminal(_ session: AppSession, columns: Int = 80, rows: Int = 24) throws -> Tmux {
        return try Tmux(
            """
            before=$(stty -g); \(session.commandLine); code=$?; tries=100
            # A supervisor that was killed is gone before its view is.
            while [ "$before" != "$(stty -g)" ] && [ $tries -gt 0 ]; do sleep 0.05; tries=$((tries - 1)); done
            [ $tries -gt 0 ] && echo "ended with $code, terminal as before" || echo "ended with $code, changed"
            exec cat
            """,
            columns: columns, rows: rows, environment: session.environment)
    }

    @Test func aPersonSearchesOpensResizesAndQuits() throws {
        let session = try AppSession("itunes")
        let tmux = try Self.terminal(session)
        try tmux.wait(for: "Search apps")
        #expect(try tmux.screen().isAlternate)
        let results = try tmux.searchApps("chess")
        expect(results.lines.count == 24 && results.lines[23].contains("q quit") && results.lines[23].contains("1/"))
        try tmux.send("j", "Enter")
        try tmux.wait(for: "Open in the App Store")
        try tmux.resize(columns: 40, rows: 12)
        try tmux.wait(for: "the narrow screen") {
            $0.lines.count == 12 && $0.lines[11].contains("? help  q quit") && $0.contains("Open in the App Store")
        }
        try tmux.send("?")
        try tmux.wait(for: "to the top")
        try tmux.send("Escape")
        try tmux.send("Escape")
        try tmux.wait(for: "▸")
        try tmux.resize(columns: 80, rows: 24)
        try tmux.wait(for: "the rows again") { $0.contains("★") && !$0.contains("Open in the App Store") }
        try tmux.send("q")
        let end = try tmux.wait(for: "ended with")
        expect(end.contains("ended with 0, terminal as before"), "\(end)")
        #expect(!end.isAlternate)
    }

    @Test func atFortyByTwelveFromTheStart() throws {
        let session = try AppSession("itunes")
        let tmux = try Self.terminal(session, columns: 40, rows: 12)
        try tmux.wait(for: "Search apps")
        try tmux.type("音楽")
        try tmux.send("Enter")
        let screen = try tmux.wait(for: "▸")
        expect(screen.lines[1] == " / 音楽" && screen.lines.contains { $0.hasPrefix("▸ ") && $0.count > 2 })
        try tmux.send("C-c")
        try expect(tmux.wait(for: "ended with").contains("ended with 130, terminal as before"))
    }

    @Test func aFaultShowsAnAlertAndRetryGoesOn() throws {
        let session = try AppSession("itunes", catalogOptions: ["--fault", "500:term=music"])
        let tmux = try Self.terminal(session)
        try tmux.wait(for: "Search apps")
        try tmux.type("music")
        try tmux.send("Enter")
        try tmux.wait(for: "Retry")
        try tmux.send("Escape")
        try tmux.wait(for: "the alert to go") { !$0.contains("Retry") }
        try tmux.send("/")
        try tmux.send("C-u")
        try tmux.type("chess")
        try tmux.send("Enter")
        try tmux.wait(for: "★")
        try tmux.send("q")
        try expect(tmux.wait(for: "ended with").contains("ended with 0, terminal as before"))
    }

    /// Whichever process is killed, the terminal is usable afterwards, and no process of the session is left.
    @Test(arguments: ["supervisor", "view", "presenter"]) func theTerminalSurvives(killed: String) throws {
        let session = try AppSession("itunes")
        let tmux = try Self.terminal(session)
        try tmux.wait(for: "Search apps")
        let supervisor = try require(Self.processes(session).first)
        #expect(try eventually { try Self.descendants(of: supervisor).count == 7 }, "six services and the guard")
        let everyone = try Self.descendants(of: supervisor)
        let victim =
            killed == "supervisor"
            ? supervisor : try require(everyone.first { Self.commandLine($0).contains("viperline-\(killed)") })
        kill(victim, SIGKILL)
        if killed != "supervisor" {
            // Another process takes its place, and the user continues.
            #expect(eventually { Self.commandLine(victim).isEmpty })
            try tmux.searchApps("chess")
            try tmux.send("q")
        }
        let end = try tmux.wait(for: "ended with")
        expect(end.contains("terminal as before"), "\(end)")
        #expect(!end.isAlternate)
        #expect(eventually { everyone.allSatisfy { Self.commandLine($0).isEmpty } })
    }

    private static func processes(_ session: AppSession) throws -> [pid_t] {
        try Command.run(["pgrep", "-f", "viperline run .*\(session.folder.path)"]).lines.compactMap { pid_t($0) }
            .filter { commandLine($0).hasPrefix(session.arguments[0]) }
    }

    private static func descendants(of parent: pid_t) throws -> [pid_t] {
        let children = try Command.run(["pgrep", "-P", "\(parent)"]).lines.compactMap { pid_t($0) }
        return try children + children.flatMap { try descendants(of: $0) }
    }

    /// Empty for a process that has ended, including zombies.
    private static func commandLine(_ pid: pid_t) -> String {
        (try? String(contentsOfFile: "/proc/\(pid)/cmdline", encoding: .utf8)) ?? ""
    }
}
