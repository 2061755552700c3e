import Foundation
import TestSupport
import Testing

/// What a stranger's cassette can do: nothing, unless the user allows it.
@Suite struct StrangersCassetteTests {
    private static let viperline = Products.executable("viperline")

    /// The recorded greeting session, with another header.
    private static func cassette(in folder: TemporaryFolder, _ change: (String) -> String) throws -> String {
        let original = try String(contentsOfFile: RecordedSession(name: "greeting").path, encoding: .utf8)
        let end = try #require(original.firstIndex(of: "\n"))
        return try folder.write(change(String(original[..<end])) + original[end...], to: "c.ndjson").path
    }

    private static func verify(_ words: [String], in folder: TemporaryFolder) throws -> Command.Result {
        try Command.run([viperline, "verify"] + words, environment: ["XDG_RUNTIME_DIR": folder.path])
    }

    @Test(arguments: [
        // The service's own program, a program that it depends on, and a variable that the user's own program would get
        // too.
        (#""command":["viperline-presenter"]"#, "presenter", false, "presenter runs: sh -c"),
        (
            #""command":["viperline-catalog","--socket","${VIPERLINE_SESSION_DIR}/catalog.sock"]"#, "fetcher", false,
            "catalog runs: sh -c"
        ),
        (
            #""command":["viperline-catalog","--socket","${VIPERLINE_SESSION_DIR}/catalog.sock"]"#, "fetcher", true,
            "catalog runs: sh -c"
        ),
    ])
    func verifyRunsNothingThatAStrangerNames(
        recorded: String, service: String, hasCommand: Bool, told: String
    ) throws {
        let folder = try TemporaryFolder()
        let path = try Self.cassette(in: folder) {
            $0.replacing(recorded, with: #""command":["sh","-c","touch '\#(folder.path)/done'; exit 1"]"#)
        }
        let command = hasCommand ? ["--", Products.executable("viperline-fetcher")] : []
        let refused = try Self.verify([service, path] + command, in: folder)
        #expect(refused.status == 64)
        #expect(refused.diagnostics.contains(told), "\(refused.diagnostics)")
        #expect(refused.diagnostics.contains("--trust"))
        #expect(!FileManager.default.fileExists(atPath: folder.path + "/done"))
        let trusted = try Self.verify([service, path, "--trust"] + command, in: folder)
        #expect(trusted.status != 64)
        #expect(FileManager.default.fileExists(atPath: folder.path + "/done"), "the person has said so")
    }

    @Test func aVariableOfAStrangerReachesNoProgram() throws {
        let folder = try TemporaryFolder()
        let path = try Self.cassette(in: folder) {
            $0.replacing(#""BROWSER":"true""#, with: #""LD_PRELOAD":"/tmp/x.so""#)
        }
        for command in [[], ["--", Products.executable("viperline-presenter")]] {
            let refused = try Self.verify(["presenter", path] + command, in: folder)
            #expect(refused.status == 64)
            #expect(refused.diagnostics.contains("presenter is given: LD_PRELOAD=/tmp/x.so"), "\(refused.diagnostics)")
        }
    }

    /// The user decides by the listing, so nothing in it may be hidden.
    @Test func whatAStrangerNamesIsPrintedSafely() throws {
        let folder = try TemporaryFolder()
        let path = try Self.cassette(in: folder) {
            $0.replacing(#""command":["viperline-presenter"]"#, with: #""command":["sh","-c","\u001b[2J\u009b2J rm"]"#)
        }
        let refused = try Self.verify(["presenter", path], in: folder)
        #expect(refused.diagnostics.contains("rm"))
        #expect(!refused.diagnostics.unicodeScalars.contains { $0.value == 0x1B || 0x80...0x9F ~= $0.value })
    }

    /// A program in PATH with the name of a role is not that role.
    @Test func ourProgramsAreThoseOfTheInstallation() throws {
        let folder = try TemporaryFolder()
        _ = try folder.writeProgram("touch '\(folder.path)/done'", to: "viperline-presenter")
        let result = try Command.run(
            [Self.viperline, "verify", "presenter", RecordedSession(name: "greeting").path, "--patience", "60"],
            environment: ["XDG_RUNTIME_DIR": folder.path, "PATH": folder.path])
        #expect(result.status == 0, "\(result.diagnostics)")
        #expect(!FileManager.default.fileExists(atPath: folder.path + "/done"))
    }

    /// Values such as `"t":1e300`, in every tool that reads cassettes.
    @Test(
        arguments: [
            #"{"t":1e300,"from":"view","to":["presenter"],"event":{"type":"view.output.x","id":"a"}}"#,
            #"{"t":-1e300,"from":"view","to":["presenter"],"event":{"type":"view.output.x","id":"a"}}"#,
            #"{"t":1e9,"from":"view","to":["presenter"],"event":{"type":"view.output.x","id":"a"}}"#,
            #"{"t":"x","from":"view","to":["presenter"],"event":{"type":"view.output.x","id":"a"}}"#,
            #"{"missed":9223372036854775807}"#, #"{"missed":-1}"#, #"{"missed":4294967296}"#,
        ],
        [
            ["cassette", "show", "@", "--records"], ["cassette", "stat", "@"], ["cassette", "stat", "@", "--json"],
            ["cassette", "diagram", "@"], ["cassette", "diagram", "@", "--text"], ["cassette", "redact", "@"],
            ["cassette", "diff", "@", "@"], ["replay", "@"], ["verify", "router", "@"], ["double", "view", "@"],
            ["double", "view", "@", "--pace", "recorded"],
        ])
    func aHostileNumberTrapsNoTool(line: String, words: [String]) throws {
        let folder = try TemporaryFolder()
        // Twice, because a sum can overflow where a single number does not.
        let path = try folder.write(
            #"{"viperline":"cassette","version":1,"composition":"c","started":"","screen":{"columns":9223372036854775807,"rows":-1},"services":{"view":{"command":["viperline-view"],"receives":[],"sends":[],"terminal":true},"router":{"command":["viperline-router"],"receives":[],"sends":[]}}}"#
                + "\n" + line + "\n" + line + "\n"
                + #"{"t":0.5,"from":"view","to":["presenter"],"event":{"type":"view.output.y","id":"b","source":"view"}}"#
                + "\n"
                + #"{"t":0.1,"from":"presenter","to":["view"],"event":{"type":"view.input.show","id":"c","causationid":"b"}}"#
                + "\n",
            to: "c.ndjson"
        ).path
        let result = try Command.run(
            ["timeout", "20", Self.viperline] + words.map { $0 == "@" ? path : $0 },
            environment: ["XDG_RUNTIME_DIR": folder.path])
        // 124: a double that keeps the recorded pace may have to wait that long.
        #expect([0, 1, 65].contains(result.status) || words.contains("recorded") && result.status == 124, "\(result)")
    }
}
