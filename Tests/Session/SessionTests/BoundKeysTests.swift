import Foundation
import TestSupport
import Testing

/// `viperline app --bind`, `--expect` and `--history` with real processes, in linear mode and on a terminal.
@Suite struct BoundKeysTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private var environment: [String: String] { ["XDG_RUNTIME_DIR": folder.path, "TMPDIR": folder.path] }

    struct Line: Sendable, CustomTestStringConvertible {
        let options: [String]
        let commands: String
        let output: String
        var status: Int32 = 0

        init(_ options: [String], _ commands: String, _ output: String, _ status: Int32 = 0) {
            (self.options, self.commands, self.output, self.status) = (options, commands, output, status)
        }

        var testDescription: String { options.joined(separator: " ") }
    }

    /// The rows are alpha, beta and gamma.
    static let lines: [Line] = [
        Line(["--expect", "ctrl-v,alt-x"], "press ctrl-v 2\n", "ctrl-v\nbeta\n"),
        Line(["--expect=ctrl-v"], "select 2\n", "\nbeta\n"),
        Line(["--expect=ctrl-v", "--print-query"], "search et\npress ctrl-v 1\n", "et\nctrl-v\nbeta\n"),
        Line(["--expect=f1", "-q", "be", "-1"], "", "\nbeta\n"),
        Line(["--expect=f1"], "search zzz\npress f1\n", "f1\n", 1),
        Line(["--bind", "enter:become(echo {} {n} {q})"], "search ga\npress enter 1\n", "gamma 2 ga\n"),
        Line(["--bind", "enter:become(printf '<%s>' {+})"], "mark 1\nmark 3\npress enter\n", "<alpha><gamma>"),
        Line(["--bind", "enter:become(sh -c 'exit 7')"], "press enter 1\n", "", 7),
        Line(["--bind", "enter:become(no-such-program {})"], "press enter 1\n", "", 69),
        Line(["--bind", "ctrl-r:reload(seq 5)"], "press ctrl-r\nselect 4\n", "4\n"),
        Line(["--bind", "ctrl-r:reload-sync(seq 5)+change-query(3)"], "press ctrl-r\nselect 1\n", "3\n"),
        Line(["--bind", "ctrl-r:reload(no-such-program)"], "press ctrl-r\nselect 1\n", "", 65),
        Line(["--bind", "start:reload(seq 7)"], "select 6\n", "6\n"),
        Line(["-q", "zz", "--bind", "start:clear-query"], "select 2\n", "beta\n"),
        Line(["-q", "zz", "--bind", "start:reload-sync(seq 3)+clear-query"], "select 3\n", "3\n"),
        Line(["--print-query"], "search new\npress enter\n", "new\n", 1),
        Line(["--print-query", "--bind", "ctrl-x:print(a)+accept"], "search new\npress ctrl-x\n", "new\na\n", 1),
        Line(["--bind", "change:reload(printf '%s\\n' {q}1 {q}2)", "--disabled"], "search x\nselect 2\n", "x2\n"),
        Line(["--bind", "ctrl-a:select-all"], "press ctrl-a\nselect 2\n", "alpha\nbeta\ngamma\n"),
        Line(["--bind", "ctrl-a:toggle-all"], "mark 1\npress ctrl-a\nselect 2\n", "beta\ngamma\n"),
        Line(["--bind", "ctrl-a:select-all+accept"], "search a\npress ctrl-a\n", "alpha\nbeta\ngamma\n"),
        Line(["--bind", "ctrl-x:print(one)+print(two)+accept"], "press ctrl-x 3\n", "one\ntwo\ngamma\n"),
        Line(["--bind", "ctrl-x:print-query"], "search zz\npress ctrl-x\n", "zz\n"),
        Line(["--bind", "ctrl-x:accept-or-print-query"], "search zz\npress ctrl-x\n", "zz\n"),
        Line(["--bind", "ctrl-x:replace-query", "--print-query"], "press ctrl-x 2\nselect 1\n", "beta\nbeta\n"),
        Line(["--bind", "ctrl-x:abort"], "press ctrl-x\n", "", 130),
    ]

    @Test(arguments: lines) func aKeyDoesWhatItIsBoundTo(_ line: Line) throws {
        try folder.write("alpha\nbeta\ngamma\n", to: "rows")
        let words =
            [Products.executable("viperline"), "app", "--linear"] + line.options + ["--", "cat", folder.path + "/rows"]
        let result = try Command.run(words, input: line.commands, environment: environment)
        expect(result.output == line.output && result.status == line.status, "\(result.diagnostics)")
    }

    /// A row is one argument of a silent command, whatever it contains, and the program gets it byte for byte.
    @Test(arguments: ["; rm -rf x", "$(touch x)", "{q}", "\u{1B}[31mred", "a'b\"c", "a\tb\\n"])
    func aHostileRowIsAnArgument(_ row: String) throws {
        try folder.write(row + "\n", to: "rows")
        try folder.write("safe", to: "x")
        let words = [
            Products.executable("viperline"), "app", "--linear", "--bind",
            "ctrl-s:execute-silent(sh -c 'printf %s \"$1\" >\(folder.path)/got' sh {})+abort", "--", "cat",
            folder.path + "/rows",
        ]
        let result = try Command.run(words, input: "press ctrl-s 1\n", environment: environment)
        expect(result.status, equals: 130, "\(result.diagnostics)")
        try expect(String(contentsOfFile: folder.path + "/got", encoding: .utf8), equals: row)
        try expect(String(contentsOfFile: folder.path + "/x", encoding: .utf8), equals: "safe")
    }

    @Test(arguments: [
        (["--bind", "ctrl-a:nothing"], "nothing"), (["--bind", "ctrl-r:reload(ls | wc)"], "sh -c"),
        (["--expect", "ctrl-aa"], "ctrl-aa"), (["--expect", "f1", "--open", "cat"], "--expect"),
        (["--preview", "cat {} | head"], "sh -c"), (["--history", "/dev/null"], "not a file"),
        (["--history-size", "0"], "history-size"),
    ]) func whatCannotBeIsRefused(_ options: [String], _ reason: String) throws {
        let result = try Command.run(
            [Products.executable("viperline"), "app"] + options, input: "a\n", environment: environment)
        expect(result.status == 64 && result.diagnostics.contains(reason), "\(result.diagnostics)")
    }

    private func terminal(_ options: String, rows: String = "alpha\nbeta\ngamma\n", _ rest: String = "") throws -> Tmux
    {
        try folder.write(rows, to: "rows")
        let tmux = try Tmux(
            "cd \(folder.path); PATH=\(Products.folder.path):$PATH; viperline app \(options) < rows\(rest); echo =$?; exec cat",
            environment: environment)
        try tmux.wait(for: "the rows") { $0.contains("▸ ") }
        return tmux
    }

    /// Each key while the filter text has the keys.
    @Test func keysOfTheViewAreBound() throws {
        let tmux = try terminal(
            "--bind 'ctrl-x:toggle+down,ctrl-t:last,f2:first,alt-enter:select-all+accept,ctrl-/:clear-query' --print-query"
        )
        try tmux.send("C-x")
        try tmux.wait(for: "the mark and the next row") { $0.contains("▸ beta") }
        try tmux.send("C-t")
        try tmux.wait(for: "the last row") { $0.contains("▸ gamma") }
        try tmux.send("F2")
        try tmux.wait(for: "the first row") { $0.contains("▸●alpha") }
        try tmux.type("et")
        try tmux.wait(for: "the match") { $0.contains("▸ beta") && !$0.contains("gamma") }
        try tmux.send("C-_")
        try tmux.wait(for: "all rows") { $0.contains("gamma") }
        try tmux.type("m")
        try tmux.wait(for: "the match") { $0.contains("gamma") && !$0.contains("beta") }
        try tmux.send("M-Enter")
        try tmux.wait(for: "what matched, and what was marked before") {
            !$0.isAlternate && $0.contains("alpha") && $0.contains("gamma") && $0.contains("=0") && !$0.contains("beta")
        }
    }

    /// Typing and Enter at once: the row is that of the whole text.
    @Test func becomeWaitsForTheRows() throws {
        let tmux = try terminal("--bind 'enter:become(echo chosen {})'")
        try tmux.type("gam")
        try tmux.send("Enter")
        try tmux.wait(for: "the command's output") { $0.contains("chosen gamma") && $0.contains("=0") }
    }

    @Test func aCommandGetsTheTerminalAndGivesItBack() throws {
        let tmux = try terminal("--bind \"ctrl-o:execute(sh -c 'echo it is \\$1; read line' sh {})+down\"")
        try tmux.send("C-o")
        try tmux.wait(for: "the command") { $0.contains("it is alpha") }
        try tmux.send("Enter")
        try tmux.wait(for: "the list") { $0.contains("▸ beta") && $0.isAlternate }
        try tmux.send("C-o")
        try tmux.wait(for: "the command") { $0.contains("it is beta") }
    }

    @Test func aPreviewIsShownAndHidden() throws {
        let tmux = try terminal(
            "--preview 'echo about {}' --preview-window hidden --bind 'ctrl-t:toggle-preview,f2:change-preview(echo other {})'"
        )
        try expect(!tmux.screen().contains("about"))
        try tmux.send("C-t")
        try tmux.wait(for: "about alpha")
        try tmux.send("Down")
        try tmux.wait(for: "about beta")
        try tmux.send("F2")
        try tmux.wait(for: "other beta")
        try tmux.send("C-t")
        try tmux.wait(for: "no preview") { !$0.contains("other") && $0.contains("▸ beta") }
    }

    /// As in fzf: Ctrl-D ends a list without a text, and deletes in a text.
    @Test func controlDLeavesAnEmptyPrompt() throws {
        let tmux = try terminal("")
        try tmux.type("b")
        try tmux.send("Home")
        try tmux.send("C-d")
        try tmux.wait(for: "all rows") { $0.contains("gamma") && $0.contains("alpha") }
        try tmux.send("C-d")
        try tmux.wait(for: "the end") { !$0.isAlternate && $0.contains("=130") }
    }

    @Test func aHistoryIsKept() throws {
        let history = folder.path + "/history"
        try folder.write("first\nbet\n", to: "history")
        let tmux = try terminal("--history \(history)")
        try tmux.type("dra")
        try tmux.send("C-p")
        try tmux.wait(for: "the newest text") { $0.contains("> bet") && $0.contains("▸ beta") }
        try tmux.send("C-p")
        try tmux.wait(for: "> first")
        try tmux.send("C-n")
        try tmux.send("C-n")
        try tmux.wait(for: "> dra")
        try tmux.send("C-u")
        try tmux.type("gam")
        try tmux.send("Enter")
        try tmux.wait(for: "the choice") { !$0.isAlternate && $0.contains("=0") }
        try expect(String(contentsOfFile: history, encoding: .utf8), equals: "first\nbet\ngam\n")
    }
}
