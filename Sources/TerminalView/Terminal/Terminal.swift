import Platform
import ScreenModel
import Wire

/// The session's terminal in full screen: raw input and the alternate screen. ``leave()`` undoes both, and may be called
/// more than once.
struct Terminal: ~Copyable {
    private let input: Int32
    private let output: Int32
    private let original: termios
    private var isFullScreen = false
    /// Whether it reports the mouse.
    private let hasMouse: Bool
    private let hasTitle: Bool

    /// - Returns: nil when the input is no terminal.
    init?(_ session: SessionDescriptors, hasMouse: Bool, hasTitle: Bool) {
        self.hasTitle = hasTitle
        self.hasMouse = hasMouse
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

    /// Sets all modes, also when called again: a shell may have changed them in between.
    mutating func enter() {
        isFullScreen = true
        var raw = original
        cfmakeraw(&raw)
        tcsetattr(input, TCSADRAIN, &raw)
        let modes = (hasTitle ? ControlSequence.keepTitle : "") + (hasMouse ? ControlSequence.reportMouse : "")
        write(Array((ControlSequence.enterFullScreen + modes).utf8))
    }

    mutating func leave() {
        guard isFullScreen else { return }
        isFullScreen = false
        Self.restore(original, input: input, output: output)
    }

    /// Asks the terminal whether it reads UTF-8: it writes `é` and asks for the cursor. In UTF-8 that takes one cell; in any
    /// other encoding its two bytes take two, and are no controls.
    /// - Returns: false also when it does not answer in time; and what was typed meanwhile.
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

    /// Milliseconds. A later answer is swallowed by ``KeyDecoder``.
    private static let patience = 250
    /// Bytes of the answer and of all that is typed before it.
    private static let longestAnswer = 1 << 16

    func write(_ bytes: [UInt8]) {
        guard !bytes.isEmpty else { return }
        // The loop learns from the input, or SIGHUP, that a terminal is gone.
        try? StandardStream.write(bytes, to: output)
    }

    /// 80×24 when the terminal does not know its size. Of an absurdly large one only the upper left part is used.
    var size: Size {
        var window = winsize()
        guard ioctl(output, UInt(TIOCGWINSZ), &window) == 0, window.ws_col > 0, window.ws_row > 0 else {
            return Size(columns: 80, rows: 24)
        }
        return Size.ofTerminal(columns: Int(window.ws_col), rows: Int(window.ws_row))
    }

    /// Pixels; nil where it does not say, or says what cannot be.
    var cell: PixelSize? {
        var window = winsize()
        guard ioctl(output, UInt(TIOCGWINSZ), &window) == 0, window.ws_col > 0, window.ws_row > 0 else { return nil }
        let cell = PixelSize(
            width: Int(window.ws_xpixel) / Int(window.ws_col), height: Int(window.ws_ypixel) / Int(window.ws_row))
        return 2...100 ~= cell.width && 2...200 ~= cell.height ? cell : nil
    }

    private static func restore(_ original: termios, input: Int32, output: Int32) {
        try? StandardStream.write(Array(ControlSequence.leaveFullScreen.utf8), to: output)
        var attributes = original
        tcsetattr(input, TCSADRAIN, &attributes)
    }
}
