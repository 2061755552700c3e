#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif
import Wire

/// The session's terminal, full-screen: raw input, the alternate screen. Leaving it undoes all of that, and may be done
/// any number of times.
struct Terminal: ~Copyable {
    private let input: Int32
    private let output: Int32
    private let original: termios
    private var isFullScreen = false

    /// - Returns: nil when the input is no terminal.
    init?(_ session: SessionDescriptors) {
        input = session.input
        output = session.output
        var attributes = termios()
        guard tcgetattr(input, &attributes) == 0 else { return nil }
        original = attributes
    }

    deinit {
        guard isFullScreen else { return }
        Self.restore(original, input: input, output: output)
    }

    /// Enters full screen; a second time it enters again, because a shell may have changed things in between.
    mutating func enter() {
        isFullScreen = true
        var raw = original
        cfmakeraw(&raw)
        tcsetattr(input, TCSADRAIN, &raw)
        write(Array(ControlSequence.enterFullScreen.utf8))
    }

    mutating func leave() {
        guard isFullScreen else { return }
        isFullScreen = false
        Self.restore(original, input: input, output: output)
    }

    func write(_ bytes: [UInt8]) {
        guard !bytes.isEmpty else { return }
        // A terminal that is gone is noticed by its input (or SIGHUP).
        try? StandardStream.write(bytes, to: output)
    }

    /// 80×24 when the terminal does not know.
    var size: Size {
        var window = winsize()
        guard ioctl(output, UInt(TIOCGWINSZ), &window) == 0, window.ws_col > 0, window.ws_row > 0 else {
            return Size(columns: 80, rows: 24)
        }
        return Size(columns: Int(window.ws_col), rows: Int(window.ws_row))
    }

    private static func restore(_ original: termios, input: Int32, output: Int32) {
        try? StandardStream.write(Array(ControlSequence.leaveFullScreen.utf8), to: output)
        var attributes = original
        tcsetattr(input, TCSADRAIN, &attributes)
    }
}
