import Foundation
import TestSupport
import Testing

/// `viperline app`: commands that get the terminal, and calls that take long.
@Suite struct AppCommandTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private var environment: [String: String] { ["XDG_RUNTIME_DIR": folder.path, "TMPDIR": folder.path] }
    private static var viperline: String { Products.executable("viperline") }

    /// A terminal with a shell that runs the line.
    private func terminal(_ line: String) throws -> Tmux {
        try Tmux(
            "cd \(folder.path); PATH=\(Products.folder.path):$PATH; \(line); exec cat", environment: environment)
    }

    // MARK: A command that gets the terminal

    /// Its `e` gives the terminal to a command that reads a line, and its list has what was read.
    private static let editor = #"""
        case $1 in
        "") jq -n --rawfile note note '{rows: [$note], keys: [{control: "edit", title: "Edit", key: "e", row: true}]}' ;;
        press) jq -n '{run: ["sh", "-c", "echo type a line; read line; echo \"$line\" >note; exit 3"]}' ;;
        esac
        """#

    private func editor() throws -> Tmux {
        try folder.write(Self.editor, to: "notes.sh")
        try folder.write("old", to: "note")
        let tmux = try terminal("viperline app -- sh notes.sh; echo \"ended with $?\"")
        try tmux.wait(for: "the list") { $0.isAlternate && $0.contains("old") }
        try tmux.send("e")
        try tmux.wait(for: "the command") { !$0.isAlternate && $0.contains("type a line") }
        return tmux
    }

    @Test func aCommandGetsTheTerminalAndGivesItBack() throws {
        let tmux = try editor()
        try tmux.type("new q")
        try tmux.send("Enter")
        try tmux.wait(for: "the fresh list") { $0.isAlternate && $0.contains("new q") }
        // Its keys are the view's again.
        try tmux.send("q")
        try tmux.wait(for: "the end") { !$0.isAlternate && $0.contains("ended with 0") }
    }

    /// Ctrl-C reaches the command alone.
    @Test func ctrlCEndsTheCommandAndNotTheSession() throws {
        let tmux = try editor()
        try tmux.send("C-c")
        try tmux.wait(for: "the old list") { $0.isAlternate && $0.contains("old") }
    }

    /// The view is killed while the command has the terminal: the next view gets it, and nothing else reads its keys.
    @Test func aCommandDoesNotOutliveTheView() throws {
        let tmux = try editor()
        let described = try Command.run([Self.viperline, "ps", "--json"], environment: environment)
        let view = try require(described.output.firstMatch(of: /"name":"view","output":{[^}]*},"pid":(\d+)/)?.1)
        try require(kill(Int32(view) ?? 0, SIGKILL) == 0)
        try tmux.wait(for: "the next view") { $0.isAlternate && $0.contains("old") }
        try tmux.send("q")
        try tmux.wait(for: "the end") { !$0.isAlternate && $0.contains("ended with 0") }
    }

    /// Ctrl-Z stops the whole session, and `fg` continues the command. Regression: if the view was faster than the supervisor, the
    /// supervisor saw the command's group on the terminal, took itself for a background job, and stopped again.
    @Test func aStoppedCommandStopsTheSessionAndGoesOn() throws {
        try folder.write(Self.editor, to: "notes.sh")
        try folder.write("old", to: "note")
        let tmux = try Tmux(
            "cd \(folder.path); PATH=\(Products.folder.path):$PATH PS1='shell> ' exec bash --norc --noprofile -i",
            environment: environment)
        try tmux.wait(for: "shell>")
        try tmux.type("clear; viperline app -- sh notes.sh")
        try tmux.send("Enter")
        try tmux.wait(for: "the list") { $0.isAlternate && $0.contains("old") }
        try tmux.send("e")
        try tmux.wait(for: "the command") { !$0.isAlternate && $0.contains("type a line") }
        for round in 1...2 {
            try tmux.send("C-z")
            try tmux.wait(for: "the shell") { !$0.isAlternate && $0.contains("Stopped") }
            try tmux.type("clear; echo sane $((40 + \(round)))")
            try tmux.send("Enter")
            try tmux.wait(for: "sane \(40 + round)")
            try tmux.type("fg")
            try tmux.send("Enter")
            try tmux.wait(for: "the job") { $0.lines.contains { $0.hasPrefix("viperline app") } }
        }
        try tmux.type("after the stop")
        try tmux.send("Enter")
        try tmux.wait(for: "the fresh list") { $0.isAlternate && $0.contains("after the stop") }
        try tmux.send("q")
        try tmux.wait(for: "the prompt") { !$0.isAlternate && $0.contains("shell>") }
    }

    /// Where no shell could continue the session, Ctrl-Z stops nothing: the user would be stuck.
    @Test func withoutAShellNothingStops() throws {
        let tmux = try editor()
        try tmux.send("C-z")
        try tmux.type("still here")
        try tmux.send("Enter")
        try tmux.wait(for: "the fresh list") { $0.isAlternate && $0.contains("still here") }
    }

    // MARK: Progress

    /// Its `c` reports its progress and then waits, with a child that ignores what would end it.
    private static let copier = #"""
        case $1 in
        "") echo '{"rows":["alpha"],"keys":[{"control":"copy","title":"Copy","key":"c","row":true}]}' ;;
        press)
            echo $$ >pid
            sh -c 'trap "" TERM; echo $$ >child; while :; do sleep 0.1; done' &
            trap 'echo asked >>ended; exit 1' TERM
            echo '{"progress":0.4,"text":"Copying"}'
            wait ;;
        esac
        """#

    @Test func escapeStopsACallWithAllThatItHasStarted() throws {
        try folder.write(Self.copier, to: "copy.sh")
        let tmux = try terminal("viperline app -- sh copy.sh; echo \"ended with $?\"")
        try tmux.wait(for: "alpha")
        try tmux.send("c")
        try tmux.wait(for: "the share") { $0.contains("Copying 40%") && $0.contains("esc stop") }
        let processes = try ["pid", "child"].map { name in
            try require(eventually { (try? folder.text(of: name))?.hasSuffix("\n") == true })
            return try require(pid_t(folder.text(of: name).dropLast()))
        }
        try tmux.send("Escape")
        try tmux.wait(for: "the notice") { $0.isAlternate && $0.contains("was stopped") && $0.contains("alpha") }
        #expect(eventually { processes.allSatisfy { kill($0, 0) != 0 } })
        try expect(folder.text(of: "ended"), equals: "asked\n")
        try tmux.send("q")
        try tmux.wait(for: "ended with 0")
    }

    /// Without a terminal, nothing runs, and the user sees what would have.
    @Test func linearModeRunsNoCommand() throws {
        try folder.write(Self.editor, to: "notes.sh")
        try folder.write("old", to: "note")
        let result = try Command.run(
            [Self.viperline, "app", "--linear", "--", "sh", "notes.sh"], input: "press Edit 1\nquit\n",
            environment: environment, folder: folder.path)
        expect(result.diagnostics, contains: "* Not run: sh -c ", "\(result.diagnostics)")
        try expect(folder.text(of: "note"), equals: "old")
    }
}
