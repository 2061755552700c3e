import Foundation
import TestSupport
import Testing

/// `viperline app --height`: rows below the cursor, and nothing left behind, in a real shell.
@Suite struct InlineTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func shell(_ setup: String = "") throws -> Tmux {
        try folder.write("PS1='$ '; unset HISTFILE; clear; \(setup)\n", to: "rc")
        let tmux = try Tmux(
            "cd \(folder.path); PATH=\(Products.folder.path):$PATH; exec bash --rcfile rc -i",
            environment: ["XDG_RUNTIME_DIR": folder.path, "TMPDIR": folder.path])
        try tmux.wait(for: "the prompt") { $0.lines.contains("$") }
        return tmux
    }

    /// The lines that are not empty.
    private static func lines(_ screen: Tmux.Screen) -> [String] { screen.lines.filter { !$0.isEmpty } }

    /// In the middle of the screen and at its end, with options for what fzf draws around the rows.
    @Test(
        arguments: [
            "--height 10", "--height=40%", "--height -14", "--height ~100%", "--height ~40% --min-height 3",
            "--height 40% --layout reverse --border --margin 1 --padding 1 --info inline --min-height 20+",
        ], [3, 40])
    func nothingIsLeftBehind(_ options: String, _ count: Int) throws {
        let tmux = try shell()
        try tmux.type("clear; seq -f 'line %g' \(count)")
        try tmux.send("Enter")
        try tmux.wait(for: "the lines") { $0.contains("line \(count)") && $0.lines.contains("$") }
        try tmux.type("seq 3 | viperline app \(options); echo =$?")
        try tmux.send("Enter")
        let shown = try tmux.wait(for: "▸ 1")
        expect(!shown.isAlternate && shown.contains("line \(count)") && shown.contains("viperline app"), "\(shown)")
        try tmux.send("Down", "Enter")
        let left = try tmux.wait(for: "the prompt") { $0.contains("=0") && Self.lines($0).last == "$" }
        let before = (1...count).map { "line \($0)" }
        let after = ["$ seq 3 | viperline app \(options); echo =$?", "2", "=0", "$"].joined()
        // A long command takes two lines.
        let last = Self.lines(left).joined()
        // The lines further up may be in the scrollback.
        let kept = before.suffix(2).joined()
        expect(last.hasSuffix(kept + after), "\(left)")
    }

    /// Colours of rows and of the picker, and none at all.
    @Test(arguments: [("--ansi --color hl:201,dark", true), ("--ansi --color bw", false), ("--color hl:201", false)])
    func coloursAreShown(_ options: String, _ isPainted: Bool) throws {
        let tmux = try shell("unset NO_COLOR")
        try tmux.type(
            "clear; printf '\\033[38;5;208mone\\033[m\\nonly\\nat \\033[3;34mone\\n' | viperline app --height 8 -q n \(options) --header up --header-first"
        )
        try tmux.send("Enter")
        let screen = try tmux.wait(for: "at one")
        let colors = try tmux.colors
        expect(colors.contains("\u{1B}[3m\u{1B}[34mo"), equals: isPainted, "\(colors.debugDescription)")
        expect(colors.contains("38;5;201m"), equals: !options.contains("bw"), "\(colors.debugDescription)")
        let lines = Self.lines(screen).drop { !$0.hasPrefix("  up") }
        expect(lines.dropFirst().first?.contains("n") == true && lines.count > 4, "\(screen)")
        try tmux.send("Enter")
        try tmux.wait(for: "the end") { Self.lines($0).last == "$" }
    }

    /// Readline takes its line away for a widget, and draws it again.
    @Test func aWidgetOfReadlineGetsTheChoice() throws {
        let tmux = try shell(#"w() { READLINE_LINE=$(seq 3 | viperline app --height 40%); }; bind -x '"\C-f": w'"#)
        try tmux.type("some text")
        try tmux.send("C-f")
        try tmux.wait(for: "▸ 1")
        try tmux.send("Enter")
        try tmux.wait(for: "the choice") { Self.lines($0) == ["$ 1"] }
    }

    /// Text before the cursor stays, and the cursor comes back to it.
    @Test func whatStandsBeforeTheCursorStays() throws {
        let tmux = try shell()
        try tmux.type("clear; printf 'pick: '; seq 3 | viperline app --height 5")
        try tmux.send("Enter")
        let shown = try tmux.wait(for: "▸ 1")
        expect(shown.lines[0], equals: "pick:", "\(shown)")
        try tmux.send("Enter")
        try tmux.wait(for: "the choice") { Self.lines($0) == ["pick: 1", "$"] }
    }

    /// The rows go where the terminal's size lets them, and the lines above stay.
    @Test(arguments: [(60, 24), (100, 30), (80, 12)]) func aResizeLeavesTheLinesAbove(_ columns: Int, _ rows: Int)
        throws
    {
        let tmux = try shell()
        try tmux.type("clear; echo one; seq 30 | viperline app --height 8; echo =$?")
        try tmux.send("Enter")
        try tmux.wait(for: "▸ 1")
        try tmux.resize(columns: columns, rows: rows)
        try tmux.type("2")
        // In fewer columns, tmux wraps the lines that are wider, and scrolls for them.
        try tmux.wait(for: "the rows") { $0.contains("▸ 2") && ($0.contains("one") || columns < 80) }
        try tmux.send("Enter")
        try tmux.wait(for: "the choice alone") { screen in
            Self.lines(screen).filter { $0 != "one" } == ["2", "=0", "$"] && (screen.contains("one") || columns < 80)
        }
    }

    /// A terminal that was smaller than the height for a while gives the view its rows again, and gets nothing but the choice.
    @Test(arguments: [4, 8]) func aTerminalThatWasTooSmallIsNotTakenWhole(_ rows: Int) throws {
        let tmux = try shell()
        try tmux.type("clear; echo one; seq 30 | viperline app --height 8; echo =$?")
        try tmux.send("Enter")
        try tmux.wait(for: "▸ 1")
        try tmux.resize(columns: 80, rows: rows)
        try tmux.type("2")
        try tmux.wait(for: "the rows") { $0.contains("▸ 2") }
        try tmux.resize(columns: 80, rows: 24)
        try tmux.type("0")
        try tmux.wait(for: "eight rows") { $0.contains("▸ 20") && !$0.contains("Choose") && Self.lines($0).count <= 9 }
        try tmux.send("Enter")
        try tmux.wait(for: "the choice alone") { screen in
            Self.lines(screen).filter { $0 != "one" } == ["20", "=0", "$"]
        }
    }

    /// A view that was killed has a successor in the same rows.
    @Test func aKilledViewLeavesNothing() throws {
        let tmux = try shell()
        try tmux.type("clear; echo one; seq 30 | viperline app --height 8; echo =$?")
        try tmux.send("Enter")
        try tmux.wait(for: "▸ 1")
        let view = try Command.run(["pgrep", "-f", "viperline-view --height 8"]).output.split(separator: "\n")
        for process in view {
            _ = try Command.run([
                "sh", "-c", "tr '\\0' '\\n' </proc/\(process)/environ | grep -q '\(folder.path)' && kill -9 \(process)",
            ])
        }
        try tmux.type("3")
        try tmux.wait(for: "the successor") { $0.contains("▸ 3") && $0.contains("one") }
        try tmux.send("Enter")
        // The loss of the view is reported, too.
        try tmux.wait(for: "the choice alone") { screen in
            let lines = Self.lines(screen)
            return lines.first == "one" && lines.suffix(3) == ["3", "=0", "$"] && lines.count <= 6
        }
    }

    /// Ctrl-C, Ctrl-Z and a command with the terminal.
    @Test func whatLeavesTheScreenComesBack() throws {
        let tmux = try shell()
        try tmux.type(
            "clear; echo one; seq 30 | viperline app --height 8 --bind 'ctrl-o:execute(sh -c \"echo ran; read line\")'; echo =$?"
        )
        try tmux.send("Enter")
        try tmux.wait(for: "▸ 1")
        try tmux.send("C-o")
        try tmux.wait(for: "the command") { $0.contains("ran") && !$0.contains("▸ ") }
        try tmux.send("Enter")
        try tmux.wait(for: "▸ 1")
        try tmux.send("C-c")
        try tmux.wait(for: "the end") { Self.lines($0).suffix(2) == ["=130", "$"] && !$0.contains("▸ ") }
    }
}
