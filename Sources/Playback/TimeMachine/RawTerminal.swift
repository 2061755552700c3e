import Platform
import Wire

/// The terminal in raw mode, for single keys. Its settings are restored when this value goes.
package struct RawTerminal: ~Copyable {
    private let original: termios

    /// - Returns: nil if stdin or stdout is not a terminal.
    package init?() {
        var attributes = termios()
        guard isatty(StandardStream.output) == 1, tcgetattr(StandardStream.input, &attributes) == 0 else { return nil }
        original = attributes
        cfmakeraw(&attributes)
        tcsetattr(StandardStream.input, TCSADRAIN, &attributes)
    }

    deinit {
        var attributes = original
        tcsetattr(StandardStream.input, TCSADRAIN, &attributes)
    }

    var size: (columns: Int, rows: Int) {
        var window = winsize()
        guard ioctl(StandardStream.output, UInt(TIOCGWINSZ), &window) == 0, window.ws_col > 0, window.ws_row > 1 else {
            return (80, 24)
        }
        return (Int(window.ws_col), Int(window.ws_row))
    }
}
