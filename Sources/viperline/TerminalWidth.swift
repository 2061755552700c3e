import Platform
import Wire

/// How wide what we print may be.
enum TerminalWidth {
    /// Cells of the terminal at stdout; 80 where there is none.
    static var current: Int {
        var window = winsize()
        guard ioctl(StandardStream.output, UInt(TIOCGWINSZ), &window) == 0, window.ws_col > 0 else { return 80 }
        return Int(window.ws_col)
    }
}
