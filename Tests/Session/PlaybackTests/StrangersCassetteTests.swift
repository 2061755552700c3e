import Foundation
import TestSupport
import Testing

/// What a stranger's cassette can do: nothing, unless the user allows it.
@Suite struct StrangersCassetteTests {
    private static let viperline = Products.executable("viperline")

    /// The recorded greeting session, with another header.
    private static func cassette(in folder: TemporaryFolder, _ change: (String) -> String) throws -> String {
        let original = try String(contentsOfFile: RecordedSession(name: "greeting").path, encoding: .utf8)
        let end = try require(original.firstIndex(of: "\n"))
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
        expect(refused.status, equals: 64)
        expect(refused.diagnostics, contains: told, "\(refused.diagnostics)")
        expect(refused.diagnostics, contains: "--trust")
        #expect(!FileManager.default.fileExists(atPath: folder.path + "/done"))
        let trusted = try Self.verify([service, path, "--trust"] + command, in: folder)
        #expect(trusted.status != 64)
        #expect(FileManager.default.fileExists(atPath: folder.path + "/done"), "the user has agreed")
    }

    @Test func aVariableOfAStrangerReachesNoProgram() throws {
        let folder = try TemporaryFolder()
        let path = try Self.cassette(in: folder) {
            $0.replacing(#""BROWSER":"true""#, with: #""LD_PRELOAD":"/tmp/x.so""#)
        }
        for command in [[], ["--", Products.executable("viperline-presenter")]] {
            let refused = try Self.verify(["presenter", path] + command, in: folder)
            expect(refused.status, equals: 64)
            expect(refused.diagnostics, contains: "presenter is given: LD_PRELOAD=/tmp/x.so", "\(refused.diagnostics)")
        }
    }

    /// The user decides by the listing, so nothing in it may be hidden.
    @Test func whatAStrangerNamesIsPrintedSafely() throws {
        let folder = try TemporaryFolder()
        let path = try Self.cassette(in: folder) {
            $0.replacing(#""command":["viperline-presenter"]"#, with: #""command":["sh","-c","\u001b[2J\u009b2J rm"]"#)
        }
        let refused = try Self.verify(["presenter", path], in: folder)
        expect(refused.diagnostics, contains: "rm")
        #expect(!refused.diagnostics.unicodeScalars.contains { $0.value == 0x1B || 0x80...0x9F ~= $0.value })
    }

    /// A program in PATH with the name of a role is not that role.
    @Test func ourProgramsAreThoseOfTheInstallation() throws {
        let folder = try TemporaryFolder()
        _ = try folder.writeProgram("touch '\(folder.path)/done'", to: "viperline-presenter")
        let result = try Command.run(
            [Self.viperline, "verify", "presenter", RecordedSession(name: "greeting").path, "--patience", "60"],
            environment: ["XDG_RUNTIME_DIR": folder.path, "PATH": folder.path])
        expect(result.status, equals: 0, "\(result.diagnostics)")
        #expect(!FileManager.default.fileExists(atPath: folder.path + "/done"))
    }

    private static let openings = """
        {"t":0,"from":"router","to":["presenter","view"],"event":{"specversion":"1.0","type":"router.output.didNavigate","source":"router","id":"router-1-1","correlationid":"router-1-1","data":{"stack":[{"scene":"playlist-1","name":"playlist","parameters":{}}]}}}
        {"t":0.1,"from":"presenter","to":["router"],"event":{"specversion":"1.0","type":"router.input.play","source":"presenter","id":"presenter-1-1","data":{"url":"http://127.0.0.1:8080/admin?reboot=1"}}}
        {"t":0.2,"from":"router","to":["presenter","view"],"event":{"specversion":"1.0","type":"router.output.didPlay","source":"router","id":"router-1-2","correlationid":"presenter-1-1","causationid":"presenter-1-1","data":{"url":"http://127.0.0.1:8080/admin?reboot=1","player":"mpv"}}}
        {"t":0.3,"from":"presenter","to":["router"],"event":{"specversion":"1.0","type":"router.input.openURL","source":"presenter","id":"presenter-1-2","data":{"url":"http://127.0.0.1:8080/"}}}
        {"t":0.4,"from":"router","to":["presenter","view"],"event":{"specversion":"1.0","type":"router.output.didOpenURL","source":"router","id":"router-1-3","correlationid":"presenter-1-2","causationid":"presenter-1-2","data":{"url":"http://127.0.0.1:8080/"}}}

        """

    private static func header(ofRouter command: String, _ environment: String = "{}") -> String {
        #"{"viperline":"cassette","version":1,"composition":"c","started":"","services":{"router":{"command":\#(command),"receives":["router.input"],"sends":["router.output"],"environment":\#(environment)},"presenter":{"command":["viperline-presenter"],"receives":["router.output"],"sends":["router.input"]}}}"#
            + "\n"
    }

    /// A folder with a player and a browser that note that they were started.
    private static func openers() throws -> (folder: TemporaryFolder, environment: [String: String]) {
        let folder = try TemporaryFolder()
        for name in ["mpv", "xdg-open", "browser"] {
            try folder.writeProgram("echo \"$@\" >>'\(folder.path)/started'", to: name)
        }
        let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
        return (
            folder,
            [
                "XDG_RUNTIME_DIR": folder.path, "PATH": "\(folder.path):\(path)",
                "BROWSER": folder.path + "/browser",
            ]
        )
    }

    private static func started(in folder: TemporaryFolder) -> String { (try? folder.text(of: "started")) ?? "" }

    /// Regression: a recorded `play` started mpv with the stranger's URL.
    @Test(arguments: [
        (#"["viperline-router","--root","playlist"]"#, "{}"),
        (#"["viperline-router","--root","playlist"]"#, #"{"BROWSER":"true","VIPERLINE_PRINT_URLS":"1"}"#),
    ])
    func verifyStartsNoPlayerAndNoBrowser(command: String, environment: String) throws {
        let (folder, variables) = try Self.openers()
        let path = try folder.write(Self.header(ofRouter: command, environment) + Self.openings, to: "c.ndjson").path
        for own in [[], ["--", Products.executable("viperline-router"), "--root", "playlist"]] {
            let result = try Command.run(
                [Self.viperline, "verify", "router", path, "--patience", "60"] + own, environment: variables)
            expect(result.status, equals: 0, "whichever program plays: \(result)")
            #expect(Self.started(in: folder).isEmpty)
        }
        let trusted = try Command.run(
            [Self.viperline, "verify", "router", path, "--patience", "60", "--trust"], environment: variables)
        if environment == "{}" {
            expect(trusted.status, equals: 0)
            #expect(eventually { Self.started(in: folder).split(separator: "\n").count == 2 }, "the user has agreed")
        }
    }

    /// The stranger cannot switch the opener on again.
    @Test(arguments: ["0", "", "no"]) func aStrangerDoesNotSwitchTheOpenerOn(_ value: String) throws {
        let (folder, variables) = try Self.openers()
        let header = Self.header(ofRouter: #"["viperline-router"]"#, #"{"VIPERLINE_PRINT_URLS":"\#(value)"}"#)
        let path = try folder.write(header + Self.openings, to: "c.ndjson").path
        let result = try Command.run([Self.viperline, "verify", "router", path], environment: variables)
        expect(result.status == 64 && Self.started(in: folder).isEmpty)
    }

    /// Regression: the real router among doubles opened the recorded pages without a key being pressed.
    @Test func amongDoublesNoPageIsOpened() throws {
        let (folder, variables) = try Self.openers()
        let path = try folder.write(
            Self.header(ofRouter: #"["viperline-router","--root","playlist"]"#) + Self.openings, to: "c.ndjson"
        ).path
        try folder.write(
            """
            services:
              router: {command: [viperline-router, --root, playlist], receives: [router.input], sends: [router.output]}
              presenter: {command: [viperline-presenter], receives: [router.output], sends: [router.input], exit_on_end: true}
            """, to: "compose.yaml")
        func play(recordingTo name: String, _ options: [String] = []) throws {
            let session = try ChildProcess(
                [
                    Self.viperline, "run", folder.path + "/compose.yaml", "--cassette", path, "--only", "router",
                    "--record", folder.path + "/" + name,
                ] + options, environment: variables)
            #expect(eventually { (try? folder.text(of: name))?.contains("router.output.didPlay") == true })
            kill(session.pid, SIGTERM)
            _ = session.wait()
        }
        try play(recordingTo: "again.ndjson")
        #expect(Self.started(in: folder).isEmpty)
        try play(recordingTo: "allowed.ndjson", ["--env", "VIPERLINE_PRINT_URLS=0"])
        #expect(eventually { !Self.started(in: folder).isEmpty }, "the user's own command line asks for it")
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
            ["cassette", "diagram", "@"], ["cassette", "redact", "@"],
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
            ["timeout", words.contains("recorded") ? "2" : "20", Self.viperline] + words.map { $0 == "@" ? path : $0 },
            environment: ["XDG_RUNTIME_DIR": folder.path])
        // 124: a double that keeps the recorded pace may have to wait that long.
        expect([0, 1, 65].contains(result.status) || words.contains("recorded") && result.status == 124, "\(result)")
    }
}
