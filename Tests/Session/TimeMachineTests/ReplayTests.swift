import Foundation
import TestSupport
import Testing

/// `viperline replay` with the real view.
@Suite struct ReplayTests {
    private let folder: TemporaryFolder
    private let file: String

    init() throws {
        folder = try TemporaryFolder()
        file = try Recorded.file(in: folder)
    }

    private func replay(_ commands: String, _ options: String...) throws -> Command.Result {
        let command = [Products.executable("viperline"), "replay", file]
        return try Command.run(command + options, input: commands)
    }

    @Test func eachStopIsAPage() throws {
        let result = try replay("play\n")
        let expected = """
            [0/3] t=0.000 (beginning)
            == Home ==
            Good morning

            [1/3] t=1.000 select 1
            == Song ==
            Lullaby

            [2/3] t=2.000 press open
            opened https://songs.example/2
            == Song ==
            Lullaby

            [3/3] t=3.000 back
            == Home ==
            Good evening


            """
        expect(result.status, equals: 0)
        expect(result.output.split(separator: "\n"), equals: expected.split(separator: "\n"))
    }

    @Test(arguments: [
        ("next\nback\n", ["Good morning", "Lullaby", "Good morning"]), ("", ["Good morning"]),
        ("back\nnext\nquit\nnext\n", ["Good morning", "? this is the beginning", "Lullaby"]),
        ("leap\n", ["Good morning", "? \"leap\": the commands are next, back, play, quit"]),
    ]) func commandsMoveIt(_ commands: String, _ told: [String]) throws {
        let result = try replay(commands)
        expect(result.lines.filter { !$0.hasPrefix("[") && !$0.hasPrefix("=") }, equals: told)
    }

    @Test func itBeginsWhereItIsTold() throws {
        try expect(replay("", "--from", "2.5").lines.first, equals: "[2/3] t=2.000 press open")
    }

    static let refused: [([String], Int32)] = [
        (["--speed", "0"], 64), (["--from=-1"], 64), (["--", "no-such-view-anywhere"], 64),
    ]

    @Test(arguments: refused) func whatCannotBeIsRefused(_ options: [String], _ status: Int32) throws {
        let result = try Command.run([Products.executable("viperline"), "replay", file] + options)
        expect(result.status, equals: status)
    }

    private func terminal(_ options: String = "") throws -> Tmux {
        // When the shell ends, tmux scrolls by one line.
        let replay = "\(Products.executable("viperline")) replay \(options) \(file)"
        return try Tmux("\(replay); echo \"\nended $?\"", rows: 12)
    }

    private func scrubber(_ screen: Tmux.Screen) -> String { screen.lines.last ?? "" }

    @Test func stepsGoForwardAndBackInATerminal() throws {
        let tmux = try terminal()
        try tmux.wait(for: "the first screen") { $0.contains("Good morning") && scrubber($0).contains("0/3") }
        try tmux.send("Right")
        try tmux.wait(for: "the song") { $0.contains("Lullaby") && scrubber($0).contains("1/3 select 1") }
        try tmux.send("Right", "Right")
        try tmux.wait(for: "the end") { $0.contains("Good evening") && scrubber($0).contains("3/3 back") }
        try tmux.send("Left", "Left")
        try tmux.wait(for: "the song again") { $0.contains("Lullaby") && scrubber($0).contains("1/3") }
        try tmux.resize(columns: 60, rows: 10)
        try tmux.wait(for: "the smaller terminal") {
            $0.lines.count == 10 && $0.contains("Lullaby") && scrubber($0).contains("1/3")
        }
        try tmux.send("q")
        let end = try tmux.wait(for: "ended 0")
        #expect(!end.isAlternate)
    }

    @Test func itPlaysToTheEndInATerminal() throws {
        let tmux = try terminal("--speed 16 --from 0")
        try tmux.wait(for: "the scrubber") { scrubber($0).contains("16×") }
        try tmux.send("Space")
        try tmux.wait(for: "the end") { $0.contains("Good evening") && scrubber($0).hasPrefix("‖") }
        try tmux.send("C-c")
        try tmux.wait(for: "ended 0")
    }
}
