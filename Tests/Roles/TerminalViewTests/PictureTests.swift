import Foundation
import ScreenModel
import TerminalView
import TestSupport
import Testing
import ViewMessages

/// Pictures on a real terminal: with a replacement for chafa, with chafa, and with neither.
@Suite struct PictureTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// A PATH with that script as chafa.
    private func path(_ script: String) throws -> String {
        try folder.writeProgram(script, to: "chafa")
        return folder.path + ":/usr/bin:/bin"
    }

    private func stage(_ screen: Screen, _ environment: [String: String]) throws -> Stage {
        let stage = try Stage(environment: environment)
        try stage.send(Fixture.show(screen), Fixture.navigate("apps-1"))
        return stage
    }

    private let captionInAFrame = ["  ╭───────────╮", "  │ The cover │", "  ╰───────────╯", "", "  A song"]

    @Test(arguments: [("", "256"), ("1", "none")]) func itIsDrawn(_ noColor: String, _ colors: String) throws {
        let path = try path("echo \"$*\" >'\(folder.path)/arguments'; printf '\\033[31mDRAWN\\033[0m\\n'")
        let stage = try stage(
            Fixture.song(image: Fixture.image),
            ["PATH": path, "TERM": "tmux-256color", "COLORTERM": "", "NO_COLOR": noColor])
        let screen = try stage.terminal.wait(for: "DRAWN")
        expect(!screen.contains("The cover"))
        let arguments = try folder.text(of: "arguments")
        #expect(arguments.hasSuffix("--colors \(colors) --size 20x10 -\n"))
    }

    @Test(arguments: [
        "exit 1", "printf '\\033[5;5HBAD\\n'", "printf '\\033]0;BAD\\007BAD\\n'", "exec sleep 1000", "yes BAD",
    ]) func aHostileOneLeavesTheCaption(_ script: String) throws {
        let stage = try stage(
            Fixture.song(image: Fixture.image), ["PATH": path("echo $$ >'\(folder.path)/pid'\n" + script)])
        // The caption is there from the start, so the test waits until the program has been judged.
        #expect(eventually { (try? folder.text(of: "pid").hasSuffix("\n")) == true })
        let pid = try require(Int32(folder.text(of: "pid").trimmingCharacters(in: .newlines)))
        #expect(eventually { kill(pid, 0) != 0 })
        let screen = try stage.terminal.wait(for: "the caption in a frame") {
            $0.lines.starts(with: [" Song", String(repeating: "─", count: 80)] + captionInAFrame)
        }
        expect(!screen.contains("BAD"))
        try stage.terminal.send("?")
        try stage.terminal.wait(for: "this help")
        try stage.terminal.send("Escape")
        try stage.terminal.wait(for: "no help") { !$0.contains("this help") }
        try stage.terminal.send("q")
        try expect(stage.finish(), equals: Stage.End(status: "0"))
        #expect(stage.diagnostics.isEmpty)
    }

    @Test func withoutTheProgramTheCaptionStands() throws {
        // The shell, which has another PATH, starts bash, env and the rest of the stage.
        let stage = try stage(Fixture.song(image: Fixture.image), ["PATH": folder.path])
        try stage.terminal.wait(for: "the caption in a frame") { Array($0.lines[2...6]) == captionInAFrame }
    }

    @Test func leavingTheSceneKillsTheProgram() throws {
        let stage = try stage(
            Fixture.song(image: Fixture.image), ["PATH": path("echo $$ >'\(folder.path)/pid'; exec sleep 1000")])
        var pid: Int32?
        #expect(
            eventually {
                pid = (try? folder.text(of: "pid")).flatMap { Int32($0.trimmingCharacters(in: .newlines)) }
                return pid != nil
            })
        try stage.send(Fixture.show(Fixture.found, "apps-2"), Fixture.navigate("apps-2"))
        try stage.terminal.wait(for: "Humway")
        let running = try require(pid)
        #expect(eventually { kill(running, 0) != 0 })
    }

    @Test func aPageIsDrawnOnceForEachSize() throws {
        let path = try path("echo x >>'\(folder.path)/runs'; printf 'DRAWN\\n'")
        let stage = try stage(Fixture.pager(1, image: Fixture.image), ["PATH": path])
        try stage.terminal.wait(for: "DRAWN")
        try stage.send(Fixture.show(Fixture.pager(2)))
        try stage.terminal.wait(for: "2 of 5") { !$0.contains("DRAWN") && $0.contains("2 of 5") }
        try stage.send(Fixture.show(Fixture.pager(1, image: Fixture.image)))
        try stage.terminal.wait(for: "DRAWN")
        try expect(folder.text(of: "runs"), equals: "x\n")
        try stage.terminal.resize(columns: 60, rows: 20)
        // A terminal may pass through sizes on its way to the new one.
        #expect(eventually { (try? folder.text(of: "runs").hasPrefix("x\nx\n")) == true })
        try stage.terminal.wait(for: "another drawing") { $0.lines[19].contains("→ next") && $0.contains("DRAWN") }
    }

    private static let hasChafa = ["/usr/bin/chafa", "/usr/local/bin/chafa", "/opt/homebrew/bin/chafa"]
        .contains(where: FileManager.default.isExecutableFile)

    @Test(.enabled(if: hasChafa)) func chafaItselfIsUnderstood() throws {
        let stage = try stage(Fixture.song(image: Fixture.image), ["NO_COLOR": "1"])
        let screen = try stage.terminal.wait(for: "a picture") { $0.contains("A song") && !$0.contains("The cover") }
        expect(screen.lines[12] == "" && screen.lines[13] == "  A song", "at the size that was asked for")
    }
}
