import Foundation
import TestSupport
import Testing

/// `viperline demo`.
@Suite struct DemoTests {
    private let folder: TemporaryFolder
    private let environment: [String: String]

    init() throws {
        folder = try TemporaryFolder()
        environment = ["TMPDIR": folder.path, "XDG_RUNTIME_DIR": "", "XDG_CONFIG_HOME": folder.path + "/none"]
    }

    /// Names of what the demo has left.
    private var leftovers: [String] {
        get throws {
            try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasPrefix("viperline-demo") }
        }
    }

    /// Regression: another session of the user made it fail.
    @Test func itPlaysByItself() throws {
        let other = try AppSession("trafficlight")
        let running = try ChildProcess(
            other.arguments, environment: ["TMPDIR": folder.path, "XDG_RUNTIME_DIR": ""])
        defer {
            kill(running.pid, SIGKILL)
            _ = running.wait()
        }
        let list = [Products.executable("viperline"), "ps"]
        #expect(try eventually { try Command.run(list, environment: environment).status == 0 })
        let result = try Command.run([Products.executable("viperline"), "demo", "--auto"], environment: environment)
        expect(result.status, equals: 0, "\(result.output)\(result.diagnostics)")
        var rest = result.output[...]
        for text in [
            "== 1. Pick a line", "\nwikipedia ", "== 2. An application in one file", "8. Show HN: Nimble ferry",
            "> back",
            "== 3. Kill a role", "\n$ kill -9 ", "> select 1", "-- What's New --", "\npresenter  running", "== 4. Swap",
            "presenter is process ", "8 rows, as before", "== 5. A recording", "outputs as recorded",
            "interactor.input.search",
            "== 6. The same screens", "Open http://", "== That was all",
        ] {
            guard let range = rest.range(of: text) else {
                Issue.record("“\(text)” is not in its place:\n\(result.output)")
                return
            }
            rest = rest[range.upperBound...]
        }
        let presenter = try require(result.lines.first { $0.hasPrefix("presenter  running") })
        expect(presenter.split(separator: " ")[4], equals: "1", "it was restarted once: \(presenter)")
        try expect(leftovers, equals: [])
    }

    @Test func theUserPlaysAndLeaves() throws {
        let tmux = try Tmux(
            "\(Products.executable("viperline")) demo; echo ended with $?; exec cat", columns: 100, rows: 30,
            environment: environment)
        try tmux.wait(for: "Enter continues")
        try tmux.send("Enter")
        try tmux.wait(for: "1. Pick a line")
        try tmux.send("Enter")
        try tmux.wait(for: "the picker") { $0.isAlternate && $0.contains("hackernews") }
        try tmux.type("hackern")
        try tmux.wait(for: "one row") { $0.contains("1/1") }
        try tmux.send("Enter")
        try tmux.wait(for: "2. An application") { $0.contains("2. An application") && $0.contains("hackernews      ") }
        #expect(try !leftovers.isEmpty, "it keeps its files in a folder")
        try tmux.send("q", "Enter")
        try tmux.wait(for: "ended with 0")
        try expect(leftovers, equals: [])
    }

    /// In the middle of a session that runs in the background.
    @Test func ctrlCEndsIt() throws {
        let tmux = try Tmux(
            "\(Products.executable("viperline")) demo --auto | cat; echo ended; exec cat", rows: 50,
            environment: environment)
        try tmux.wait(for: "kill -9")
        try tmux.send("C-c")
        try tmux.wait(for: "the end") { $0.contains("ended") || $0.contains("^C") }
        #expect(try eventually { try leftovers == [] })
    }
}
