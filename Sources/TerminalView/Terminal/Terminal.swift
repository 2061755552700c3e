import Platform
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

    /// Asks the terminal whether it reads UTF-8: `é` takes one cell then, and its two bytes take two in all other encodings,
    /// in none of which they control anything.
    /// - Returns: false when it does not answer in time; and what was typed meanwhile.
    func askForUTF8() -> (isUTF8: Bool, typed: [UInt8]) {
        write(Array("\ré\u{1B}[6n".utf8))
        let deadline = Readiness.now() + Self.patience
        let buffer = InputBuffer()
        var bytes: [UInt8] = []
        while bytes.count < Self.longestAnswer,
            Readiness.wait([input], timeout: max(deadline - Readiness.now(), 0)) == [true]
        {
            guard let chunk = try? buffer.read(input), !chunk.isEmpty else { break }
            bytes += chunk
            if let report = CursorReport(in: bytes) { return (report.column == 2, report.rest) }
        }
        return (false, bytes)
    }

    /// Milliseconds. An answer that comes later is no key and does no harm.
    private static let patience = 250
    /// Bytes, with all that is typed before it.
    private static let longestAnswer = 1 << 16

    func write(_ bytes: [UInt8]) {
        guard !bytes.isEmpty else { return }
        // A terminal that is gone is noticed by its input (or SIGHUP).
        try? StandardStream.write(bytes, to: output)
    }

    /// 80×24 when the terminal does not know. Of a larger one than anybody has, the upper left part.
    var size: Size {
        var window = winsize()
        guard ioctl(output, UInt(TIOCGWINSZ), &window) == 0, window.ws_col > 0, window.ws_row > 0 else {
            return Size(columns: 80, rows: 24)
        }
        return Size.ofTerminal(columns: Int(window.ws_col), rows: Int(window.ws_row))
    }

    private static func restore(_ original: termios, input: Int32, output: Int32) {
        try? StandardStream.write(Array(ControlSequence.leaveFullScreen.utf8), to: output)
        var attributes = original
        tcsetattr(input, TCSADRAIN, &attributes)
    }
}
