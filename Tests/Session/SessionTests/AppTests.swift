import Foundation
import TestSupport
import Testing

/// `viperline app`: whole sessions of one program.
@Suite struct AppTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private var environment: [String: String] { ["XDG_RUNTIME_DIR": folder.path, "TMPDIR": folder.path] }
    private static var viperline: String { Products.executable("viperline") }

    /// In linear mode, with these commands.
    private func app(_ options: [String] = [], _ command: [String] = [], commands: String = "") throws -> Command.Result
    {
        try Command.run(
            [Self.viperline, "app", "--linear"] + options + (command.isEmpty ? [] : ["--"] + command),
            input: commands, environment: environment)
    }

    /// A terminal with a shell that runs the line.
    private func terminal(_ line: String) throws -> Tmux {
        try Tmux(
            "cd \(folder.path); PATH=\(Products.folder.path):$PATH; \(line); exec cat", environment: environment)
    }

    // MARK: Screens that come back

    private static let tasks = #"""
        import json, os, sys
        verb, *words = sys.argv[1:] or ["search", os.environ["VIPERLINE_QUERY"]]
        lines = open("todo.txt").read().splitlines()
        if verb == "search":
            rows = [{"id": str(number), "title": line} for number, line in enumerate(lines) if words[0] in line]
            keys = [{"control": "edit", "title": "Edit", "key": "e", "row": True}]
            print(json.dumps({"title": "To do", "prompt": "Find", "rows": rows, "keys": keys}))
        elif verb == "press":
            field = {"id": "text", "label": "Task", "kind": "text", "value": lines[int(words[1])]}
            print(json.dumps({"title": "Task", "push": True, "parts": [{"form": {"id": "edit", "fields": [field]}}]}))
        elif verb == "submit":
            lines[int(os.environ["VIPERLINE_ROW"])] = json.load(sys.stdin)["values"]["text"]
            open("todo.txt", "w").write("".join(line + "\n" for line in lines))
            print(json.dumps({"back": True, "notice": "Saved"}))
        """#

    /// A script finds the saved task in the list at once, below the search that it had.
    @Test func aSavedFormLeadsBackToAFreshList() throws {
        try folder.write(Self.tasks, to: "todo.py")
        try folder.write("water plants\ncall Ada\nwalk\n", to: "todo.txt")
        let commands = "search wa\npress Edit 1\nset Task water all plants\nsubmit\npress Edit 2\nback\nwhere\n"
        let result = try Command.run(
            [Self.viperline, "app", "--linear", "--", "python3", "todo.py"], input: commands, environment: environment,
            folder: folder.path)
        expect(result.status, equals: 0, "\(result.diagnostics)")
        let saved = result.diagnostics.components(separatedBy: "> submit\n").last ?? ""
        expect(saved, contains: "== To do ==\nsearch: wa\n 1. water all plants\n", "\(result.diagnostics)")
        expect(saved.contains("* Saved") && saved.contains("> back\n== To do =="))
        try expect(folder.text(of: "todo.txt"), equals: "water all plants\ncall Ada\nwalk\n")
    }

    // MARK: Before the first row

    /// A terminal, and a program that prints what the pipe gets.
    private func slow(_ line: String) throws -> (Tmux, give: (String) -> Void, writer: Int32) {
        let pipe = folder.path + "/pipe"
        try require(mkfifo(pipe, 0o600) == 0)
        let writer = open(pipe, O_RDWR | O_CLOEXEC)
        let tmux = try terminal("x=$(\(line)); echo \"ended with $? [$x]\"")
        return (tmux, { _ = write(writer, $0, $0.utf8.count) }, writer)
    }

    /// Keys are those of the list that comes, or of the screen, and not of one in between; `q` is a letter of what is typed.
    @Test(
        arguments: [
            ("viperline app < pipe", "sun\nquartz\n", "> q", "ended with 0 [quartz]"),
            ("viperline app -q u < pipe", "sun\nquartz\nlaquer\n", "> u", "ended with 0 [laquer]"),
            ("viperline app -- cat pipe", "sun\nquartz\n", "^C quit", "ended with 0 [quartz]"),
            ("viperline app --choose -- cat pipe", #"["sun","quartz"]"#, "> q", "ended with 0 [quartz]"),
        ])
    func textBeforeTheRowsFiltersThem(_ line: String, _ rows: String, _ before: String, _ end: String) throws {
        let (tmux, give, writer) = try slow(line)
        defer { close(writer) }
        try tmux.wait(for: "the view") { $0.isAlternate && ($0.contains("quit") || $0.contains("esc leave")) }
        try tmux.type(line.contains("-q u") ? "er" : "q")
        try tmux.wait(for: "the text, or nothing") { $0.isAlternate && $0.contains(before) }
        give(rows)
        try tmux.wait(for: "the row") { $0.contains("▸ ") && !$0.contains("sun") }
        try tmux.send("Enter")
        try tmux.wait(for: "the end") { $0.contains(end) }
    }

    /// Whoever leaves before a row or a screen has chosen nothing; an application that is left has ended well.
    @Test(
        arguments: [
            ("viperline app < pipe", "", "Escape", 130), ("viperline app -- cat pipe", "", "C-c", 130),
            ("viperline app -- cat pipe", "sun\n", "Escape", 130),
            ("viperline app -- cat pipe", "{\"text\":\"sun\"}", "q", 0),
        ] as [(String, String, String, Int)])
    func leavingBeforeTheRowsIsNoChoice(_ line: String, _ rows: String, _ key: String, _ status: Int) throws {
        let (tmux, give, writer) = try slow(line)
        defer { close(writer) }
        try tmux.wait(for: "the view") { $0.isAlternate && ($0.contains("quit") || $0.contains("esc leave")) }
        give(rows)
        if !rows.isEmpty { try tmux.wait(for: "sun") }
        try tmux.send(key)
        try tmux.wait(for: "the end") { $0.contains("ended with \(status) []") }
    }

    // MARK: Files

    /// Regression: at each write to a file that the command names, the role was replaced.
    @Test func noFileIsWatched() throws {
        try FileManager.default.createDirectory(atPath: folder.path + "/data", withIntermediateDirectories: false)
        let log = try folder.write("one\n", to: "data/log").path
        let tmux = try terminal("viperline app --every 1s -- cat \(log)")
        try tmux.wait(for: "▸ one")
        let described = try Command.run([Self.viperline, "ps", "--json"], environment: environment)
        let role = try require(described.output.firstMatch(of: /"name":"app","output":{[^}]*},"pid":(\d+)/)?.1)
        let status = try String(contentsOfFile: "/proc/\(role)/status", encoding: .utf8)
        let session = try require(status.firstMatch(of: /PPid:\s*(\d+)/)?.1)
        let descriptors = try FileManager.default.contentsOfDirectory(atPath: "/proc/\(session)/fdinfo")
        let watches = descriptors.compactMap {
            try? String(contentsOfFile: "/proc/\(session)/fdinfo/\($0)", encoding: .utf8)
        }
        .filter { $0.contains("inotify wd") }
        // The session watches its own folder; the file's folder, or the file, it does not.
        let files = try [log, folder.path + "/data"].map {
            let number = try FileManager.default.attributesOfItem(atPath: $0)[.systemFileNumber] as? UInt64
            return "ino:\(String(try require(number), radix: 16)) "
        }
        let watched = files.filter { file in watches.contains { $0.contains(file) } }
        expect(watched, equals: [])
    }

    // MARK: Lists

    @Test(
        arguments: [
            ("select 2\n", "beta\n", 0), ("search gm\nselect 1\n", "gamma\n", 0),
            ("mark 3\nmark 1\nselect 1\n", "al pha\ngamma\n", 0), ("quit\n", "", 130), ("", "", 130),
            ("search nothing\nquit\n", "", 130),
        ] as [(String, String, Int32)])
    func whatIsChosenIsTheOutput(_ commands: String, _ output: String, _ status: Int32) throws {
        let result = try app([], ["printf", #"al pha\nbeta\ngamma"#], commands: commands)
        expect(result.output == output && result.status == status, "\(result.diagnostics)")
        expect(result.diagnostics, contains: " 1. al pha", "the transcript")
    }

    @Test func anEmptyListEndsAtOnce() throws {
        let result = try app([], ["true"])
        expect(result.status == 1 && result.output == "")
    }

    @Test func aFailureIsShownWithItsLastWords() throws {
        let result = try app(
            [], ["sh", "-c", "echo one; echo \"no such thing\" >&2; exit 3"], commands: "press 2\nselect 1\n")
        expect(result.status == 69 && result.output == "one\n", "\(result.diagnostics)")
        expect(result.diagnostics, contains: "no such thing")
        expect(result.diagnostics, contains: "It ended with exit code 3.")
        let missing = try app([], ["sed5"])
        expect(missing.status == 69 && missing.output == "")
        expect(missing.diagnostics, contains: #"command "sed5" not found (did you mean "sed"?)"#)
    }

    /// A list on a terminal, inside of a pipeline: the screen is on the terminal, what is chosen in the pipe.
    @Test func aListIsPickedFromInAPipeline() throws {
        try folder.write("al pha\nbe\u{1B}[31mta\n-rf\n", to: "rows")
        let tmux = try terminal("chosen=$(viperline app < rows); echo \"$? $chosen\" | od -An -c")
        try tmux.wait(for: "the rows") { $0.isAlternate && $0.contains("1/3") }
        try tmux.type("bt")
        try tmux.send("Enter")
        try tmux.wait(for: "the bytes") { $0.contains(#"0       b   e 033   [   3   1   m   t   a  \n"#) }
    }

    /// The role dies while the rows still come: its successor has those that nobody can give again.
    @Test func rowsOfAPipeSurviveTheRole() throws {
        let pipe = folder.path + "/pipe"
        try require(mkfifo(pipe, 0o600) == 0)
        let writer = open(pipe, O_RDWR | O_CLOEXEC)
        defer { close(writer) }
        func give(_ text: String) { _ = write(writer, text, text.utf8.count) }
        let tmux = try terminal("viperline app < pipe > chosen; echo \"ended with $? $(cat chosen)\"")
        give("alpha\nbe")
        try tmux.wait(for: "the first row") { $0.contains("1/1") }
        let described = try Command.run([Self.viperline, "ps", "--json"], environment: environment)
        let role = try require(described.output.firstMatch(of: /"name":"app","output":{[^}]*},"pid":(\d+)/)?.1)
        try require(kill(Int32(role) ?? 0, SIGKILL) == 0)
        give("ta\ngamma\n")
        try tmux.wait(for: "the others") { $0.contains("1/3") && $0.contains("  beta") }
        try tmux.type("gm")
        try tmux.send("Enter")
        try tmux.wait(for: "the end") { $0.contains("ended with 0 gamma") }
    }

    /// `-rf` is no option of the program, and the row is one argument.
    @Test(
        arguments: [
            ("printf -- '<%s>'", "2", "<-rf><x; touch owned>", 0),
            ("printf '<%s>' a{}b", "2", "<a-rfb><ax; touch ownedb>", 0),
            ("printf '<%s>'", "2", "", 65),
        ] as [(String, String, String, Int32)])
    func aRowIsOneArgument(_ open: String, _ row: String, _ output: String, _ status: Int32) throws {
        try folder.write("-rf\nx; touch owned\n", to: "rows")
        let result = try app(
            ["--open", open], ["cat", folder.path + "/rows"], commands: "mark 1\nmark 2\nselect 2\n")
        expect(result.output == output && result.status == status, "\(result.diagnostics)")
        #expect(!FileManager.default.fileExists(atPath: folder.path + "/owned"))
        if status == 65 { expect(result.diagnostics, contains: #""-rf" begins with -"#) }
    }

    /// Regression: `x; touch owned` was run by `sh -c "echo {}"`, although a row is never part of a shell line.
    @Test(arguments: [
        "sh -c 'echo {}'", "sh -c", "/bin/bash -ec 'echo {}'", "bash -o pipefail -c 'echo {}'",
        "bash -euo pipefail -c 'x {}'", "env A=1 sh -c 'echo {}'", "sudo -u ada sh -c 'echo {}'", "busybox sh -c {}",
        "zsh --emulate sh -c 'echo {}'", "sh -c -- 'echo {}'", "sh -c -e 'echo {}'", "sh -{} x",
        "xargs sh -c 'echo a{}b'", "python3 -c 'print({})'", "python3.12 -Ic{}", "python3 -W ignore -c {}",
        "perl -ne 'print {}' x", "perl -E {}", "ruby -e {}", "node --eval={}", "node -r x -e {}", "php -r {}",
        "awk {} file", "gawk -F , {} file", "sed -n s/{}/x/ file", "ssh host cat {}", "ssh -p 22 host cat",
        "ssh -o ProxyCommand={} host", "su ada -c 'echo {}'", "su --comm={}", "env -S 'sh {}'", "watch cat {}",
        "parallel {}", "vim -c {} x", "vim +{} x", "fish --command 'echo {}'", "find . -exec sh -c 'echo {}' ;",
    ])
    func aRowIsNoCode(_ open: String) throws {
        let result = try Command.run(
            [Self.viperline, "app", "--open", open, "--", "echo", "x"], environment: environment)
        expect(result.status, equals: 64)
        expect(result.diagnostics, contains: "so a row in it would be run", "\(result.diagnostics)")
    }

    /// Regression: vim ran a file named `+!touch owned`; and the `--` of `env` let a row be the shell's `-c`.
    @Test(arguments: [
        ("vim", "+!touch owned", ""), ("less a {}", "+!touch owned", ""), ("env -- sh", "-c", "touch owned"),
        ("env -- vim", "+!touch owned", ""),
    ])
    func aRowIsNoOptionOfAKnownProgram(_ open: String, _ first: String, _ second: String) throws {
        try folder.write("\(first)\n\(second)\n", to: "rows")
        let result = try app(
            ["--open", open], ["cat", folder.path + "/rows"], commands: "mark 1\nmark 2\nselect 2\n")
        expect(result.status == 65 && result.diagnostics.contains("\"\(first)\" begins with"), "\(result.diagnostics)")
    }

    @Test(arguments: [
        ("sh -c 'printf %s \"$1\"' sh {}", "x; touch owned"), ("sh -c 'printf %s \"$0\"'", "x; touch owned"),
        ("bash -euo pipefail -c 'printf %s \"$1\"' sh", "x; touch owned"), ("printf %s sh{}", "shx; touch owned"),
        ("env -u A printf %s {}", "x; touch owned"), ("perl -e 'print $ARGV[0]' {}", "x; touch owned"),
        ("awk 'BEGIN {printf \"%s\", ARGV[1]}' {}", "x; touch owned"),
        ("python3 -c 'import sys; sys.stdout.write(sys.argv[1])' {}", "x; touch owned"),
    ])
    func aRowIsAnArgumentOfCode(_ open: String, _ output: String) throws {
        try folder.write("x; touch owned\n", to: "rows")
        let result = try app(["--open", open], ["cat", folder.path + "/rows"], commands: "select 1\n")
        expect(result.output, equals: output, "\(result.diagnostics)")
        #expect(!FileManager.default.fileExists(atPath: folder.path + "/owned"))
    }

    /// The role alone, as any other: it finishes what it has begun. Its last line needs no line feed.
    @Test(arguments: [
        "viperline-router --root screen </dev/null", #"printf %s "$(viperline-router --root screen </dev/null)""#,
    ])
    func theRoleIsAFilter(_ input: String) throws {
        let program = "sh -c 'echo a; sleep 0.05; echo b'"
        let result = try Command.run(
            ["sh", "-c", "PATH=\(Products.folder.path):$PATH; \(input) | viperline-app -- \(program)"])
        expect(result.status, equals: 0, "\(result.diagnostics)")
        expect(result.lines.last?.contains(#""title":"b""#), equals: true, "\(result.output)")
    }

    // MARK: Screens

    /// The example of protocols/app.md, as it stands there.
    @Test func theSearchOfThePageRuns() throws {
        let page = try String(contentsOfFile: Checkout.path("protocols/app.md"), encoding: .utf8)
        let example = try require(page.firstMatch(of: /```python\n((?s).*?)```/)?.1)
        try folder.write(String(example), to: "packages.py")
        let recording = folder.path + "/session.ndjson"
        let result = try Command.run(
            [Self.viperline, "app", "--linear", "--record", recording, "--", "python3", folder.path + "/packages.py"],
            input: "search dash\nselect 1\npress 1\nback\nquit\n",
            environment: environment.merging(["BROWSER": "true"]) { $1 })
        expect(result.status == 0 && result.output == "", "\(result.diagnostics)")
        expect(result.diagnostics, contains: "== Packages ==\nsearch: dash\n 1. dash")
        expect(result.diagnostics, contains: "== dash ==\nPOSIX-compliant shell")
        expect(result.diagnostics, contains: "> press 1\nopened http")
        let verified = try Command.run(
            [Self.viperline, "verify", "view", recording, "--patience", "60"], environment: environment)
        expect(verified.status, equals: 0, "\(verified.output + verified.diagnostics)")
    }

    @Test func aProgramMayKeepRunning() throws {
        try folder.write(
            """
            echo '{"title":"Echo","prompt":"Say something","rows":["a"]}'
            while read -r line; do echo "$line" | sed 's/.*"query":"\\([a-z]*\\)".*/{"title":"Echo","prompt":"More","text":"You said \\1."}/'; done
            """, to: "echo.sh")
        let result = try app([], ["sh", folder.path + "/echo.sh"], commands: "search hello\nsearch again\nquit\n")
        expect(result.status, equals: 0, "\(result.diagnostics)")
        expect(result.diagnostics.contains("You said hello.") && result.diagnostics.contains("You said again."))
    }

    /// The older call has started another process, and either neither heeds SIGTERM, or only the call itself does (regression: the
    /// other then lived on).
    @Test(arguments: [
        "trap '' TERM; sleep 1000 & echo $! >$pid; wait; sleep 1000",
        "sh -c 'trap \"\" TERM; echo $$ >$pid; exec sleep 1000' & wait",
    ])
    func aNewerActionEndsTheOlderWithAllThatItHasStarted(_ older: String) throws {
        try folder.write(
            """
            case $1-$2 in
            search-slow) export pid='\(folder.path)/pid'; \(older);;
            *) echo '{"prompt":"Find","rows":["'$2'"]}';;
            esac
            """, to: "program")
        let input = folder.path + "/events"
        try require(mkfifo(input, 0o600) == 0)
        let writer = open(input, O_RDWR | O_CLOEXEC)
        defer { close(writer) }
        let streams = try ["out", "err"].map { try folder.write("", to: $0).path }
        let role = try ChildProcess(
            [Products.executable("viperline-app"), "--", "sh", folder.path + "/program"],
            streams: [input] + streams)
        defer { kill(role.pid, SIGKILL) }
        func give(_ text: String) { _ = write(writer, text + "\n", text.utf8.count + 1) }
        func shows(_ text: String) -> Bool { eventually { (try? folder.text(of: "out"))?.contains(text) == true } }
        give(#"{"type":"router.output.didNavigate","data":{"stack":[{"scene":"screen-1","name":"screen"}]}}"#)
        #expect(shows(#""rows":[{"id":"","#))
        give(#"{"type":"view.output.didSearch","subject":"screen-1","id":"view-1","data":{"query":"slow"}}"#)
        #expect(eventually { (try? folder.text(of: "pid"))?.hasSuffix("\n") == true })
        let sleeping = try require(pid_t(try folder.text(of: "pid").trimmingCharacters(in: .newlines)))
        give(#"{"type":"view.output.didSearch","subject":"screen-1","id":"view-2","data":{"query":"fast"}}"#)
        #expect(shows(#""rows":[{"id":"fast""#))
        #expect(
            eventually { kill(sleeping, 0) != 0 || !FileManager.default.fileExists(atPath: "/proc/\(sleeping)/exe") })
    }

    // MARK: Without a terminal

    /// Standard input has the rows, so nobody can give commands.
    @Test func rowsOnStandardInputAreShownWithoutATerminal() throws {
        let result = try app(commands: "a\nb\n")
        expect(result.status == 130 && result.output == "", "\(result.diagnostics)")
        expect(result.diagnostics, contains: " 2. b")
    }

    /// Nobody could choose, so nothing begins (regression: the list was printed, and "the user left").
    @Test func rowsWithoutATerminalAreRefused() throws {
        let app = [Self.viperline, "app"]
        let result = try Command.run(["setsid", "-w"] + app, input: "a\nb\n", environment: environment)
        expect(result.status == 69 && result.diagnostics.contains("no terminal"), "\(result.diagnostics)")
        let decided = try Command.run(
            ["setsid", "-w"] + app + ["-1", "-q", "b"], input: "a\nb\n", environment: environment)
        expect(decided.status == 0 && decided.output == "b\n", "\(decided.diagnostics)")
    }

    /// A session is called as what distinguishes it.
    @Test func aSessionHasTheNameOfItsScript() throws {
        try folder.write("import time\nprint('one', flush=True)\ntime.sleep(1000)\n", to: "logs.py")
        let tmux = try terminal("viperline app -- python3 logs.py")
        try tmux.wait(for: "▸ one")
        let described = try Command.run([Self.viperline, "ps"], environment: environment)
        expect(described.output, contains: "logs.py", "\(described.output)")
    }

    @Test(arguments: [["app", "git"], ["app", "--every", "0s", "--", "ls"], ["app", "--open", "'x", "--", "ls"]])
    func aWrongCommandLineIsRefused(_ arguments: [String]) throws {
        let result = try Command.run([Self.viperline] + arguments, environment: environment)
        expect(result.status == 64 && result.output == "")
    }
}
