import Foundation
import TestSupport
import Testing

/// Command lines of fzf's README, its ADVANCED page and its wiki, with `viperline app` in place of `fzf`: protocols/picking.md has the
/// same list, and the command lines that differ.
@Suite struct PickedLinesTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    struct Line: Sendable, CustomTestStringConvertible {
        let options: [String]
        var input = "alpha\nbeta\ngamma\n"
        /// Of linear mode; they are in the place of keys.
        var commands = ""
        let output: String
        var status: Int32 = 0

        init(
            _ options: [String], input: String = "alpha\nbeta\ngamma\n", keys commands: String = "", _ output: String,
            _ status: Int32 = 0
        ) {
            (self.options, self.input, self.commands, self.output, self.status) = (
                options, input, commands, output, status
            )
        }

        var testDescription: String { options.joined(separator: " ") }
    }

    private static let files = "src/core.go\ncore.rb\ncore.c\nmusic/fire.mp3\nmusic/sbtrkt.mp3\n"
    private static let path = String(repeating: "folder/", count: 80)
    private static let processes = "UID PID CMD\nroot 1 init\nada 22 vim\nada 333 sh\n"

    /// What only the options decide.
    static let headless: [Line] = [
        // README: the search syntax
        Line(["-f", "^music .mp3$ sbtrkt !fire"], input: files, "music/sbtrkt.mp3\n"),
        Line(["-f", "^core go$ | rb$ | py$"], input: files, "core.rb\n"),
        Line(["--exact", "-f", "core.g"], input: files, "src/core.go\n"),
        Line(["-e", "-f", "cg"], input: files, "", 1),
        Line(["-e", "-f", "'cg"], input: files, "src/core.go\n"),
        Line(["-f", "nothing"], "", 1),
        Line(["--filter", "a", "--print-query", "--no-sort"], "a\nalpha\nbeta\ngamma\n"),
        Line(["--tac", "-f", ""], "gamma\nbeta\nalpha\n"),
        Line(["+x", "-f", "!a"], input: "b!a\nc\n", "b!a\n"),
        Line(["+i", "-f", "A"], "", 1),
        Line(["-i", "-f", "ALP"], "alpha\n"),
        Line(["--tiebreak=index", "-f", "a"], input: "bbba\nba\n", "bbba\nba\n"),
        Line(["--read0", "--print0", "-f", "b"], input: "a\nb\0c\0", "a\nb\0"),
        Line(["--delimiter", ":", "--nth", "3..", "-f", "x"], input: "x:1:a\ny:2:x\n", "y:2:x\n"),
        Line(["-d", "\\t", "-n", "2", "-f", "x"], input: "x\ta\ny\tx\n", "y\tx\n"),
        Line(["--nth=1,2", "-f", "c"], input: "a b c\nc d e\n", "c d e\n"),
        Line(["--nth", "-1", "-f", "c"], input: "a b c\nc d e\n", "a b c\n"),
        Line(["--with-nth", "2..", "-f", "a"], input: "a b c\nc a e\n", "c a e\n"),
        Line(["--accept-nth", "2", "--header-lines", "1", "-f", "ada"], input: processes, "22\n333\n"),
        Line(["--ansi", "-f", "be"], input: "\u{1B}[31mbeta\u{1B}[0m\n", "beta\n"),
        // What users paste, and what the ends of rows have.
        Line(["-f", "^\(path)$"], input: "\(path)x\n\(path)\n", "\(path)\n"),
        Line(["-f", "z$"], input: "\(path)\(path)z\nq\n", "\(path)\(path)z\n"),
        Line(["-f", "b$"], input: "a\r\nb\r\n", "b\r\n"),
        Line(["-f", "'foo'"], input: "foo bar\nfoobar\n", "foo bar\n"),
        Line(["-f", "cafe"], input: "cafe\u{301}\ncafé\n", "cafe\u{301}\ncafé\n"),
        Line(["-f", "-x"], input: "-x\nb\n", "-x\n"),
        Line(["--ansi", "-f", "notes"], input: "\u{1B}[1mnotes.txt\u{1B}(B\u{1B}[m\n", "notes.txt\n"),
        Line(["-1", "-q", "two"], input: "[\"INFO\"] one\n[\"INFO\"] two\n", "[\"INFO\"] two\n"),
        // wiki: fs, docker, vg: a query that decides
        Line(["--query=be", "--select-1", "--exit-0"], "beta\n"),
        Line(["-1", "-q", "gam"], "gamma\n"),
        Line(["-0", "-1", "-q", "nothing"], "", 1),
        Line(["-q", "nothing", "-0", "--print-query"], "nothing\n", 1),
        Line(["-q", "al", "-1", "--print-query"], "al\nalpha\n"),
    ]

    /// What a user chooses.
    static let chosen: [Line] = [
        // README, ADVANCED: ps -ef | fzf
        Line([], keys: "search be\nselect 1\n", "beta\n"),
        Line([], keys: "quit\n", "", 130),
        Line(["--print0"], keys: "select 2\n", "beta\0"),
        Line(
            ["--header-lines=1", "--height=50%", "--layout=reverse"], input: processes, keys: "select 2\n",
            "ada 22 vim\n"),
        Line(["--height", "40%", "--reverse"], keys: "select 1\n", "alpha\n"),
        Line(["--multi", "--reverse", "--prompt=doge> "], keys: "mark 3\nmark 1\nselect 1\n", "alpha\ngamma\n"),
        Line(["-m", "--reverse", "--header-lines=3"], input: "1\n2\n3\n4\n", keys: "select 1\n", "4\n"),
        Line(
            ["--no-multi", "--ansi", "--accept-nth=1", "--query=b"], input: "a 1\n\u{1B}[1mb\u{1B}[m 2\n",
            keys: "select 1\n", "b\n"),
        Line(
            ["--read0", "--print0", "--ansi", "--header-lines=1"], input: "total\0a\nb\0", keys: "select 1\n", "a\nb\0"),
        Line(["--disabled", "--query", "x"], keys: "select 3\n", "gamma\n"),
        // wiki: fh, fcoc, fcs, z, asdf, docker
        Line(["+s", "--tac"], keys: "search a\nselect 1\n", "gamma\n"),
        Line(["--tac", "+s", "+m", "-e"], keys: "search am\nselect 1\n", "gamma\n"),
        Line(["--tac", "+s", "+m", "-e", "--ansi", "--reverse"], keys: "select 1\n", "gamma\n"),
        Line(["--ansi", "--no-sort", "--reverse", "--tiebreak=index"], keys: "search a\nselect 2\n", "beta\n"),
        Line(
            ["--height", "40%", "--nth", "2..", "--reverse", "+s", "--tac", "--query", "a"], input: "a 1\n2 a\n",
            keys: "select 1\n", "2 a\n"),
        Line(["-q", "a", "--no-sort", "-m", "--tac"], keys: "mark 1\nmark 3\nselect 1\n", "gamma\nalpha\n"),
        Line(["+m", "-q", "ga"], keys: "select 1\n", "gamma\n"),
        Line(["--cycle", "--header", "Choose one"], keys: "select 1\n", "alpha\n"),
        Line(["--print-query"], keys: "search et\nselect 1\n", "et\nbeta\n"),
    ]

    @Test(arguments: headless) func anOptionDecidesAsInFzf(_ line: Line) throws {
        let result = try Command.run(
            [Products.executable("viperline"), "app"] + line.options, input: line.input, environment: environment)
        expect(result.output == line.output && result.status == line.status, "\(result.diagnostics)")
    }

    @Test(arguments: chosen) func aChoiceIsPrintedAsInFzf(_ line: Line) throws {
        try folder.write(line.input, to: "rows")
        let words =
            [Products.executable("viperline"), "app", "--linear"] + line.options + ["--", "cat", folder.path + "/rows"]
        let result = try Command.run(words, input: line.commands, environment: environment)
        expect(result.output == line.output && result.status == line.status, "\(result.diagnostics)")
    }

    private var environment: [String: String] { ["XDG_RUNTIME_DIR": folder.path, "TMPDIR": folder.path] }

    /// On a terminal: the first frame has the query, and the sign before it.
    @Test func aQueryIsThereToBeginWith() throws {
        try folder.write("alpha\nbeta\ngamma\n", to: "rows")
        let tmux = try Tmux(
            "cd \(folder.path); PATH=\(Products.folder.path):$PATH; "
                + "viperline app -q a --cycle --prompt 'pick> ' --header 'Greek letters' < rows; exec cat",
            environment: environment)
        try tmux.wait(for: "the rows") {
            $0.contains("pick> a") && $0.contains("Greek letters") && $0.contains("▸ alpha")
        }
        try tmux.send("Up")
        try tmux.wait(for: "the last row follows the first") { $0.contains("▸ gamma") }
        try tmux.send("C-n")
        try tmux.wait(for: "the first row follows the last") { $0.contains("▸ alpha") }
        try tmux.type("m")
        try tmux.wait(for: "the query") { $0.contains("pick> am") && $0.contains("▸ gamma") }
        try tmux.send("Enter")
        try tmux.wait(for: "the choice") { !$0.isAlternate && $0.contains("gamma") }
    }

    @Test(arguments: [
        (["-d", "[:,"], "[:,"), (["-n", "0"], "0"), (["-m", "x"], "x"), (["--tiebreak", "index,length"], "index"),
        (["--multti"], "Did you mean '--multi'?"), (["--bordr"], "Did you mean '--border'?"),
        (["--gap", "x"], "lines"),
        (["--color", "foo:1"], "base scheme"), (["--wrap=line"], "neither char nor word"),
        (["--min-height", "x"], "--min-height"),
        (["--print-query", "--open", "cat"], "--print-query"),
    ]) func anOptionThatCannotBeIsRefused(_ options: [String], _ reason: String) throws {
        let result = try Command.run(
            [Products.executable("viperline"), "app"] + options, input: "a\n", environment: environment)
        expect(result.status == 64 && result.diagnostics.contains(reason), "\(result.diagnostics)")
    }

    /// The shell's command, its exit code, and what is on standard error.
    @Test(arguments: [
        ("viperline app < /", 69, "is a folder"), ("viperline app -f x < /", 69, "directory"),
        (": | viperline app --linear", 1, "standard input has no rows"),
        ("viperline app --linear -- true", 1, "true has printed none"),
        ("viperline app --linear -- sh -c 'echo no bus >&2; echo x >&2'", 1, "has printed none\n    no bus\n    x\n"),
        (": | viperline app --linear -0", 1, ""), ("viperline app -f", 64, "Missing value"),
        ("seq 3 | viperline app --title", 64, "Missing value"),
        ("seq 3 | viperline app --open -x", 64, "write '--open=-x'"),
        ("seq 3 | viperline app --every x", 64, "such as 5s"),
        ("seq 3 | viperline app --choose --lines", 64, "exclude"),
    ]) func theReasonIsTold(_ command: String, _ status: Int, _ reason: String) throws {
        let line = "PATH=\(Products.folder.path):$PATH; \(command)"
        let result = try Command.run(["sh", "-c", line], input: "", environment: environment)
        expect(Int(result.status) == status && result.output == "", "\(result.diagnostics)")
        expect(reason.isEmpty ? !result.diagnostics.contains("rows") : result.diagnostics.contains(reason))
    }

    /// The program that starts this one may have made its input so: then a read does not wait. The reader is waited for, row by row.
    @Test func anInputMayBeReadWithoutWaiting() throws {
        let script = """
            import fcntl, os, subprocess
            reading, writing = os.pipe()
            fcntl.fcntl(reading, fcntl.F_SETFL, os.O_NONBLOCK)
            filter = subprocess.Popen(["\(Products.executable("viperline"))", "app", "+s", "-f", "b"], stdin=reading, stdout=subprocess.PIPE)
            for row in (b"b\\n", b"bb\\n"):
                os.write(writing, b"a\\n" + row)
                print(filter.stdout.readline())
            os.close(writing)
            print(filter.wait())
            """
        let result = try Command.run(["python3", "-c", script], environment: environment)
        expect(result.output, equals: "b'b\\n'\nb'bb\\n'\n0\n", "\(result.diagnostics)")
    }
}
