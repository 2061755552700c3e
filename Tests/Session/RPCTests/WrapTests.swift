import Foundation
import TestSupport
import Testing

@testable import RPC

/// `viperline rpc wrap` and `unwrap` on files.
@Suite struct WrapTests {
    private static let text = """
        {
          // mine
          "mcpServers": {
            "echo": {"command": "cat", "args": ["-u"], "env": {"A": "b"}},
            "other": {"command": "true"}
          }
        }

        """

    private struct Home {
        let folder: TemporaryFolder
        var path: String { folder.path + "/.claude.json" }
        var text: String { (try? folder.text(of: ".claude.json")) ?? "" }

        init(_ text: String? = WrapTests.text) throws {
            folder = try TemporaryFolder()
            try FileManager.default.createDirectory(atPath: folder.path + "/project", withIntermediateDirectories: true)
            if let text { try folder.write(text, to: ".claude.json") }
        }

        func run(_ arguments: [String], input: String = "") throws -> Command.Result {
            try Command.run(
                [Products.executable("viperline"), "rpc"] + arguments, input: input,
                environment: ["HOME": folder.path, "XDG_STATE_HOME": folder.path + "/state", "XDG_CONFIG_HOME": ""],
                folder: folder.path + "/project")
        }
    }

    @Test func aServerIsWrappedRecordedAndPutBack() throws {
        let home = try Home()
        chmod(home.path, 0o640)
        let wrapped = try home.run(["wrap", "echo", "--yes"])
        expect(wrapped.status, equals: 0, "\(wrapped.diagnostics)")
        expect(wrapped.output, contains: "- cat -u\n+ ")
        expect(wrapped.output, contains: "rpc --record \(home.folder.path)/state/viperline/rpc/echo/ -- cat -u\n")
        let list = try home.run(["wrap", "--list"]).lines
        expect(
            list, equals: ["* echo in \(home.path) (mcpServers): cat -u", "  other in \(home.path) (mcpServers): true"])

        let servers = try ClientConfiguration(Array(home.text.utf8), keys: ["mcpServers"]).servers(in: "/")
        let command = try require(servers.first { $0.name == "echo" }).command
        let message = #"{"jsonrpc":"2.0","method":"a"}"# + "\n"
        for _ in 0..<2 { try expect(Command.run(command, input: message).output, equals: message) }
        let recordings = try FileManager.default.contentsOfDirectory(
            atPath: home.folder.path + "/state/viperline/rpc/echo")
        expect(recordings.count, equals: 2)

        try expect(home.run(["wrap", "echo", "--yes"]).status, equals: 65)
        try expect(home.run(["unwrap", "echo", "--yes"]).status, equals: 0)
        expect(home.text, equals: Self.text)
        try expect(home.run(["unwrap", "echo", "--yes"]).status, equals: 65)
        var status = stat()
        expect(stat(home.path, &status) == 0 && status.st_mode & 0o777 == 0o640)
    }

    /// Regression: the command that wrap names for the way back refused where two clients have such a server.
    @Test func whatPutsACommandBackIsNamed() throws {
        let home = try Home()
        try home.folder.write(Self.text, to: "project/.mcp.json")
        let own = Self.text.replacing("mcpServers", with: "agents")
        try home.folder.write(own, to: "project/my own.json")
        for options in [["--config", home.path], ["--config", "my own.json", "--key", "agents"]] {
            let output = try home.run(["wrap", "echo", "--yes"] + options).output
            let rest = try require(output.split(separator: "again; viperline rpc ").last)
            let way = try require(rest.split(separator: " puts").first)
            let script = "exec '\(Products.executable("viperline"))' rpc \(way) --yes"
            try expect(
                Command.run(["sh", "-c", script], folder: home.folder.path + "/project").status, equals: 0, "\(way)")
        }
        try expect(home.folder.text(of: "project/my own.json"), equals: own)
        // One of two is wrapped: no other can be meant.
        try expect(home.run(["wrap", "echo", "--yes"]).status, equals: 65)
        try expect(home.run(["wrap", "echo", "--yes", "--config", home.path]).status, equals: 0)
        try expect(home.run(["unwrap", "echo", "--yes"]).status, equals: 0)
        expect(home.text, equals: Self.text)
    }

    /// Recordings do not pile up; other files, and those of processes that run, stay.
    @Test func theOldestRecordingsAreRemoved() throws {
        let home = try Home()
        let folder = home.folder.path + "/r"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let gone = try require((400_000...4_000_000).first { kill(Int32($0), 0) != 0 && errno == ESRCH })
        var names = (10...99).map { "2026-01-01T0000\($0)Z-\(gone).ndjson" }
        names += (10...30).map { "2026-01-02T0000\($0)Z-\(gone).ndjson" }
        for name in names + ["2026-01-01T000000Z-\(getpid()).ndjson", "2026-mine.ndjson"] {
            try home.folder.write("", to: "r/\(name)")
        }
        let run = try home.run(["--record", folder + "/", "--", "true"])
        expect(run.status, equals: 0)
        expect(
            run.diagnostics, contains: "keeps 100 recordings and 1024 MiB: the 12 oldest were removed",
            "\(run.diagnostics)")
        let left = try FileManager.default.contentsOfDirectory(atPath: folder)
        expect(left.count == 102 && !left.contains(names[11]) && left.contains(names[12]), "\(left.count)")
        expect(left, contains: "2026-mine.ndjson")
    }

    /// Names that differ have folders that differ.
    @Test func eachServerHasItsFolder() throws {
        let long = String(repeating: "時", count: 120)
        let names = ["a b", "a_b", "a/b", ".a", "\u{FC}n\u{EF}", "_n_", "天气", "时间", long, long + "a"]
        let home = try Home(
            "{\"mcpServers\":{" + names.map { "\"\($0)\":{\"command\":\"cat\"}" }.joined(separator: ",") + "}}")
        let folders = try names.map { name in
            let shown = try home.run(["wrap", name, "--yes"]).output
            return String(try require(shown.split(separator: "/viperline/rpc/").last).split(separator: "/")[0])
        }
        expect(
            Set(folders).count == names.count && folders.allSatisfy { !$0.hasPrefix(".") && $0.utf8.count < 250 },
            "\(folders)")
    }

    /// An upgrade moves the link, not the configurations.
    @Test func theLinkByWhichItWasCalledIsWritten() throws {
        let home = try Home()
        let link = home.folder.path + "/bin/viperline"
        try FileManager.default.createDirectory(atPath: home.folder.path + "/bin", withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: Products.executable("viperline"))
        let result = try Command.run(
            ["bash", "-c", "PATH='\(home.folder.path)/bin':$PATH; viperline rpc wrap echo --yes"],
            environment: ["HOME": home.folder.path, "XDG_STATE_HOME": home.folder.path],
            folder: home.folder.path + "/project")
        expect(result.status == 0 && home.text.contains("\"command\": \"\(link)\""), "\(home.text)")
    }

    @Test(arguments: [["--", "no-such-program"], ["--watch", ".", "--", "no-such-program"]])
    func aServerThatCannotBeStartedIsUnavailable(_ arguments: [String]) throws {
        try expect(Home().run(arguments).status, equals: 69)
    }

    @Test func aLinkStaysALink() throws {
        let home = try Home(nil)
        try home.folder.write(Self.text, to: "real.json")
        try FileManager.default.createSymbolicLink(atPath: home.path, withDestinationPath: "real.json")
        try expect(home.run(["wrap", "echo", "--yes"]).status, equals: 0)
        try expect(FileManager.default.destinationOfSymbolicLink(atPath: home.path), equals: "real.json")
        try expect(home.folder.text(of: "real.json"), contains: "viperline")
    }

    @Test(arguments: [
        (["wrap", "nobody", "--yes"], 65, "nobody is not a server in "),
        (["wrap", "echo"], 64, "there is no terminal to ask you"),
        (["wrap"], 64, "Name one server"), (["wrap", "echo", "--yes", "--", "--faults"], 64, "--faults"),
        (["wrap", "echo", "--yes", "--", "--fault", "a:b"], 64, "unknown fault \"b\""),
        (["wrap", "echo", "--yes", "--", "src", "--watch"], 64, "Begin with an option"),
        (["wrap", "echo", "--yes", "--config", "/nonexistent"], 69, "No such file"),
        (["wrap", "echo", "--yes", "--config", "/dev"], 69, "is not a file"),
        (["wrap", "echo", "--yes", "--key", "servers"], 65, "echo is not a server"),
    ])
    func nothingIsWrittenOtherwise(_ row: (arguments: [String], code: Int32, problem: String)) throws {
        let home = try Home()
        let result = try home.run(row.arguments)
        expect(result.status, equals: row.code)
        expect(result.diagnostics, contains: row.problem, "\(result.diagnostics)")
        expect(home.text, equals: Self.text)
    }

    @Test func twoFilesWithTheSameNameAreAmbiguous() throws {
        let home = try Home()
        try home.folder.write(Self.text, to: "project/.mcp.json")
        let result = try home.run(["wrap", "echo", "--yes"])
        expect(result.status, equals: 65)
        expect(result.diagnostics, contains: "name one with --config")
        try expect(home.run(["wrap", "echo", "--yes", "--config", ".mcp.json"]).status, equals: 0)
        expect(home.text, equals: Self.text)
    }

    @Test func manyWrapsAtOnceAllCount() throws {
        let names = (0..<12).map { "server\($0)" }
        let entries = names.map { #""\#($0)": {"command": "cat"}"# }.joined(separator: ",\n")
        let text = "{\"mcpServers\": {\(entries)}}"
        let home = try Home(text)
        for command in ["wrap", "unwrap"] {
            let script = names.map {
                "'\(Products.executable("viperline"))' rpc \(command) \($0) --yes & pids=\"$pids $!\""
            }
            let result = try Command.run(
                ["bash", "-c", script.joined(separator: "\n") + "\nfor pid in $pids; do wait $pid || exit 1; done"],
                environment: ["HOME": home.folder.path], folder: home.folder.path + "/project")
            expect(result.status, equals: 0, "\(result.diagnostics)")
            if command == "wrap" { expect(home.text.components(separatedBy: "\"rpc\"").count, equals: 13) }
        }
        expect(home.text, equals: text)
    }

    @Test func secretsAreNotShown() throws {
        let home = try Home(
            #"{"mcpServers":{"a":{"command":"x","args":["--token","hunter2","--key=AKIAIOSFODNN7EXAMPLE"]}}}"#)
        let result = try home.run(["wrap", "--list"])
        expect(result.output, contains: "--token (a secret)", "\(result.output)")
        expect(result.output, lacks: "hunter2")
    }

    @Test func theUserIsAskedInATerminal() throws {
        let home = try Home()
        let tmux = try Tmux(
            Command.line([Products.executable("viperline"), "rpc", "wrap", "echo", "--config", home.path]),
            columns: 300,
            environment: ["HOME": home.folder.path, "XDG_STATE_HOME": home.folder.path])
        try tmux.wait(for: "Write it? [y/N]")
        // The file changes elsewhere while the user thinks.
        try home.folder.write(home.text.replacingOccurrences(of: "// mine", with: "// ours"), to: ".claude.json")
        try tmux.send("y", "Enter")
        #expect(eventually { home.text.contains("\"rpc\"") && home.text.contains("// ours") })
    }
}
