import Foundation
import TestSupport
import Testing

/// The programs of README.md and protocols/recipes.md run as they stand there.
@Suite struct PageProgramTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        let machine = Checkout.path("Tests/Pictures/machine")
        try require(Command.run(["cp", "--recursive", machine, folder.path + "/bin"]).status == 0)
    }

    /// - Parameter input: commands of linear mode.
    private func run(_ script: String, input: String = "") throws -> Command.Result {
        let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
        // Without a terminal, so that commands come from standard input.
        let result = try Command.run(
            ["setsid", "--wait", "bash", "-e", "-o", "pipefail", "-c", script], input: input,
            environment: [
                "PATH": "\(folder.path)/bin:\(Products.folder.path):\(path)", "XDG_RUNTIME_DIR": folder.path,
                "TMPDIR": folder.path,
            ], folder: folder.path)
        expect(result.status, equals: 0, "\(result.output)\(result.diagnostics)")
        return result
    }

    private func writeProgram(_ name: String, of page: PageBlocks) throws {
        try folder.writeExecutable(page.text(named: name), to: name)
    }

    /// With commands in the place of systemd's.
    @Test func theReadmesBoardRestartsAService() throws {
        let readme = try PageBlocks("README.md")
        try writeProgram("board.sh", of: readme)
        let read = try run(
            "viperline app --linear -- ./board.sh", input: "preview 3\nselect 4\nback\nquit\n"
        ).diagnostics
        expect(read, contains: "smtp.example: connection refused")
        expect(read, contains: "payments[412]: ready")
        let command = try require(readme.commands.first { $0.hasPrefix("printf ") && $0.contains("board.sh") })
        let restarted = try run(command).diagnostics
        for text in [
            " 3. Mail queue; State failed", "! Restart the service?", "* Restarted mailer.service",
            " 3. Mail queue; State running",
        ] { expect(restarted, contains: text) }
        try expect(folder.text(of: "bin/units.json"), lacks: "failed")
    }

    private static let repository = """
        git init --quiet
        git config user.name Ada
        git config user.email ada@mail.example
        echo 'read me' >notes.txt
        git add notes.txt
        git commit --quiet --message notes
        git branch fix-parser
        """

    @Test func aBranchIsChosen() throws {
        _ = try run(Self.repository)
        let page = try PageBlocks("protocols/recipes.md")
        _ = try run(page.text(named: "switch"), input: "search fix\nselect 1\n")
        expect(try run("git branch --show-current").output, equals: "fix-parser\n")
    }

    @Test func aFileIsChosen() throws {
        _ = try run(Self.repository)
        let page = try PageBlocks("protocols/recipes.md")
        let read = try run(page.text(named: "read"), input: "select 1\n")
        expect(read.output, equals: "read me\n")
    }

    @Test func aLogIsSearched() throws {
        try writeProgram("logs.py", of: PageBlocks("protocols/recipes.md"))
        try folder.write(
            """
            10:00:01 INFO web: started
            10:04:05 WARN payments: the card service is slow
            10:04:09 ERROR payments: order 1187: timed out
            Traceback: CardTimeout

            10:05:00 ERROR mailer: connection refused

            """, to: "app.log")
        let text = try run(
            "viperline app --linear -- ./logs.py app.log",
            input: "press Error\nsearch ORDER\nselect 1\nback\npress Warn\nsearch\nquit\n"
        ).diagnostics
        let start = " 6. 10:00:01; Level INFO; Message web: started\n"
        expect(text, contains: start)
        let errors = try require(text.components(separatedBy: "> press Error\n").dropFirst().first)
        expect(errors, contains: " 2. 10:04:09; Level ERROR")
        let found = try require(errors.components(separatedBy: "> search ORDER\n").dropFirst().first)
        expect(found, contains: " 1. 10:04:09; Level ERROR (danger); Message payments: order 1187: timed out\n")
        expect(found, contains: "10:04:05 WARN payments: the card service is slow\n")
        expect(found, contains: "Traceback: CardTimeout\n")
        expect(found, contains: " 1. 10:04:05; Level WARN (warning); Message payments: the card service is slow\n")
    }

    @Test func anApplicationPrintsItsDataForAPipe() throws {
        let page = try PageBlocks("protocols/recipes.md")
        for file in ["compose.yaml", "viperline.py"] {
            let ours = Checkout.path("Tests/Applications/tickets/\(file)")
            try folder.write(String(contentsOfFile: ours, encoding: .utf8), to: file)
        }
        try folder.write(page.text(named: "app.py"), to: "app.py")
        try folder.write(#"[{"title": "Water the plants"}, {"title": "Call Ada"}]"#, to: "tasks.json")
        expect(try run(page.text(named: "export")).output, equals: "Water the plants\nCall Ada\n")
        let session = try run("viperline run .", input: "search ADA\nquit\n").output
        expect(session, contains: "search: ADA\n 1. Call Ada\n")
    }

    @Test func aVersionIsDeployed() throws {
        let page = try PageBlocks("protocols/recipes.md")
        try writeProgram("deploy.sh", of: page)
        _ = try run("mkdir -p releases/1.4 releases/1.5")
        try folder.writeProgram("echo \"$*\" >>steps", to: "step")
        let result = try run(page.text(named: "deploy"))
        expect(result.diagnostics, contains: "* 1.5 is on live\n")
        try expect(folder.text(of: "steps"), equals: "unpack 1.5 live\nstop 1.5 live\nstart 1.5 live\n")
    }
}
