import Platform
import Wire

/// The width of our output.
enum TerminalWidth {
    /// The terminal's width in cells; 80 without one.
    static var current: Int {
        var window = winsize()
        guard ioctl(StandardStream.output, UInt(TIOCGWINSZ), &window) == 0, window.ws_col > 0 else { return 80 }
        return Int(window.ws_col)
    }
}
