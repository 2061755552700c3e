import Foundation
import TestSupport
import Testing

/// The yardstick: everyday applications of few lines (Tests/Applications), in linear mode, on a terminal, and in their own tests.
@Suite struct YardstickTests {
    struct Application: Sendable, CustomTestStringConvertible {
        let name: String
        let program: String
        let mostLines: Int
        /// Options of `viperline run`.
        var options: [String] = []
        let commands: String
        /// Expected on screen, in this order.
        let seen: [String]
        /// The data of its tests; nil for those that its recorded sessions have.
        var fixtures: String?

        var testDescription: String { name }
    }

    static let applications = [
        Application(
            name: "todo", program: "todo.py", mostLines: 40,
            commands: """
                press add
                set text Buy stamps
                submit
                mark 1
                mark 3
                press done
                search milk
                select 1
                set text Buy oat milk
                submit
                search
                press delete 1
                press 1
                quit

                """,
            seen: [
                " 2. Buy milk  done", "== Task ==", " 4. Buy stamps", " 1. Call Ada @phone  done",
                " 3. (A) Water the plants +home  done", "search: milk", "== Task ==", " 2. Buy oat milk\n",
                "! Delete the tasks?", " 1. Buy oat milk\n 2. (A) Water the plants +home  done\n 3. Buy stamps\n",
            ]),
        Application(
            name: "notes", program: "notes.py", mostLines: 50,
            commands: """
                search eggs
                press new
                set name tea
                set text # Tea
                submit
                search
                preview 2
                select 3
                set name cake
                submit
                quit

                """,
            seen: [
                "search: eggs\n 1. cake — and two eggs\npreview:\nFlour, sugar and two eggs", "== New note ==",
                " 3. tea — # Tea", "Visit Lisbon in May", "== tea ==", "no other note's name",
            ]),
        Application(
            name: "gitlog", program: "gitlog.sh", mostLines: 15,
            commands: """
                preview 2
                press Copy the hash 2
                search GARDEN
                select 1
                back
                press Check out 1
                press 1
                quit

                """,
            seen: [
                "1. Harvest", "Water the plants; $(rm -rf x) {q}", "+Water the plants",
                "3b201ff1adf87a610d3bdb9a790233730b9aa593",
                "search: GARDEN\n 1. Add the garden", "commit ba54028974ed", "! Check out this commit?",
                "Checked out ba54028974ed",
            ], fixtures: "repository"),
        Application(
            name: "repositories", program: "repositories.mjs", mostLines: 35, options: ["-f", "offline"],
            commands: """
                search a
                more
                select 31
                press 1
                back
                quit

                """,
            seen: [
                "search: a", "30. ", "more rows", "60. ", "[1 Open its page]", "opened https://", "== Repositories ==",
            ]),
    ]

    private let folder: TemporaryFolder
    private var environment: [String: String] {
        ["XDG_RUNTIME_DIR": folder.path, "TMPDIR": folder.path, "BROWSER": "true"]
    }

    init() throws { folder = try TemporaryFolder() }

    /// A copy of the application with its library and the data of its tests: the user's folder.
    private func copy(_ application: Application) throws -> String {
        let place = folder.path + "/" + application.name
        let source = Checkout.path("Tests/Applications/" + application.name)
        let fixtures = source + "/" + (application.fixtures ?? "tests/fixtures")
        try require(Command.run(["cp", "--recursive", "--dereference", source, place]).status == 0)
        if FileManager.default.fileExists(atPath: fixtures) {
            try require(Command.run(["cp", "--recursive", fixtures + "/.", place]).status == 0)
        }
        return place
    }

    private func viperline(_ words: [String], in place: String, input: String = "") throws -> Command.Result {
        try Command.run(
            [Products.executable("viperline")] + words, input: input, environment: environment, folder: place)
    }

    /// A program of `viperline app`: what is ended is the chosen process, and a process that has its number since is not.
    @Test func aProcessIsEndedAndNoOther() throws {
        let program = Checkout.path("Tests/Applications/processes/processes.py")
        let lines = try String(contentsOfFile: program, encoding: .utf8).split(separator: "\n")
        #expect(lines.filter { !$0.isEmpty && !$0.hasPrefix("#") }.count <= 20)
        let name = "h" + folder.url.lastPathComponent.suffix(8)
        try require(Command.run(["install", "/bin/sleep", folder.path + "/" + name]).status == 0)
        let chosen = try ChildProcess([folder.path + "/" + name, "600"])
        let other = try ChildProcess(["sleep", "601"])
        defer { for process in [chosen, other] { kill(process.pid, SIGKILL) } }
        let stale = try Command.run([program, "press", "end", "\(other.pid)-1"])
        expect(stale.status == 0 && kill(other.pid, 0) == 0)
        let result = try Command.run(
            [Products.executable("viperline"), "app", "--linear", "--", program],
            input: "search \(name)\nsort pid\npress end 1\npress 1\nquit\n", environment: environment)
        expect(result.diagnostics, contains: "Told to end", "\(result.diagnostics)")
        expect(chosen.wait(), equals: 128 + SIGTERM)
        expect(kill(other.pid, 0), equals: 0)
    }

    /// Whatever its data is: each role that the applications are made of.
    @Test(
        arguments: [
            ("todo", ["application", "--", "python3", "todo.py"]),
            ("notes", ["application", "--", "python3", "notes.py"]),
            ("repositories", ["application", "--", "node", "repositories.mjs"]),
            ("processes", ["application", "--", "viperline-app", "--", "./processes.py"]),
            (
                "issues",
                ["presenter", "--scene", "issues", "--", "viperline-presenter", "--application", "compose.yaml"]
            ),
        ]) func itHoldsToTheProtocol(_ name: String, _ words: [String]) throws
    {
        let place = folder.path + "/" + name
        try require(
            Command.run(
                ["cp", "--recursive", "--dereference", Checkout.path("Tests/Applications/" + name), place]
            ).status == 0)
        let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
        let result = try Command.run(
            [Products.executable("viperline"), "conform", words[0], "--patience", "30"] + words.dropFirst(),
            environment: environment.merging(["PATH": "\(Products.folder.path):\(path)"]) { $1 }, folder: place)
        expect(
            result.status == 0 && result.output.contains("# all checks hold"), "\(result.output)\(result.diagnostics)")
    }

    /// Neither blank lines nor comments count.
    @Test(arguments: applications) func itIsShort(_ application: Application) throws {
        let path = Checkout.path("Tests/Applications/\(application.name)/\(application.program)")
        let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").filter { line in
            let line = line.trimmingCharacters(in: .whitespaces)
            return !line.isEmpty && !line.hasPrefix("#") && !line.hasPrefix("//")
        }
        #expect(lines.count <= application.mostLines)
        #expect(lines.allSatisfy { $0.count <= 140 })
    }

    @Test(arguments: applications) func itServesAScript(_ application: Application) throws {
        let result = try viperline(
            ["run", "."] + application.options, in: copy(application), input: application.commands)
        var rest = result.output[...]
        for text in application.seen {
            guard let place = rest.firstRange(of: text) else {
                Issue.record("\(text) is missing after the others: \(result.output)\(result.diagnostics)")
                return
            }
            rest = rest[place.upperBound...]
        }
    }

    /// In its own folder, where the library is a link to a file outside.
    @Test(arguments: applications.filter { $0.fixtures == nil }) func itsOwnTestsPass(_ application: Application) throws
    {
        let result = try viperline(["test"], in: Checkout.path("Tests/Applications/" + application.name))
        expect(result.status, equals: 0, "\(result.output)\(result.diagnostics)")
    }

    @Test func aTaskIsCompletedOnATerminal() throws {
        let place = try copy(Self.applications[0])
        let terminal = try Tmux(
            "cd \(place); PATH=\(Products.folder.path):$PATH; viperline run .; exec cat", environment: environment)
        try terminal.wait(for: "Water the plants")
        try terminal.type(" ")
        try terminal.type("d")
        let file = place + "/todo.txt"
        func tasks() -> String { (try? String(contentsOfFile: file, encoding: .utf8)) ?? "" }
        #expect(eventually { tasks().hasPrefix("x Call Ada @phone\nx Buy milk\n(A)") })
    }

    /// Nothing is lost or half written, and the text stays in the form.
    @Test func aSaveThatFailsLeavesTheFileAsItWas() throws {
        let place = try copy(Self.applications[0])
        try FileManager.default.createDirectory(atPath: place + "/todo.new", withIntermediateDirectories: true)
        let before = try String(contentsOfFile: place + "/todo.txt", encoding: .utf8)
        let result = try viperline(
            ["run", "."], in: place, input: "press add\nset text Buy stamps\nsubmit\npress 1\nagain\nquit\n")
        expect(result.output, contains: "Something went wrong", "\(result.output)")
        expect(result.output, contains: "todo.new")
        expect(result.output.components(separatedBy: "> again").last?.contains("Buy stamps"), equals: true)
        try expect(String(contentsOfFile: place + "/todo.txt", encoding: .utf8), equals: before)
    }

    /// Two sessions of one application write one after the other, and none on a row that the other has moved.
    @Test func twoSessionsLoseNothing() throws {
        let place = try copy(Self.applications[0])
        let commands = (1...20).map { "press add\nset text Task \($0)\nsubmit\n" }.joined() + "quit\n"
        let words = [Products.executable("viperline"), "run", "."]
        try folder.write(commands, to: "commands")
        for file in ["screen", "errors"] { try folder.write("", to: file) }
        let other = try ChildProcess(
            words, environment: environment, folder: place,
            streams: ["commands", "screen", "errors"].map { folder.path + "/" + $0 })
        let result = try Command.run(words, input: commands, environment: environment, folder: place)
        expect(result.status == 0 && other.wait() == 0)
        let lines = try String(contentsOfFile: place + "/todo.txt", encoding: .utf8).split(separator: "\n")
        expect(lines.count, equals: 3 + 40)
    }
}
