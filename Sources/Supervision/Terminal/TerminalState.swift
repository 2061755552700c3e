import Platform
import Processes
import Wire

/// The terminal's settings before the session. The view restores them itself; this is for a view that was killed.
struct TerminalState {
    private let terminal: Int32
    private let settings: termios

    /// Nil when the descriptor is no terminal.
    init?(of terminal: Int32 = 0) {
        var settings = termios()
        guard tcgetattr(terminal, &settings) == 0 else { return nil }
        self.terminal = terminal
        self.settings = settings
    }

    /// - Parameters:
    ///   - afterCrash: whether the screen is to be reset too.
    ///   - screen: what was drawn on.
    func restore(afterCrash: Bool, screen: Int32 = 1) {
        var settings = settings
        tcsetattr(terminal, TCSADRAIN, &settings)
        guard afterCrash, isatty(screen) == 1 else { return }
        try? StandardStream.write(Array(TerminalReset.sequence.utf8), to: screen)
    }
}
