#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif
import Wire

/// How the terminal was before the session. The view restores it itself; this is for a view that was killed.
struct TerminalState {
    private let settings: termios

    /// Nil when stdin is no terminal.
    init?() {
        var settings = termios()
        guard tcgetattr(0, &settings) == 0 else { return nil }
        self.settings = settings
    }

    func restore(afterCrash: Bool) {
        var settings = settings
        tcsetattr(0, TCSADRAIN, &settings)
        guard afterCrash, isatty(1) == 1 else { return }
        // Leave synchronized output, the alternate screen and bracketed paste; plain text; show the cursor.
        let reset = "\u{1B}[?2026l\u{1B}[?1049l\u{1B}[?2004l\u{1B}[0m\u{1B}[?25h"
        try? StandardStream.write(Array(reset.utf8), to: 1)
    }
}
