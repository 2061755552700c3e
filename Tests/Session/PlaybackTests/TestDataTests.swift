import Foundation
import TestSupport
import Testing

/// `viperline test` works on a copy: what a program reads, writes and shows.
@Suite struct TestDataTests {
    /// A list in a file: each line that it gets is added, and all of them are shown.
    private static let list = """
        while read -r line; do
            echo x >> list.txt; mkdir -p "$HOME"; echo x >> "$HOME/log"; : > "$TMPDIR/used"
            printf '{"type":"list.output.shown","data":{"count":%d,"home":%d,"where":"%s"}}\\n' \
                "$(wc -l < list.txt)" "$(wc -l < "$HOME/log")" "$PWD"
        done
        """

    private static func folder(_ script: String = list, _ more: String = "") throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        for inner in ["tests/fixtures", "tests/home"] {
            try FileManager.default.createDirectory(
                at: folder.url.appendingPathComponent("app/\(inner)"), withIntermediateDirectories: true)
        }
        try folder.write(script, to: "app/list.sh")
        try folder.write(
            "services: {list: {command: [sh, list.sh], receives: [list], sends: [list]\(more)}}", to: "app/compose.yaml"
        )
        try folder.write("x\nx\n", to: "app/list.txt")
        return folder
    }

    private static func test(_ folder: TemporaryFolder, _ words: String...) throws -> Command.Result {
        try Command.run(
            [Products.executable("viperline"), "test", folder.path + "/app"] + words,
            environment: ["HOME": folder.path, "TMPDIR": folder.path], folder: folder.path)
    }

    private static func conversation(_ expected: String...) -> String {
        (#"{"conversation":"list"}"# + "\n")
            + expected.map { "{\"given\":{}}\n{\"expected\":{\"data\":\($0)}}\n" }.joined()
    }

    @Test func noTestChangesTheUsersData() throws {
        let folder = try Self.folder()
        let text = Self.conversation(#"{"count":3,"home":1}"#, #"{"count":4,"home":2}"#)
        try folder.write(text, to: "app/tests/a.ndjson")
        try folder.write(text, to: "app/tests/b.ndjson")
        for _ in 1...2 {
            let result = try Self.test(folder)
            expect(
                result.status == 0 && result.output.contains("2 tests, all pass"),
                "\(result.output)\(result.diagnostics)")
        }
        try expect(folder.text(of: "app/list.txt"), equals: "x\nx\n")
        #expect(!FileManager.default.fileExists(atPath: folder.path + "/log"))
        try expect(Self.copies(folder), equals: [])
    }

    @Test func fixturesLieOverTheFolderAndTheHome() throws {
        let folder = try Self.folder()
        try folder.write(String(repeating: "x\n", count: 9), to: "app/tests/fixtures/list.txt")
        try folder.write("x\n", to: "app/tests/home/log")
        try folder.write(Self.conversation(#"{"count":10,"home":2}"#), to: "app/tests/a.ndjson")
        let result = try Self.test(folder)
        expect(result.status, equals: 0, "\(result.output)\(result.diagnostics)")
        try expect(folder.text(of: "app/tests/fixtures/list.txt"), equals: String(repeating: "x\n", count: 9))
        try expect(folder.text(of: "app/tests/home/log"), equals: "x\n")
    }

    /// A recording of a minute, and the folder's file that was changed so many seconds after its beginning. Regression: in a new clone,
    /// where all files are younger than the recording, a test that failed named all of them.
    @Test(arguments: [(30, "", true), (30, "fixtures/list.txt", false), (3600, "", false), (-5, "", false)])
    func onlyWhatTheRecordedSessionChangedIsNamed(_ second: Int, _ fixture: String, isNamed: Bool) throws {
        let folder = try Self.folder()
        try folder.write(
            Self.cassette(.init(), #"{"type":"list.output.shown","data":{"count":100}}"#), to: "app/tests/a.ndjson")
        if !fixture.isEmpty { try folder.write("x\n", to: "app/tests/\(fixture)") }
        let start = try require(ISO8601DateFormatter().date(from: "2026-11-21T08:00:00Z"))
        try FileManager.default.setAttributes(
            [.modificationDate: start.addingTimeInterval(Double(second))], ofItemAtPath: folder.path + "/app/list.txt")
        let result = try Self.test(folder)
        expect(result.status == 65 && result.output.contains("data.count"), "\(result.output)\(result.diagnostics)")
        expect(
            result.output.contains("list.txt changed during the recorded session"), equals: isNamed, "\(result.output)")
    }

    private static func cassette(_ environment: [String: String], _ output: String) throws -> String {
        let variables = String(decoding: try JSONEncoder().encode(environment), as: UTF8.self)
        return """
            {"viperline":"cassette","version":1,"composition":"app","started":"2026-11-21T08:00:00Z","ends":true,"services":{"list":\
            {"command":["sh"],"receives":["list"],"sends":["list"],"environment":\(variables)}}}
            {"t":1,"from":"x","to":["list"],"event":{"specversion":"1.0","type":"list.input.add","source":"x","id":"x-1","data":{}}}
            {"t":60,"from":"list","to":[],"event":\(output.dropLast()),"source":"list","id":"l-1","causationid":"x-1"}}
            {"missed":0,"end":true}

            """
    }

    /// A test gets the recorded values of the variables of compose.yaml, as `verify` does, but no others: those could lead to programs.
    /// Paths are this machine's.
    @Test func theVariablesOfARecordingAreThoseOfItsTest() throws {
        let script =
            #"read -r line; printf '{"type":"list.output.shown","data":{"v":"%s"}}\n' "$A $B $P ${BASH_ENV-}""#
        let folder = try Self.folder(script, ", environment: {A: present, B: present, P: /present}")
        let recorded = ["A": "recorded", "P": "/recorded", "BASH_ENV": "evil"]
        try folder.write(
            Self.cassette(recorded, #"{"type":"list.output.shown","data":{"v":"recorded present /present "}}"#),
            to: "app/tests/a.ndjson")
        let result = try Self.test(folder)
        expect(result.output, contains: "1 test, it passes", "\(result.output)\(result.diagnostics)")
    }

    @Test func pathsAreThoseOfTheUser() throws {
        let script =
            #"read -r line; echo "oops in $PWD" >&2; printf '{"type":"list.output.is","data":{"where":"%s","home":"%s"}}\n' "$PWD" "$HOME""#
        let folder = try Self.folder(script)
        let (app, home) = (folder.path + "/app", folder.path)
        try folder.write(Self.conversation(#"{"where":"\#(app)","home":"\#(home)"}"#), to: "app/tests/a.ndjson")
        let passing = try Self.test(folder)
        expect(passing.status, equals: 0, "\(passing.output)\(passing.diagnostics)")
        try folder.write(Self.conversation(#"{"where":"elsewhere"}"#), to: "app/tests/a.ndjson")
        let failing = try Self.test(folder)
        expect(
            failing.output, contains: "data.where differs\n    - \"elsewhere\"\n    + \"\(app)\"", "\(failing.output)")
        expect(failing.output, contains: "| oops in \(app)", "\(failing.output)")
        try expect(Self.test(folder, "--accept").status, equals: 0)
        try expect(folder.text(of: "app/tests/a.ndjson"), contains: #""where":"\#(app)""#)
    }

    /// What a row's id names is a file of the copy, even if the recording has its full path.
    @Test func pathsInEventsLeadIntoTheCopy() throws {
        let script =
            #"read -r line; path=${line#*'"path":"'}; rm "${path%%'"'*}" && echo '{"type":"list.output.removed"}'"#
        let folder = try Self.folder(script)
        let given = #"{"given":{"type":"list.input.remove","data":{"path":"\#(folder.path)/app/list.txt"}}}"#
        try folder.write(
            "{\"conversation\":\"list\"}\n\(given)\n{\"expected\":{\"type\":\"list.output.removed\"}}",
            to: "app/tests/a.ndjson")
        let result = try Self.test(folder)
        expect(result.status, equals: 0, "\(result.output)\(result.diagnostics)")
        try expect(folder.text(of: "app/list.txt"), equals: "x\nx\n")
    }

    @Test func whatIsNotCopiedIsNamed() throws {
        let folder = try Self.folder()
        let script =
            "mkfifo pipe; ln -s /etc words; mkdir .git node_modules; echo 1 > .git/x; echo 2 > node_modules/x"
        try expect(Command.run(["sh", "-ec", script], folder: folder.path + "/app").status, equals: 0)
        try folder.write(
            #"read -r line; test ! -e .git && test -h node_modules && test ! -e words && cat node_modules/x >&2 && echo '{"type":"list.output.ok"}'"#,
            to: "app/list.sh")
        try folder.write(Self.conversation("null"), to: "app/tests/a.ndjson")
        let result = try Self.test(folder)
        expect(result.status, equals: 0, "\(result.output)\(result.diagnostics)")
        expect(result.diagnostics, contains: "pipe is not in the tests' copy: it is a device, a socket or a pipe")
        expect(result.diagnostics, contains: "words is not in the tests' copy: it is not a regular file")
    }

    @Test func aFolderThatIsTooLargeIsRefused() throws {
        let folder = try Self.folder()
        try folder.write(Self.conversation(#"{"count":3}"#), to: "app/tests/a.ndjson")
        let script = "mkdir data && truncate -s 200M data/large"
        try expect(Command.run(["sh", "-ec", script], folder: folder.path + "/app").status, equals: 0)
        let refused = try Self.test(folder)
        expect(
            refused.status == 65 && refused.diagnostics.contains("its files have more than 128 MiB"),
            "\(refused.diagnostics)")
        try expect(Self.copies(folder), equals: [])
        try folder.write("", to: "app/data/CACHEDIR.TAG")
        try expect(Self.test(folder).status, equals: 0)
    }

    /// After a signal nothing is left; after a kill, until the next tests.
    @Test(arguments: [SIGTERM, SIGKILL]) func nothingIsLeftBehind(_ signal: Int32) throws {
        let folder = try Self.folder("read -r line; echo {} > \"$OLDPWD/began\"; exec sleep 60")
        try folder.write(Self.conversation("{}"), to: "app/tests/a.ndjson")
        let script = #""$0" test app --patience 50 & until [ -e began ]; do sleep 0.05; done; kill -$1 $!; wait $!"#
        let killed = try Command.run(
            ["sh", "-c", script, Products.executable("viperline"), "\(signal)"],
            environment: ["HOME": folder.path, "TMPDIR": folder.path, "OLDPWD": folder.path], folder: folder.path)
        expect(killed.status, equals: 128 + signal, "\(killed.diagnostics)")
        if signal == SIGKILL {
            #expect(try Self.copies(folder) != [])
            try folder.write("exit", to: "app/list.sh")
            _ = try Self.test(folder)
        }
        try expect(Self.copies(folder), equals: [])
    }

    private static func copies(_ folder: TemporaryFolder) throws -> [String] {
        let place = try FileManager.default.contentsOfDirectory(atPath: folder.path).first {
            $0.hasPrefix("viperline-")
        }
        return try place.map { try FileManager.default.contentsOfDirectory(atPath: "\(folder.path)/\($0)") } ?? []
    }

    // MARK: - Services that cannot be exact

    @Test func aServiceThatReadsTheClockIsLeftOut() throws {
        let script =
            #"while read -r line; do printf '{"type":"list.output.time","data":{"now":%s}}\n' "$(date +%N)"; done"#
        let folder = try Self.folder(script, ", test: false")
        let more = """
            services:
              list: {command: [sh, list.sh], receives: [list.input], sends: [list.output], test: false}
              user: {command: [sh, -c, 'echo ''{"type":"list.input.ask"}''; exec cat'], receives: [list.output], sends: [list.input], exit_on_end: true}
            """
        try folder.write(more, to: "app/compose.yaml")
        let checked = try Command.run([Products.executable("viperline"), "check", folder.path + "/app"])
        expect(checked.status == 0 && checked.output.contains("test: false"), "\(checked.diagnostics)")
        let config = try Command.run([Products.executable("viperline"), "config", folder.path + "/app"])
        expect(config.output, contains: "test: false", "\(config.output)")
        let header =
            #"{"viperline":"cassette","version":1,"composition":"app","started":"","services":{"list":{"command":["sh","list.sh"],"receives":["list.input"],"sends":["list.output"],"tested":false},"user":{"command":["cat"],"receives":["list.output"],"sends":["list.input"]}}}"#
        let events = [
            #"{"t":0.1,"from":"user","to":["list"],"event":{"specversion":"1.0","id":"user-1","source":"user","type":"list.input.ask"}}"#,
            #"{"t":0.2,"from":"list","to":["user"],"event":{"specversion":"1.0","id":"list-1","source":"list","type":"list.output.time","data":{"now":1}}}"#,
        ]
        try folder.write(([header] + events).joined(separator: "\n") + "\n", to: "app/tests/a.ndjson")
        let result = try Self.test(folder, "--filter", "list")
        expect(result.status, equals: 64, "\(result.output)\(result.diagnostics)")
        let all = try Self.test(folder)
        expect(
            all.output.contains("1 test")
                && all.output.contains("Not tested, by \"test: false\" in compose.yaml: list"), "\(all.output)")
        let verified = try Command.run(
            [Products.executable("viperline"), "verify", "list", folder.path + "/app/tests/a.ndjson"])
        expect(verified.status == 0 && verified.output == "list: not compared; its compose file has \"test: false\"\n")
    }
}
