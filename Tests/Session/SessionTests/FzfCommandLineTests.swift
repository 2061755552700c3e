import Foundation
import TestSupport
import Testing

/// Command lines of fzf's README, its ADVANCED page and its manual, with their options word for word, and `viperline app` in place of
/// `fzf`. protocols/picking.md has the reasons for those that are refused.
@Suite struct FzfCommandLineTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    struct Line: Sendable, CustomTestStringConvertible {
        /// As in a shell.
        let line: String
        var rows = "alpha\nbeta\ngamma\n"
        /// Of linear mode; they are in the place of keys.
        var keys = "select 2\n"
        var output = "beta\n"

        var testDescription: String { line }
    }

    private static let found = "src/a.c:12:main\nsrc/b.c:34:text\n"

    static let same: [Line] = [
        // README
        Line(line: ""), Line(line: "--print0", output: "beta\0"),
        Line(line: "--bind 'enter:become(vim {})'", keys: "press enter 2\n", output: "vim beta\n"),
        Line(line: "--height 40%"), Line(line: "--height 40% --layout reverse --border"),
        Line(line: "--height ~100%"), Line(line: "--height -3"), Line(line: "--popup center"),
        Line(line: "--popup 80%"),
        Line(line: "--popup left,40%"), Line(line: "--preview 'dig {}'"),
        Line(line: "--preview 'bat -n --color=always {}'"),
        Line(
            line: "--multi --bind 'enter:become(vim {+})'", keys: "mark 1\nmark 3\npress enter\n",
            output: "vim alpha gamma\n"),
        Line(
            line: "--bind 'enter:become(vim {}),ctrl-e:become(emacs {})'", keys: "press ctrl-e 3\n",
            output: "emacs gamma\n"),
        Line(
            line: "--delimiter : --nth 3.. --bind 'enter:become(vim {1} +{2})'", rows: found,
            keys: "search text\npress enter 1\n", output: "vim src/b.c +34\n"),
        Line(
            line:
                "--bind 'ctrl-r:reload(ps -ef)' --header 'Press CTRL-R to reload' --header-lines=1 --height=50% --layout=reverse",
            rows: "UID PID\nroot 1\n", keys: "press ctrl-r\nselect 2\n", output: "ps -ef 2\n"),
        Line(line: "--preview 'cat {}'"), Line(line: "--preview 'bat --color=always {}' --preview-window '~3'"),
        Line(
            line:
                "--height 40% --layout reverse --info inline --border --preview 'file {}' --preview-window up,1,border-horizontal "
                + "--bind 'ctrl-/:change-preview-window(50%|hidden|)' "
                + "--color 'fg:#bbccdd,fg+:#ddeeff,bg:#334455,preview-bg:#223344,border:#778899'",
            keys: "press ctrl-/\npress ctrl-/\nselect 2\n"),
        Line(
            line: "--no-multi --ansi --accept-nth=1 --query=b --preview='git show --color=always {1}'",
            rows: "a 1\n\u{1B}[1mb\u{1B}[m 2\n", keys: "select 1\n", output: "b\n"),
        Line(line: "--preview 'pacman -Si {}'"),
        Line(
            line: "--read0 --print0 --ansi --no-multi-line --header-lines=1", rows: "total\0a\nb\0", keys: "select 1\n",
            output: "a\nb\0"),
        // ADVANCED
        Line(line: "--height=40% --layout=reverse --info=inline --border --margin=1 --padding=1"),
        Line(line: "--tmux 70%"),
        Line(line: " --height 70% --tmux 70%"), Line(line: "--tmux 100%,60% --border horizontal"),
        Line(line: "--tmux left,40%,70%"),
        Line(
            line:
                "--ansi --color \"hl:-1:underline,hl+:-1:underline:reverse\" --delimiter : "
                + "--preview 'bat --color=always {1} --highlight-line {2}' --preview-window 'up,60%,border-bottom,+{2}+3/3,~3' "
                + "--bind 'enter:become(vim {1} +{2})'", rows: found, keys: "press enter 1\n",
            output: "vim src/a.c +12\n"),
        // The manual
        Line(line: "--bind 'start,ctrl-r:reload:ps -ef'", keys: "press ctrl-r\nselect 1\n", output: "ps -ef 1\n"),
        Line(line: "--bind change:first", keys: "search bet\nselect 1\n"),
        Line(line: "--preview 'file {}' --bind '?:preview:cat {}'", keys: "press ? 2\nselect 2\n"),
        Line(line: "--bind '?:preview:cat {}' --preview-window hidden", keys: "press ? 2\nselect 2\n"),
        Line(
            line: "--preview 'cat {}' --bind 'ctrl-/:change-preview-window(hidden|)'",
            keys: "press ctrl-/\npress ctrl-/\nselect 2\n"),
        Line(line: "--bind \"enter:execute(less {})\"", keys: "press enter 2\nselect 2\n"),
        // What its users write for a shell, with the shell named.
        Line(
            line:
                "--with-shell 'sh -c' --preview 'tree -C {} | head -200' --bind 'ctrl-y:execute-silent(echo {} >copied)+abort'",
            keys: "preview 2\nselect 2\n"),
        Line(
            line: "--with-shell 'sh -c' --bind='ctrl-r:reload(date >/dev/null; ps -ef | tail -n 1)' --header-lines=0",
            keys: "press ctrl-r\nselect 1\n", output: "ps -ef 2\n"),
        Line(
            line: "--style full --preview 'fzf-preview.sh {}' --bind 'focus:transform-header:file --brief {}'"),
    ]

    /// What needs a shell, where none is named. Each is refused, and not misunderstood.
    static let other = [
        "--preview 'tree -C {} | head -200'",
        "--bind 'f1:execute(less -f {}),ctrl-y:execute-silent(echo {} | pbcopy)+abort'",
        "--bind 'ctrl-d:reload(find . -type d),ctrl-f:reload(eval \"$FZF_DEFAULT_COMMAND\")' --height=50% --layout=reverse",
        "--bind='ctrl-r:reload(date; ps -ef)' --header-lines=2 --preview='echo {}' --preview-window=down,3,wrap",
        "--ansi --disabled --query x --bind 'change:reload:sleep 0.1; rg {q} || true'",
    ]

    private func run(_ line: String, rows: String, keys: String) throws -> Command.Result {
        for name in ["vim", "emacs"] { try folder.writeProgram("echo \(name) \"$@\"", to: name) }
        for name in ["bat", "dig", "pacman", "less", "file"] { try folder.writeProgram("exit 0", to: name) }
        try folder.writeProgram("echo header; echo \"ps $* 1\"; echo \"ps $* 2\"", to: "ps")
        if line.contains("start,ctrl-r") { try folder.writeProgram("echo \"ps $* 1\"", to: "ps") }
        try folder.write(rows, to: "rows")
        // A shell reads the line, as it does for fzf.
        let shell = "viperline app --linear \(line) -- cat \(folder.path)/rows"
        var environment = ["XDG_RUNTIME_DIR": folder.path, "TMPDIR": folder.path]
        environment["PATH"] = "\(folder.path):\(Products.folder.path):/usr/bin:/bin"
        return try Command.run(["sh", "-c", shell], input: keys, environment: environment)
    }

    @Test func anEndlessFileOfOptionsIsRefused() throws {
        let variables = ["VIPERLINE_FZF": "1", "FZF_DEFAULT_OPTS_FILE": "/dev/zero"]
        let result = try Command.run([Products.executable("viperline"), "app", "-f", "1"], environment: variables)
        expect(result.status, equals: 64)
        expect(result.diagnostics, contains: "/dev/zero is larger than 1 MiB")
    }

    @Test func mostAreTheSame() { expect(Self.same.count >= 37 && Self.same.count + Self.other.count == 42) }

    @Test(arguments: same) func aLineDoesTheSame(_ line: Line) throws {
        let result = try run(line.line, rows: line.rows, keys: line.keys)
        expect(result.output == line.output && result.status == 0, "\(result.diagnostics)")
    }

    @Test(arguments: other) func aLineThatDiffersIsRefused(_ line: String) throws {
        let result = try run(line, rows: "a\n", keys: "")
        expect(result.status == 64 && result.diagnostics.hasPrefix("Error: --"), "\(result.diagnostics)")
    }
}
