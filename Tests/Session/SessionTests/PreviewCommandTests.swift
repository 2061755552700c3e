import Foundation
import TestSupport
import Testing

/// `viperline app --preview`: real commands.
@Suite struct PreviewCommandTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.write("about alpha\n", to: "alpha")
        try folder.write("about beta\n", to: "beta")
    }

    private var environment: [String: String] { ["XDG_RUNTIME_DIR": folder.path, "TMPDIR": folder.path] }

    private func app(_ options: [String], _ rows: String, commands: String) throws -> Command.Result {
        try folder.write(rows, to: "rows")
        return try Command.run(
            [Products.executable("viperline"), "app", "--linear"] + options + ["--", "cat", folder.path + "/rows"],
            input: commands, environment: environment)
    }

    @Test(
        arguments: [
            ("sed s/about/now/ {}", "now beta"), ("sh -c 'echo \"<$1>\"; cat \"$1\" | tr a-z A-Z' sh {}", "ABOUT BETA"),
            ("cat {} /none/such", "No such file"), ("/none/such {}", "No such file"),
            ("sh -c 'exit 3' sh {}", "exit code 3"),
        ]) func aPreviewIsPrinted(_ command: String, _ text: String) throws
    {
        let rows = "\(folder.path)/alpha\n\(folder.path)/beta\n"
        let result = try app(["--preview", command], rows, commands: "preview 2\nselect 2\n")
        expect(result.output == "\(folder.path)/beta\n" && result.status == 0)
        expect(result.diagnostics, contains: text, "\(result.diagnostics)")
    }

    /// A row is an argument: no shell sees it.
    @Test func aRowIsNoShellText() throws {
        let result = try app(
            ["--preview", "printf '<%s>' {}"], "$(touch \(folder.path)/owned)\n-n\n",
            commands: "preview 1\npreview 2\nselect 1\n")
        expect(result.diagnostics, contains: "<$(touch", "\(result.diagnostics)")
        expect(result.diagnostics, contains: "begins with -")
        #expect(!FileManager.default.fileExists(atPath: folder.path + "/owned"))
    }

    @Test(arguments: ["sh -c 'cat {}'", "bash -c 'echo {1}'", "awk {q}", " "]) func aRowInCodeIsRefused(
        _ command: String
    ) throws {
        let result = try app(["--preview", command], "a\n", commands: "")
        expect(result.status == 64 && result.diagnostics.contains("--preview"), "\(result.diagnostics)")
    }

    /// Regression: what a command had started in the background lived on once the command itself had ended.
    @Test func aPreviewLeavesNothingBehind() throws {
        try folder.writeProgram("sleep 1000 & echo $! > pid.new; mv pid.new pid; echo done", to: "show")
        let tmux = try Tmux(
            "cd \(folder.path); PATH=\(Products.folder.path):$PATH; echo a | viperline app --preview './show {}'; exec cat",
            environment: environment)
        try tmux.wait(for: "done")
        let pid = try require(Int32(try folder.text(of: "pid").dropLast()))
        #expect(eventually { kill(pid, 0) != 0 || !FileManager.default.fileExists(atPath: "/proc/\(pid)/exe") })
    }

    @Test func aPreviewKnowsItsRoom() throws {
        let command = "sh -c 'echo at $COLUMNS $LINES $FZF_PREVIEW_COLUMNS $FZF_PREVIEW_LINES'"
        try folder.write(command, to: "preview")
        let tmux = try Tmux(
            "cd \(folder.path); PATH=\(Products.folder.path):$PATH; echo a | viperline app --preview \"$(cat preview)\"; exec cat",
            environment: environment)
        try tmux.wait(for: "at 76 7 76 7")
        try tmux.resize(columns: 120, rows: 24)
        try tmux.wait(for: "the new room") { $0.contains("at ") && !$0.contains("at 76") && $0.contains(" 20 ") }
    }

    /// The command for the next row ends the one before, however long that would run; and a flood is cut.
    @Test func theNextRowEndsAPreviewThatHangs() throws {
        try folder.write("hang\nflood\nalpha\n", to: "rows")
        try folder.writeProgram(
            "case $1 in hang) echo started; echo $$ > pid; exec sleep 1000;; flood) exec yes flooding;; *) cat $1;; esac",
            to: "show")
        let tmux = try Tmux(
            "cd \(folder.path); PATH=\(Products.folder.path):$PATH; viperline app --preview './show {}' < rows; exec cat",
            environment: environment)
        try tmux.wait(for: "the part that a hanging preview has printed") { $0.contains("started") }
        let pid = try require(Int32(try String(contentsOfFile: folder.path + "/pid", encoding: .utf8).dropLast()))
        try tmux.send("C-j")
        try tmux.wait(for: "the flood") { $0.contains("flooding") }
        try tmux.send("Down")
        try tmux.wait(for: "the third") { $0.contains("about alpha") && !$0.contains("flooding") }
        #expect(eventually { kill(pid, 0) != 0 })
        try tmux.send("Enter")
        try tmux.wait(for: "the choice") { !$0.isAlternate && $0.contains("alpha") }
    }
}
