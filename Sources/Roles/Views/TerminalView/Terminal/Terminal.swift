import Platform
import ScreenModel
import Wire

/// The session's terminal in full screen: raw input and the alternate screen. ``leave()`` undoes both, and may be called
/// more than once.
struct Terminal: ~Copyable {
    let input: Int32
    let output: Int32
    private let original: termios
    private var isFullScreen = false
    /// True if it reports the mouse.
    private let hasMouse: Bool
    private let hasTitle: Bool
    /// Nil for the whole screen.
    private(set) var inline: InlinePlace?

    /// - Returns: nil when the input is not a terminal.
    init?(_ session: SessionDescriptors, hasMouse: Bool, hasTitle: Bool, inline: InlinePlace? = nil) {
        self.inline = inline
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
        Self.restore(original, input: input, output: output, inline)
    }

    /// Sets all modes, also when called again: a shell may have changed them in between.
    mutating func enter() {
        isFullScreen = true
        var raw = original
        cfmakeraw(&raw)
        tcsetattr(input, TCSADRAIN, &raw)
        let modes = (hasTitle ? ControlSequence.keepTitle : "") + (hasMouse ? ControlSequence.reportMouse : "")
        let entering = inline == nil ? ControlSequence.enterFullScreen : ControlSequence.enterInline
        write(Array((entering + modes).utf8))
    }

    /// Finds the rows for the view where the cursor is, or again where it has got to. Without an answer, the view takes the whole screen.
    /// - Parameter isNew: whether the user's line may stand before the cursor.
    /// - Returns: the keys that arrived in between.
    mutating func findPlace(isNew: Bool) -> [UInt8] {
        guard inline != nil else { return [] }
        write(Array("\u{1B}[6n".utf8))
        let (answer, typed) = readReport()
        // All rows are the whole screen, which the terminal brings back. A terminal that has become small may grow again.
        guard let report = answer, inline?.hasBegun == true || inline?.isWhole(of: wholeSize.rows) == false else {
            let end = !isNew && inline?.hasBegun == true ? inline?.end : nil
            inline = nil
            write(Array(((end ?? "") + ControlSequence.enterFullScreen).utf8))
            return typed
        }
        let rows = wholeSize.rows
        write(Array((inline?.begin(at: report, of: rows, isNew: isNew) ?? "").utf8))
        return typed
    }

    /// - Returns: whether the view has got more rows.
    mutating func grow(to rows: Int) -> Bool {
        let total = wholeSize.rows
        guard let sequence = inline?.grow(to: rows, of: total) else { return false }
        write(Array(sequence.utf8))
        return true
    }

    mutating func leave() {
        guard isFullScreen else { return }
        isFullScreen = false
        Self.restore(original, input: input, output: output, inline)
    }

    /// Asks the terminal whether it reads UTF-8: it writes `é` and asks for the cursor. In UTF-8 that takes one cell; in any
    /// other encoding its two bytes take two, and are not controls.
    /// - Returns: false also when it does not reply in time; and the keys that arrived in between.
    func askForUTF8() -> (isUTF8: Bool, typed: [UInt8]) {
        write(Array("\ré\u{1B}[6n".utf8))
        let (report, typed) = readReport()
        return (report?.column == 2, typed)
    }

    /// - Returns: the place of the cursor, if the terminal reports it in time; and the keys that arrived in between.
    private func readReport() -> (report: CursorReport?, typed: [UInt8]) {
        let deadline = Instant.now + Self.patience
        var bytes: [UInt8] = []
        while bytes.count < Self.longestAnswer, PollSet.isReady(input, until: deadline) {
            guard let chunk = try? StandardStream.read(input), !chunk.isEmpty else { break }
            bytes += chunk
            if let report = CursorReport(in: bytes) { return (report, report.rest) }
        }
        return (nil, bytes)
    }

    /// A later answer is swallowed by ``KeyDecoder``.
    private static let patience = Duration.milliseconds(250)
    /// Bytes of the answer and of all that is typed before it.
    private static let longestAnswer = 1 << 16

    func write(_ bytes: [UInt8]) {
        guard !bytes.isEmpty else { return }
        // The loop learns from the input, or SIGHUP, that a terminal is gone.
        try? StandardStream.write(bytes, to: output)
    }

    /// The rows of the view.
    var size: Size {
        let whole = wholeSize
        guard let inline else { return whole }
        return Size(columns: whole.columns, rows: min(inline.rows, whole.rows), isInline: true)
    }

    /// 80×24 when the terminal does not know its size. Of an absurdly large one only the upper left part is used.
    private var wholeSize: Size {
        guard let window = winsize(of: output), window.ws_col > 0, window.ws_row > 0 else {
            return Size(columns: 80, rows: 24)
        }
        return Size.ofTerminal(columns: Int(window.ws_col), rows: Int(window.ws_row))
    }

    /// Pixels; nil where the terminal reports none, or an impossible size.
    var cell: PixelSize? {
        guard let window = winsize(of: output), window.ws_col > 0, window.ws_row > 0 else { return nil }
        let cell = PixelSize(
            width: Int(window.ws_xpixel) / Int(window.ws_col), height: Int(window.ws_ypixel) / Int(window.ws_row))
        return 2...100 ~= cell.width && 2...200 ~= cell.height ? cell : nil
    }

    private static func restore(_ original: termios, input: Int32, output: Int32, _ inline: InlinePlace?) {
        let leaving = inline.map { ControlSequence.leaveInline + $0.end } ?? ControlSequence.leaveFullScreen
        try? StandardStream.write(Array(leaving.utf8), to: output)
        var attributes = original
        tcsetattr(input, TCSADRAIN, &attributes)
    }
}

/// The session's own input and output. The view's stdin and stdout are the bus.
package struct SessionDescriptors: Sendable {
    package let input: Int32
    package let output: Int32
    /// The output for the author of a script: failures, and what the view is waiting for.
    package let diagnostics: Int32

    /// Descriptors 3, 4 and 5 where they are open, as in a session; else the controlling terminal and the view's own
    /// standard error.
    /// - Parameter isSupervised: without a supervisor, descriptor 5 has another meaning.
    /// - Returns: nil without descriptors and without a terminal.
    package static func find(isSupervised: Bool) -> SessionDescriptors? {
        let diagnostics: Int32 = isSupervised && isOpen(5) ? 5 : StandardStream.diagnostics
        if isOpen(3), isOpen(4) {
            // Programs that the view starts must not reach the user.
            for descriptor in [3, 4, diagnostics] where descriptor > 2 { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
            return SessionDescriptors(input: 3, output: 4, diagnostics: diagnostics)
        }
        let terminal = open("/dev/tty", O_RDWR | O_CLOEXEC)
        guard terminal >= 0 else { return nil }
        return SessionDescriptors(input: terminal, output: terminal, diagnostics: diagnostics)
    }

    package var inputIsTerminal: Bool { isatty(input) == 1 }
    package var diagnosticsAreTerminal: Bool { isatty(diagnostics) == 1 }
    package var outputIsTerminal: Bool { isatty(output) == 1 }
    package var areTerminals: Bool { inputIsTerminal && outputIsTerminal }

    private static func isOpen(_ descriptor: Int32) -> Bool { fcntl(descriptor, F_GETFD) >= 0 }
}

/// A terminal's report of its cursor's place: `ESC [ row ; column R` (ECMA-48, CPR).
package struct CursorReport: Equatable, Sendable {
    /// The row and the column from 1.
    package let row: Int
    package let column: Int
    /// The other bytes: keys that the user pressed in between.
    package let rest: [UInt8]

    /// - Returns: nil while the bytes contain no report.
    package init?(in bytes: [UInt8]) {
        var start = bytes.startIndex
        while let escape = bytes[start...].firstIndex(of: 0x1B) {
            start = escape + 1
            guard let end = bytes[start...].firstIndex(of: UInt8(ascii: "R")), bytes[start] == UInt8(ascii: "[") else {
                continue
            }
            let numbers = bytes[(start + 1)..<end].split(
                separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
            guard numbers.count == 2, let row = UInt16(String(decoding: numbers[0], as: UTF8.self)),
                let column = UInt16(String(decoding: numbers[1], as: UTF8.self))
            else { continue }
            (self.row, self.column) = (Int(row), Int(column))
            rest = Array(bytes[..<escape] + bytes[(end + 1)...])
            return
        }
        return nil
    }
}

/// The prompt of a shell that has taken the terminal before the view had left it, as it does when the supervisor is killed: it is
/// written onto the screen that the view leaves, so it is lost.
enum ShellPrompt {
    /// Time in which a line editor notices a new size.
    private static let notice = Duration.milliseconds(30)

    /// Line editors draw themselves again when the terminal's size changes; SIGWINCH alone is not enough for them. So the terminal is
    /// one row shorter for a moment, unless it gets another size meanwhile. Does nothing while the terminal is still ours.
    static func show(on terminal: Int32) {
        let owner = tcgetpgrp(terminal)
        guard owner > 0, owner != getpgrp(), var size = winsize(of: terminal), size.ws_row > 1 else { return }
        var shorter = size
        shorter.ws_row -= 1
        _ = ioctl(terminal, UInt(TIOCSWINSZ), &shorter)
        var nothing = PollSet()
        nothing.wait(for: notice)
        guard let now = winsize(of: terminal), now.ws_row == shorter.ws_row, now.ws_col == shorter.ws_col else {
            return
        }
        _ = ioctl(terminal, UInt(TIOCSWINSZ), &size)
    }
}

private func winsize(of terminal: Int32) -> winsize? {
    var size = Platform.winsize()
    return ioctl(terminal, UInt(TIOCGWINSZ), &size) == 0 ? size : nil
}
