import Foundation
import TestSupport
import Testing

/// The yardstick of what a screen can say: a system monitor in Python on our view, on the real /proc.
@Suite struct MonitorTests {
    private static let program = "Tests/Doubles/monitor/monitor.py"
    private let folder: TemporaryFolder
    /// Its folder stands for its `compose.yaml`, whose programs are found from anywhere.
    private let composition = Checkout.path("Tests/Doubles/monitor")

    init() throws { folder = try TemporaryFolder() }

    private var environment: [String: String] { ["XDG_RUNTIME_DIR": folder.path, "TMPDIR": folder.path] }

    @discardableResult
    private func viperline(_ words: String..., input: String = "") throws -> Command.Result {
        try Command.run([Products.executable("viperline")] + words, input: input, environment: environment)
    }

    /// Blank lines do not count.
    @Test func itHasAtMost60Lines() throws {
        let lines = try String(contentsOfFile: Checkout.path(Self.program), encoding: .utf8).split(separator: "\n")
        #expect(lines.count <= 60)
        #expect(lines.allSatisfy { $0.count <= 120 && !$0.contains(";") })
    }

    @Test func aProcessIsFoundKilledAndGone() throws {
        // A name that no other process has, so that no other is killed.
        let name = folder.url.lastPathComponent
        try require(Command.run(["install", "/bin/sleep", folder.path + "/" + name]).status == 0)
        let sleep = try ChildProcess([folder.path + "/" + name, "600"])
        defer { kill(sleep.pid, SIGKILL) }
        let recording = folder.path + "/session.ndjson"
        let result = try viperline(
            "run", composition, "--record", recording,
            input: """
                search \(name)
                press kill 1
                press 2
                sort pid
                press kill 1
                press 1
                quit

                """)
        expect(result.status, equals: 0, "\(result.diagnostics)")
        expect(result.output, contains: " 1. \(sleep.pid); User ", "\(result.output)")
        expect(result.output, contains: "PID (sorted, descending)")
        expect(result.output, contains: "Memory: ")
        expect(result.output.components(separatedBy: "\(name) was told to end (success)").count, equals: 2)
        expect(sleep.wait(), equals: 128 + SIGTERM)
        #expect(!FileManager.default.fileExists(atPath: "/proc/\(sleep.pid)"))
        let shown = try viperline("cassette", "show", recording, "--service", "monitor", "--outputs")
        expect(shown.status, equals: 0, "\(shown.diagnostics)")
        expect(shown.output, contains: "was told to end")
        let replayed = try viperline("replay", recording)
        expect(replayed.status, equals: 0, "\(replayed.diagnostics)")
        expect(replayed.output, contains: name)
    }

    @Test func settingsAreCheckedAndSurviveDeathAndSwap() throws {
        let commands = folder.path + "/commands"
        try require(mkfifo(commands, 0o600) == 0)
        let typing = open(commands, O_RDWR | O_CLOEXEC)
        defer { close(typing) }
        let streams = try ["screen", "errors"].map { try folder.write("", to: $0).path }
        let session = try ChildProcess(
            [Products.executable("viperline"), "run", composition], environment: environment,
            streams: [commands] + streams)
        func type(_ text: String) { _ = write(typing, text, text.utf8.count) }
        func shows(_ text: String) -> Bool { eventually { (try? folder.text(of: "screen"))?.contains(text) == true } }
        #expect(shows("columns: PID"))
        type("search no such process\npress settings\nset seconds 0\nsubmit\n")
        #expect(shows("Seconds: 0  ! Must be at least 1"))
        type("set seconds 60\nsubmit\npress settings\n")
        #expect(shows("== Settings ==\nSeconds: 60\n"))
        let described = try viperline("ps", "--json")
        let pid = try require(described.output.firstMatch(of: /"name":"monitor","output":{[^}]*},"pid":(\d+)/)?.1)
        expect(kill(Int32(pid) ?? 0, SIGKILL), equals: 0)
        type("set seconds 50\nsubmit\npress settings\n")
        #expect(shows("== Settings ==\nSeconds: 50\n"))
        let swapped = try viperline("swap", "monitor", "--", "python3", Checkout.path(Self.program))
        expect(swapped.status, equals: 0, "\(swapped.diagnostics)")
        type("set seconds 40\nsubmit\npress settings\n")
        #expect(shows("== Settings ==\nSeconds: 40\n"))
        type("quit\n")
        _ = session.wait()
    }
}
