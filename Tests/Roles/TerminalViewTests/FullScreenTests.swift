import Foundation
import ScreenModel
import TerminalText
import TerminalView
import TestSupport
import Testing
import Wire

/// The executable on a real terminal.
@Suite struct FullScreenTests {
    private static func open(columns: Int = 80, rows: Int = 24) throws -> Stage {
        let stage = try Stage(columns: columns, rows: rows)
        try stage.send(Fixture.show(Fixture.found), Fixture.navigate("apps-1"))
        try stage.terminal.wait(for: "q quit")
        return stage
    }

    @Test func drawsAndReportsAndQuits() throws {
        let stage = try Self.open()
        let screen = try stage.terminal.wait(for: "1/4")
        expect(screen.isAlternate && screen.cursor == nil)
        expect(
            screen.lines[3], equals: "▸ Humway: Music Discovery                                ★★★★★ 4.8 (3,201,552)")
        try stage.terminal.send("/", "C-u")
        try stage.terminal.type("日本 jazz")
        let typing = try stage.terminal.wait(for: "/ 日本 jazz")
        expect(typing.cursor?.row == 1 && typing.cursor?.column == 12)
        try stage.terminal.send("Enter")
        try stage.waitForEvent(#""data":{"query":"日本 jazz"}"#)
        try stage.send(Fixture.show(Fixture.list(Fixture.numbered(1...30), text: "日本 jazz")))
        try stage.terminal.wait(for: "1/30")
        try stage.terminal.send("Down", "PPage", "NPage", "j", "Enter")
        try stage.waitForEvent("view.output.didSelect")
        try stage.terminal.send("q")
        try expect(stage.finish(), equals: Stage.End(status: "0"))
        expect(stage.diagnostics.split(separator: "\n").count, equals: 1)
        expect(stage.diagnostics, contains: "view.input.show has no correlationid")
    }

    /// Started as the supervisor starts it.
    @Test func takesTheTerminalFromDescriptors3And4() throws {
        let stage = try Stage(redirections: "3</dev/tty 4>/dev/tty")
        try stage.send(Fixture.show(Fixture.found), Fixture.navigate("apps-1"))
        try stage.terminal.wait(for: "q quit")
        try stage.terminal.send("q")
        try expect(stage.finish(), equals: Stage.End(status: "0"))
    }

    @Test(arguments: [("TERM=dumb", ""), ("TERM=xterm", "4>text")])
    func whereItCannotDrawItIsLinear(_ variable: String, _ redirection: String) throws {
        let parts = variable.split(separator: "=").map(String.init)
        let stage = try Stage(
            environment: [parts[0]: parts[1]], redirections: redirection.isEmpty ? "" : "3</dev/tty \(redirection)")
        try stage.send(Fixture.navigate("apps-1"), Fixture.show(Fixture.found))
        try stage.terminal.type("select 2")
        try stage.terminal.send("Enter")
        try stage.waitForEvent(#""data":{"row":"2"}"#)
        #expect(try !stage.terminal.screen().isAlternate)
    }

    @Test func aLoneEscapeIsAKey() throws {
        let stage = try Self.open()
        try stage.terminal.send("?")
        try stage.terminal.wait(for: "this help")
        try stage.terminal.send("Escape")
        try stage.terminal.wait(for: "no help") { !$0.contains("this help") }
        try expect(stage.terminal.screen().contains("q quit"))
    }

    /// Regression: it was read as Esc, which goes back, and letters. The link is so slow that the view asks the
    /// terminal in between, and the terminal has answered the last question.
    @Test func anArrowThatComesInPiecesIsOne() throws {
        let folder = try TemporaryFolder()
        let states = [
            Fixture.show(Fixture.found), Fixture.show(Fixture.found, "apps-2"), Fixture.navigate("apps-1", "apps-2"),
        ]
        try folder.write(states.map { String(decoding: $0.line, as: UTF8.self) }.joined(), to: "bus")
        let script = """
            import os, pty, subprocess, sys
            keyboard, terminal = pty.openpty()
            view = subprocess.Popen(
                [sys.argv[1]], stdin=subprocess.PIPE, stdout=open("events", "wb"), env={**os.environ, "TERM": "xterm"},
                start_new_session=True, preexec_fn=lambda: (os.dup2(terminal, 3), os.dup2(terminal, 4)), pass_fds=(3, 4))
            view.stdin.write(open("bus", "rb").read())
            view.stdin.flush()
            seen = b""
            def wait(text):
                global seen
                while text not in seen:
                    seen += os.read(keyboard, 65536)
                seen = seen.split(text, 1)[1]
            wait(b"1/4")
            for rest, place in [(b"[B", b"2"), (b"OB", b"3"), (b"[A", b"2")]:
                os.write(keyboard, b"\\x1b")
                wait(b"\\x1b[5n")
                os.write(keyboard, rest + b"\\x1b[0n")
                wait(place)
            print("events so far", os.path.getsize("events"))
            os.write(keyboard, b"\\x1b")
            wait(b"\\x1b[5n")
            os.write(keyboard, b"\\x1b[0n")
            while b"didGoBack" not in open("events", "rb").read():
                pass
            os.write(keyboard, b"q")
            print("ended with", view.wait())
            """
        try folder.write(script, to: "script.py")
        let result = try Command.run(
            ["timeout", "60", "python3", "script.py", Products.executable("viperline-view")], folder: folder.path)
        expect(result.output, equals: "events so far 0\nended with 0\n", "\(result.diagnostics)")
    }

    @Test func aPasteOf200kBIsTakenAtOnceAndOneWithoutAnEndIsLeft() throws {
        let stage = try Stage()
        try stage.send(Fixture.show(Fixture.empty), Fixture.navigate("apps-1"))
        try stage.terminal.wait(for: "Search the App Store")
        try stage.terminal.paste(String(repeating: "long ", count: 40_000))
        try stage.terminal.wait(for: "The text was cut: a search has at most 8192 bytes")
        // ESC [ 2 0 0 ~ without an end.
        try stage.terminal.send("-H", "1b", "5b", "32", "30", "30", "7e", "78")
        // A Ctrl-C that is read together with them is a part of the paste. After two later screens, they have been read.
        for last in [3, 4] {
            try stage.send(Fixture.show(Fixture.list(Fixture.numbered(1...last))))
            try stage.terminal.wait(for: "App \(last)")
        }
        try stage.terminal.send("C-c")
        try expect(stage.finish(), equals: Stage.End(status: "130"))
    }

    @Test func theThrobberTurnsAndStops() throws {
        let stage = try Self.open()
        try stage.send(Fixture.show(Fixture.list(Fixture.rows, activity: "Searching…")))
        let first = try stage.terminal.wait(for: "Searching…").lines[0]
        try stage.terminal.wait(for: "another frame") { $0.lines[0] != first && $0.contains("Searching…") }
        try stage.send(Fixture.show(Fixture.found))
        try stage.terminal.wait(for: "the end of it") { !$0.contains("Searching…") }
    }

    /// Regression: 771 frames per second, and keys waited for them.
    @Test func aFloodOfScreensIsNoFloodOfFrames() throws {
        let folder = try TemporaryFolder()
        let screens = (1...3000).map { number in
            String(decoding: Fixture.show(Fixture.list(Fixture.numbered(number...number + 9))).line, as: UTF8.self)
        }
        let bus = String(decoding: Fixture.navigate("apps-1").line, as: UTF8.self) + screens.joined()
        try folder.write(bus, to: "bus")
        let view = "cat bus | '\(Products.executable("viperline-view"))' >events"
        let clock = ContinuousClock()
        var status: Int32?
        let time = try clock.measure {
            status = try Command.run(
                ["script", "-qec", view, "typescript"], environment: ["SHELL": "/bin/sh", "LC_ALL": "C.UTF-8"],
                folder: folder.path
            ).status
        }
        expect(status, equals: 0)
        let frames = try folder.text(of: "typescript").components(separatedBy: ControlSequence.beginSynchronizedUpdate)
        expect(frames.count > 1 && Double(frames.count - 1) <= 60 * (time / .seconds(1)) + 2)
    }

    @Test func followsTheTerminalsSize() throws {
        let stage = try Self.open()
        try stage.terminal.resize(columns: 40, rows: 12)
        let small = try stage.terminal.wait(for: "40 columns") {
            $0.lines.contains(" ↑↓ move  ⏎ open  ? help  q quit    1/4")
        }
        expect(small.lines[4], equals: "  Plume          ★★★★★ 4.8 (3,201,552)")
        try stage.terminal.resize(columns: 100, rows: 30)
        let large = try stage.terminal.wait(for: "30 lines") { $0.lines.count >= 30 && $0.lines[29].contains("q quit") }
        expect(large.lines[3].hasSuffix("(3,201,552)") && CellWidth.of(large.lines[3]) == 98)
    }

    @Test(arguments: [
        (SIGTERM, "143"), (SIGHUP, "129"), (SIGINT, "130"),
    ]) func aSignalRestoresTheTerminal(_ number: Int32, _ status: String) throws {
        let stage = try Self.open()
        try stage.signal(number)
        try expect(stage.finish(), equals: Stage.End(status: status))
    }

    @Test func controlCRestoresTheTerminal() throws {
        let stage = try Self.open()
        try stage.terminal.send("C-c")
        try expect(stage.finish(), equals: Stage.End(status: "130"))
    }

    @Test func theEndOfTheBusRestoresTheTerminal() throws {
        let stage = try Self.open()
        try stage.endBus()
        try expect(stage.finish(), equals: Stage.End(status: "0"))
    }

    @Test func anEmptyStackEndsTheView() throws {
        let stage = try Self.open()
        try stage.send(Fixture.navigate())
        try expect(stage.finish(), equals: Stage.End(status: "0"))
    }

    @Test func suspendedAndContinued() throws {
        let stage = try Self.open()
        try stage.terminal.send("C-z")
        // The shell's `fg` returns once the job has stopped.
        try expect(stage.finish(), equals: Stage.End(status: "148"))
        try stage.terminal.send("Enter")
        try stage.terminal.wait(for: "the screen again") { $0.isAlternate && $0.contains("q quit") }
        try stage.terminal.send("q")
        #expect(try !stage.terminal.wait(for: "the shell at last").isAlternate)
    }

    @Test(
        arguments: [
            (["TERM": "xterm"], true, true), (["TERM": "xterm", "NO_COLOR": "1"], true, false),
            (["TERM": "dumb"], false, true), ([:], false, true),
        ] as [([String: String], Bool, Bool)])
    func whatTheEnvironmentSays(_ variables: [String: String], _ isCapable: Bool, _ hasColor: Bool) {
        let kind = TerminalKind { variables[$0] }
        expect(kind.isCapable == isCapable && kind.hasColor == hasColor)
    }

    @Test func withoutATerminalItSaysSo() throws {
        let result = try Command.run(
            ["setsid", "-w", Products.executable("viperline-view")], input: "")
        expect(result.status, equals: 69)
        expect(result.diagnostics, contains: "viperline-view: open /dev/tty:")
        #expect(result.output.isEmpty)
    }
}
