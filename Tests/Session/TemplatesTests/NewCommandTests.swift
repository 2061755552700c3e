import Foundation
import TestSupport
import Testing

/// `viperline new` makes folders that run, and whose tests pass.
@Suite struct NewCommandTests {
    struct Kind: Sendable, CustomTestStringConvertible {
        let language: String
        var isRole = false

        var testDescription: String { isRole ? "role in \(language)" : language }
        var options: [String] { ["--language", language] + (isRole ? ["--role"] : []) }
    }

    private static let viperline = Products.executable("viperline")

    private static func run(
        _ words: [String], in folder: TemporaryFolder, _ place: String = "", input: String = ""
    ) throws -> Command.Result {
        try Command.run(
            [viperline] + words, input: input,
            environment: ["XDG_RUNTIME_DIR": folder.path, "TMPDIR": folder.path, "BROWSER": "true"],
            folder: folder.path + place)
    }

    @Test(
        arguments: ["python", "javascript", "shell"].flatMap { [Kind(language: $0), Kind(language: $0, isRole: true)] }
            + [Kind(language: "swift"), Kind(language: "yaml")])
    func whatIsMadeRunsAndPassesItsTests(_ kind: Kind) throws {
        let folder = try TemporaryFolder()
        let made = try Self.run(["new", "teas"] + kind.options, in: folder)
        expect(made.status, equals: 0, "\(made.diagnostics)")
        let files = try require(FileManager.default.enumerator(atPath: folder.path + "/teas")?.allObjects as? [String])
        let listed = files.filter { $0.contains(".") }.map { "  teas/\($0)" }
        expect(Set(made.lines.filter { $0.hasPrefix("  teas/") }), equals: Set(listed))
        #expect(
            try folder.text(of: "teas/README.md").split(separator: "\n", omittingEmptySubsequences: false).count <= 26)

        if kind.language == "swift" {
            // Else the first start builds, which takes longer on a busy machine than an answer may.
            let build = try Command.run(["swift", "build", "--package-path", folder.path + "/teas"])
            expect(build.status, equals: 0, "\(build.output)\(build.diagnostics)")
        }
        let tests = try Self.run(["test", "teas", "--patience", "30"], in: folder)
        expect(tests.status == 0 && tests.output.contains("2 tests, all pass"), "\(tests.output)\(tests.diagnostics)")
        #expect(try Set(FileManager.default.subpathsOfDirectory(atPath: folder.path + "/teas")).isSuperset(of: files))

        let isDeclared = kind.language == "yaml"
        let term = kind.isRole ? "piano" : isDeclared ? "calm anvil" : "SEN"
        let session = try Self.run(
            ["run", "."] + (isDeclared ? ["-f", "offline"] : []), in: folder, "/teas",
            input: "search \(term)\nselect 1\nback\nquit\n")
        expect(session.status, equals: 0, "\(session.diagnostics)")
        let title = kind.isRole ? "App Store" : "teas"
        let detail =
            kind.isRole
            ? "== Paper Piano ==" : isDeclared ? "\nBy: cleo\n" : "== Sencha ==\nFresh, a little like grass."
        expect(session.output, contains: "== \(title) ==\nsearch: \(term)\n", "\(session.output)")
        expect(session.output, contains: detail, "\(session.output)")
    }

    /// The commands of the section "Your first application" run. The conversation of the page on recordings is a test of what they make.
    @Test func theReadmesFirstApplicationRuns() throws {
        let readme = try String(contentsOfFile: Checkout.path("README.md"), encoding: .utf8)
        let section = try require(
            readme.components(separatedBy: "## Your first application\n").dropFirst().first?
                .components(separatedBy: "\n## ").first)
        let recordings = try String(contentsOfFile: Checkout.path("protocols/recordings.md"), encoding: .utf8)
        func blocks(_ fence: String, of text: String) -> [String] {
            text.components(separatedBy: "```\(fence)\n").dropFirst().map { $0.components(separatedBy: "```")[0] }
        }
        let folder = try TemporaryFolder()
        let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
        // Without a terminal, so that commands come from standard input.
        func run(_ script: String, _ commands: String) throws -> Command.Result {
            try Command.run(
                ["setsid", "--wait", "bash", "-e", "-c", script], input: commands + "quit\n",
                environment: [
                    "PATH": "\(Products.folder.path):\(path)", "XDG_RUNTIME_DIR": folder.path, "BROWSER": "true",
                ], folder: folder.path)
        }
        let scripts = blocks("sh", of: section)
        try require(scripts.count == 2)
        let chosen = try run(scripts[0], "search ^GPL-3\nselect 1\n")
        expect(
            chosen.status == 0 && chosen.output.contains("GNU GENERAL PUBLIC LICENSE"),
            "\(chosen.output)\(chosen.diagnostics)")
        try folder.write(try require(blocks("yaml", of: section).first), to: "news.yaml")
        let declared = try run(
            "viperline run ./news.yaml -f offline", "search calm anvil\nselect 1\npress Open its page\n")
        expect(declared.status, equals: 0, "\(declared.diagnostics)")
        expect(declared.output, contains: "\nBy: cleo\n", "\(declared.output)")
        expect(declared.output, contains: "opened https://calm-anvil.example/", "\(declared.output)")
        let result = try run(scripts[1], "search sen\nselect 1\npress 1\n")
        expect(result.status, equals: 0, "\(result.diagnostics)")
        expect(result.output, contains: "== Sencha ==", "\(result.output)")
        expect(result.output, contains: "2 tests, all pass", "\(result.output)")

        // Its conversation is a test too, after the first screen.
        let first =
            #"{"given":{"type":"router.output.didNavigate","data":{"stack":[{"scene":"home-1","name":"home"}]}}}"#
        let lines = try require(blocks("json", of: recordings).first).split(separator: "\n").map(String.init)
        try folder.write(
            ([lines[0], first, #"{"expected":{}}"#] + lines[1...]).joined(separator: "\n"), to: "teas/tests/mine.ndjson"
        )
        let tests = try Self.run(["test", "teas"], in: folder)
        expect(tests.status == 0 && tests.output.contains("3 tests, all pass"), "\(tests.output)")
    }

    @Test func theDifferenceOfAChangedProgramIsShownAndAccepted() throws {
        let folder = try TemporaryFolder()
        _ = try Self.run(["new", "teas"], in: folder)
        let program = try folder.text(of: "teas/app.py")
        try folder.write(program.replacing("prompt=\"Search\"", with: "prompt=\"Find\\x1b[2J\""), to: "teas/app.py")
        let failing = try Self.run(["test"], in: folder, "/teas")
        expect(failing.status, equals: 65)
        expect(failing.output, contains: "FAILED")
        expect(failing.output, contains: "data.screen.prompt.placeholder differs\n    - \"Search\"\n    + \"Find")
        expect(failing.output, contains: "2 tests, 2 failed")
        expect(failing.output, lacks: "\u{1B}", "text of strangers stays text")

        let accepting = try Self.run(["test", "--accept"], in: folder, "/teas")
        expect(accepting.status == 0 && accepting.output.contains("accepted"), "\(accepting.output)")
        let passing = try Self.run(["test"], in: folder, "/teas")
        expect(passing.status == 0 && passing.output.contains("ok  "), "\(passing.output)")
    }

    @Test(
        arguments: [
            (["../x"], 64, "\"../x\" is not a valid name"), (["there"], 64, "there is there already"),
            (["x", "--language", "cobol"], 64, "'cobol' is invalid"), ([], 64, "Missing expected argument"),
            (
                ["x", "--language", "yaml", "--role"], 64,
                "there is no role in yaml; there are: javascript, python, shell"
            ),
        ] as [([String], Int32, String)])
    func mistakesAreTold(_ words: [String], status: Int32, saying problem: String) throws {
        let folder = try TemporaryFolder()
        try folder.write("", to: "there")
        let result = try Self.run(["new"] + words, in: folder)
        expect(result.status, equals: status)
        expect(result.diagnostics, contains: problem, "\(result.diagnostics)")
        try expect(FileManager.default.contentsOfDirectory(atPath: folder.path), equals: ["there"])
    }

    @Test func aFullDiskLeavesNothing() throws {
        let folder = try TemporaryFolder()
        let result = try Command.run(
            ["bash", "-c", "ulimit -f 1; exec \(Self.viperline) new teas"], folder: folder.path)
        expect(result.status, equals: 69, "\(result.diagnostics)")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
    }

    /// Templates are shipped as they are tested: without paths of a machine, and with today's libraries.
    @Test func templatesNameNoMachine() throws {
        let templates = Checkout.path("compose/templates")
        let files = try require(FileManager.default.enumerator(atPath: templates)?.allObjects as? [String])
        #expect(files.count > 20)
        for file in files where file.hasSuffix(".ndjson") {
            let text = try String(contentsOfFile: "\(templates)/\(file)", encoding: .utf8)
            expect(!text.contains(#"":["/"#) && !text.contains("/home/") && !text.contains("/root/"), "\(file)")
        }
    }
}
