import Foundation
import TestSupport
import Testing

/// `--tmux` in a tmux with a client, which is in the terminal of the test.
@Suite struct PopupTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.writeProgram("exec viperline app \"$@\"", to: "pick")
        try folder.writeProgram("echo \"unknown command: $1\" >&2; exit 1", to: "too-old")
        // What a command in the popup sees.
        try folder.writeProgram(
            "printf '%s|' \"$ODD\" \"$(pwd)\"; tty | grep -c pts; stty size; read line", to: "look")
    }

    struct Line: Sendable, CustomTestStringConvertible {
        let command: String
        /// Part of the frame; nil where no popup is.
        var frame: String? = "\n                   ┌──────────────────────────────────────┐\n"
        var keys = ["Down", "Enter"]
        var status = 0
        var output = "2\n"
        var testDescription: String { command }
    }

    static let full = String(repeating: "─", count: 78)

    static let lines = [
        Line(command: "seq 3 | pick --tmux"),
        Line(command: "seq 3 | pick --popup --height 3", frame: "1/3 │\n                   └"),
        Line(command: "pick --tmux -- seq 3"),
        Line(command: "seq 3 | pick --tmux left,40%", frame: "\n┌──────────────────────────────┐\n"),
        Line(command: "seq 3 | pick --tmux=bottom,30%,border-native", frame: "\n┌\(full)┐\n"),
        Line(command: "seq 3 | pick --tmux=top,30,10", frame: "┌────────────────────────────┐\n"),
        Line(command: "{ read a; pick --tmux; } <rows", keys: ["Enter"], output: "b\n"),
        // The words are nobody's code.
        Line(command: #"seq 3 | pick --tmux --prompt "';#{q} #(id)" --header 'a;' --color "fg:1""#),
        Line(command: #"printf 'a\n\200\001 "\047#{q}\n' | pick --tmux"#, output: "\u{FFFD}\u{1} \"'#{q}\n"),
        Line(command: "seq 3 | pick --tmux --bind 'enter:become(echo become {})'", output: "become 2\n"),
        Line(command: "seq 3 | pick --tmux --open 'echo opened'", output: "opened 2\n"),
        Line(command: "seq 3 | pick --tmux", keys: ["C-z", "C-c"], status: 130, output: ""),
        Line(command: "seq 3 | pick --tmux --print-query -q no", keys: ["Enter"], status: 1, output: "no\n"),
        // Without a terminal.
        Line(command: "seq 3 | setsid -w viperline app --tmux"),
        // A popup is there already.
        Line(command: "tmux display-popup -E 'seq 3 | pick --tmux >out'; cat out"),
        // Another client looks at another window of the same session.
        Line(
            command: #"tmux neww -d 'TMUX= timeout --foreground 60 tmux -S socket new -t 0 \; neww cat'"#
                + "; until [ $(tmux list-clients | wc -l) = 2 ]; do sleep .1; done; seq 3 | pick --tmux; tmux kill-session -t 0-1"
        ),
        // No client shows the pane, until the list is there.
        Line(
            command:
                "tmux neww -d 'seq 3 | pick --tmux >out'; until tmux capture-pane -pt :1 | grep -q ▸; do sleep .1; done"
                + "; tmux selectw -t :1; while tmux list-panes -t :1 >list 2>&1; do sleep .1; done; cat out", frame: nil
        ),
        // There is no popup.
        Line(command: "seq 3 | pick --tmux --no-tmux", frame: nil),
        Line(command: "seq 3 | TMUX= pick --tmux", frame: nil),
        Line(command: "seq 3 | TMUX=/gone,1,0 pick --tmux", frame: nil),
        Line(command: "mkdir old; mv too-old old/tmux; seq 3 | PATH=$PWD/old:$PATH pick --tmux", frame: nil),
        Line(command: "seq 3 | pick --tmux 900,20", frame: nil),
    ]

    /// A terminal with a client of another tmux, whose session runs the command and ends with it.
    private func terminal(_ command: String) throws -> Tmux {
        try folder.write("a\nb\nc\n", to: "rows")
        try folder.write("\(command)\necho $? >code\n", to: "line")
        try folder.write("echo before; sh line >result 2>errors; echo after; exec cat\n", to: "session")
        let own = "PATH=\(folder.path):\(Products.folder.path):/usr/bin:/bin ODD=\"a'; #{b}\""
        return try Tmux(
            """
            cd \(folder.path); unset TMUX TMUX_PANE; export \(own)
            exec tmux -S socket -f /dev/null -u set -g destroy-unattached on \\; set -g status off \\; new sh session
            """, environment: ["XDG_RUNTIME_DIR": folder.path, "TMPDIR": folder.path, "HOME": folder.path])
    }

    /// Waits until the command has ended: its exit code and output, and nothing of it is left but what the next session removes after a
    /// kill.
    private func expectEnd(_ tmux: Tmux, status: Int, output: String) throws {
        try tmux.wait(for: "the end") { $0.contains("after") && !$0.contains("┌") && !$0.contains("▸") }
        let errors = try folder.text(of: "errors")
        expect(try folder.text(of: "code"), equals: "\(status)\n", "\(errors)")
        expect(try folder.text(of: "result"), equals: output, "\(errors)")
        expect(status > 130 || errors.isEmpty, "\(errors)")
        let left = try? FileManager.default.contentsOfDirectory(atPath: folder.path + "/viperline")
        expect(status == 137 || left?.isEmpty ?? true, "\(left ?? [])")
    }

    @Test(arguments: lines) func theChoiceIsThatOutsideThePopup(_ line: Line) throws {
        let tmux = try terminal(line.command)
        try tmux.wait(for: line.frame ?? "the rows") { screen in
            let isThere = line.frame.map { ("\n" + screen.text).contains($0) } ?? !screen.contains("┌")
            return isThere && (screen.contains("▸") || screen.contains("No row matches"))
        }
        for key in line.keys { try tmux.send(key) }
        try expectEnd(tmux, status: line.status, output: line.output)
    }

    @Test func aCommandInThePopupHasTheVariablesTheFolderAndTheTerminal() throws {
        let tmux = try terminal("seq 3 | pick --tmux --bind 'ctrl-o:execute(look)'")
        try tmux.wait(for: "▸ 1")
        try tmux.send("C-o")
        try tmux.wait(for: "the report") { $0.contains("a'; #{b}|\(folder.path)|1") && $0.contains("│10 38") }
        try tmux.send("Enter")
        try tmux.wait(for: "▸ 1")
        try tmux.send("Enter")
        try expectEnd(tmux, status: 0, output: "1\n")
    }

    /// What ends the popup, while the input is endless.
    @Test(arguments: [
        ("tmux -S socket display-popup -C", 130), ("kill $(cat pid)", 143), ("kill -9 $(cat pid)", 137),
    ]) func nothingIsLeft(_ end: String, status: Int) throws {
        let tmux = try terminal("yes | sh -c 'echo $$ >pid; exec viperline app --tmux'")
        try tmux.wait(for: "▸ y")
        _ = try Command.run(["sh", "-c", "cd \(folder.path); \(end)"])
        try expectEnd(tmux, status: status, output: "")
    }

    /// The popup comes to a number that another process has by then: the shell of another user, with the same words.
    @Test(.enabled(if: geteuid() == 0), arguments: [("setpriv --reuid 65534 --clear-groups", 69), ("env", 0)])
    func onlyAShellOfTheSameUserHasAView(_ user: String, status: Int) throws {
        try folder.writeProgram(
            """
            [ $1 = display-popup ] || exit 0
            for last in "$@"; do number=${last##* }; done
            [ -e words ] || { head -zn 8 /proc/$number/cmdline >words; exit 1; }
            echo $number >number; read end <gate

            """, to: "tmux")
        let result = try Command.run(
            [
                "sh", "-c",
                """
                cd \(folder.path) && chmod 777 . && mkfifo -m 666 number gate && export PATH=$PWD:$PATH TMUX=x TMUX_PANE=
                viperline=\(Products.executable("viperline"))
                seq 3 | $viperline app --tmux 2>/dev/null
                { cat words; printf '%s\\0' echo here; } | xargs -0 \(user) 2>errors &
                read number <number; $viperline --in-popup $number; code=$?; echo >gate; exit $code
                """,
            ], environment: ["XDG_RUNTIME_DIR": folder.path])
        expect(result.status, equals: Int32(status), "\(result)")
        expect(result.output, equals: status == 0 ? "here\n" : "", "\(result)")
    }

    @Test(arguments: ["middle", "0%", "101%", "50%,50%,50%", "center,", ",", "-1", "99999"])
    func anotherPlaceIsRefused(_ place: String) throws {
        let result = try Command.run([Products.executable("viperline"), "app", "--tmux=\(place)", "--", "true"])
        expect(result.status, equals: 64)
        expect(result.diagnostics, contains: "is no place and size such as 70%, left,40% or top,80%,20")
    }
}
