import Foundation
import Processes
import TestSupport
import Testing

@testable import Supervision

/// A terminal in the state that a killed view leaves.
@Suite struct TerminalStateTests {
    private static func localFlags(_ terminal: Int32) -> tcflag_t {
        var settings = termios()
        tcgetattr(terminal, &settings)
        return settings.c_lflag
    }

    @Test(arguments: [false, true]) func isRestored(afterCrash: Bool) throws {
        let terminal = try PseudoTerminal.open(columns: 80, rows: 24)
        let (keyboard, screen) = (terminal.ours.number, terminal.theirs.number)
        _ = fcntl(keyboard, F_SETFL, O_NONBLOCK)
        let before = Self.localFlags(screen)
        let state = try require(TerminalState(of: screen))
        var raw = termios()
        tcgetattr(screen, &raw)
        raw.c_lflag &= ~tcflag_t(ECHO | ICANON)
        tcsetattr(screen, TCSANOW, &raw)
        #expect(Self.localFlags(screen) != before)
        state.restore(afterCrash: afterCrash, screen: screen)
        expect(Self.localFlags(screen), equals: before)
        var bytes = [UInt8](repeating: 0, count: 1000)
        let count = read(keyboard, &bytes, bytes.count)
        expect(
            String(decoding: bytes.prefix(max(0, count)), as: UTF8.self),
            equals: (afterCrash ? TerminalReset.sequence : ""))
    }

    /// Regression: a view that was killed right after its start left the terminal's answer "CSI 0 n", and the shell
    /// took the "n" for the beginning of the next command.
    @Test(arguments: [false, true]) func anAnswerToADeadViewIsNotTypedIntoTheShell(isLast: Bool) throws {
        let terminal = try PseudoTerminal.open(columns: 80, rows: 24)
        let (keyboard, screen) = (terminal.ours.number, terminal.theirs.number)
        var raw = termios()
        tcgetattr(screen, &raw)
        raw.c_lflag &= ~tcflag_t(ECHO | ICANON)
        tcsetattr(screen, TCSANOW, &raw)
        let state = try require(TerminalState(of: screen))
        expect(write(keyboard, "\u{1B}[0n", 4), equals: 4)
        var arrival = pollfd(fd: screen, events: Int16(POLLIN), revents: 0)
        expect(poll(&arrival, 1, 10_000), equals: 1)
        state.restore(afterCrash: true, isLast: isLast, screen: screen)
        var unread: Int32 = 0
        expect(ioctl(screen, UInt(FIONREAD), &unread), equals: 0)
        expect(unread, equals: (isLast ? 0 : 4))
    }

    /// Regression: a service with the terminal left O_NONBLOCK on it, and the next `cat` failed.
    @Test func aServiceDoesNotLeaveTheStreamsNonBlocking() throws {
        let pipe = try Pipe.open()
        let number = pipe.writer.number
        let flags = StreamFlags(of: [number])
        let before = fcntl(number, F_GETFL)
        pipe.writer.setNonBlocking()
        flags.restore()
        expect(fcntl(number, F_GETFL), equals: before)
        pipe.writer.setNonBlocking()
        let others = StreamFlags(of: [number, -1])
        _ = fcntl(number, F_SETFL, before)
        others.restore()
        #expect(fcntl(number, F_GETFL) & O_NONBLOCK != 0, "as it was")
    }

    @Test func whatIsNoTerminalHasNone() throws {
        let pipe = try Pipe.open()
        expect(TerminalState(of: pipe.reader.number), equals: nil)
        expect(TerminalState(of: -1), equals: nil)
    }
}
