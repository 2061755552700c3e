import Platform
import Processes
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
        try? StandardStream.write(Array(TerminalReset.sequence.utf8), to: 1)
    }
}
