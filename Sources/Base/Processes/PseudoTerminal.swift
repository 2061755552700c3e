import Platform

/// A pseudo-terminal: the program has one end, its caller has the other.
@frozen package struct PseudoTerminal: ~Copyable {
    /// The caller's end: it reads the program's output here, and writes its input.
    package let ours: Descriptor
    package let theirs: Descriptor

    package static func open(columns: Int, rows: Int) throws(SystemError) -> PseudoTerminal {
        let ours = try openOurs()
        let theirs = try open(try name(of: ours.number))
        let terminal = PseudoTerminal(ours: ours, theirs: theirs)
        terminal.resize(columns: columns, rows: rows)
        return terminal
    }

    package func resize(columns: Int, rows: Int) {
        var window = winsize(
            ws_row: UInt16(clamping: rows), ws_col: UInt16(clamping: columns), ws_xpixel: 0, ws_ypixel: 0)
        _ = ioctl(ours.number, UInt(TIOCSWINSZ), &window)
    }

    // Feature macros hide posix_openpt and its kin from Swift, so this does what they do (ptmx(4), ioctl_tty(2)):
    // TIOCSPTLCK and TIOCGPTN.
    private static let setLock: UInt = 0x4004_5431
    private static let getNumber: UInt = 0x8004_5430

    private static func openOurs() throws(SystemError) -> Descriptor {
        let descriptor = try open("/dev/ptmx")
        var locked: Int32 = 0
        guard ioctl(descriptor.number, setLock, &locked) == 0 else {
            throw SystemError("unlock a pseudo-terminal")
        }
        return descriptor
    }

    private static func name(of number: Int32) throws(SystemError) -> String {
        var index: UInt32 = 0
        guard ioctl(number, getNumber, &index) == 0 else { throw SystemError("name a pseudo-terminal") }
        return "/dev/pts/\(index)"
    }

    private static func open(_ path: String) throws(SystemError) -> Descriptor {
        try lift(Platform.open(path, O_RDWR | O_NOCTTY | O_CLOEXEC))
    }

    /// Moves a descriptor above those that a child uses for its own streams.
    private static func lift(_ number: Int32) throws(SystemError) -> Descriptor {
        guard number >= 0 else { throw SystemError("open a pseudo-terminal") }
        let low = Descriptor(owning: number)
        let lifted = fcntl(low.number, F_DUPFD_CLOEXEC, 10)
        guard lifted >= 0 else { throw SystemError("duplicate a descriptor") }
        return Descriptor(owning: lifted)
    }
}

/// Restores a terminal that a full-screen program has used: written by the view when it exits, and by the supervisor if the
/// view was killed.
package enum TerminalReset {
    /// Resets in order: end of a synchronized update, no reports of mouse and colours, the window's title from before, plain text that is
    /// no link, automatic wrapping, no bracketed paste, no scrolling margins, a visible cursor, the screen from before.
    package static let sequence = modes + "\u{1B}[?1049l"
    /// The same on the screen that is there.
    package static let modes =
        "\u{1B}[?2026l\u{1B}[?1006l\u{1B}[?1002l\u{1B}[?1000l\u{1B}[?2031l\u{1B}[23;2t\u{1B}[0m\u{1B}]8;;\u{1B}\\\u{1B}[?7h\u{1B}[?2004l\u{1B}7\u{1B}[r\u{1B}8\u{1B}[?25h"
}
