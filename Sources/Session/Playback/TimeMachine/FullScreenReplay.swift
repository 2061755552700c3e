import Analysis
import Platform
package import Processes
import SessionClient
import TerminalText
import Wire

/// Replays a session in a terminal. The real view draws on a pseudo-terminal with one row less; the last row is the
/// scrubber. The view gets no keys.
///
///     a key                        → Transport: play, step, jump → a jump starts a new view
///     a tick, while it plays       → ViewTape: the events that are due → the view's stdin
///     bytes of the pseudo-terminal → the terminal, and the scrubber once they pause
///     SIGWINCH; other signals      → a new size for the view; the end
package final class FullScreenReplay {
    private var transport: Transport
    private let tape: ViewTape
    private let terminal: RawTerminal
    private let screen: PseudoTerminal
    private let start: (borrowing PseudoTerminal) throws(SystemError) -> RoleProcess
    private var view: RoleProcess
    private let signals: SignalPipe
    /// The exit code; nil until the replay is over.
    private var code: Int32?
    /// The text in the place of the passing event, until the first key.
    private var hint: String? = "space plays, ←→ step, q quits"
    /// The scrubber as drawn last; empty if the view may have drawn over it.
    private var drawn = ""
    private var last = Instant.now

    /// Time between two checks for due events while playing.
    private static let tick = Duration.milliseconds(30)
    /// The view's output comes in pieces; it must pause this long before we write in between.
    private static let quiet = Duration.milliseconds(10)

    /// - Parameter command: the view's program and arguments.
    package init(
        _ transport: Transport, tape: ViewTape, terminal: consuming RawTerminal, command: [String],
        environment: [String: String]
    ) throws(SystemError) {
        self.transport = transport
        self.tape = tape
        signals = try SignalPipe([SIGWINCH, SIGTERM, SIGHUP, SIGINT])
        let size = terminal.size
        self.terminal = terminal
        screen = try PseudoTerminal.open(columns: size.columns, rows: size.rows - 1)
        let service = transport.timeline.view
        start = { (screen: borrowing PseudoTerminal) throws(SystemError) in
            try RoleProcess(
                command, service: service, run: "replay", environment: environment,
                descriptors: [(screen.theirs.number, 3), (screen.theirs.number, 4)])
        }
        view = try start(screen)
    }

    /// Runs until the user leaves.
    /// - Returns: the exit code; 128 + n after the signal n.
    package func run() throws(SystemError) -> Int32 {
        defer { leave() }
        try wind()
        while true {
            try turn()
            draw()
            if let code { return code }
        }
    }

    private func turn() throws(SystemError) {
        let ready = view.turn(
            alsoReading: [screen.ours.number, StandardStream.input, signals.descriptor],
            within: transport.isPlaying ? Self.tick : nil)
        while view.nextLine() != nil {}
        if ready.contains(screen.ours.number) { copyScreen() }
        if ready.contains(StandardStream.input) { try readKeys() }
        if ready.contains(signals.descriptor) { handleSignals() }
        try passTime()
        // The view has ended; nothing more is drawn.
        if view.isSilent { code = code ?? ExitStatus.done.rawValue }
    }

    private func passTime() throws(SystemError) {
        let now = Instant.now
        let elapsed = (now - last) / .seconds(1)
        last = now
        guard transport.isPlaying else { return }
        transport.advance(by: elapsed)
        view.give(try tape.play(to: transport.position))
    }

    /// Jumps to another moment, with a new view: the present one may have scrolled or have an open prompt. It is
    /// killed, so that it does not flash the screen by leaving it.
    private func jump() throws(SystemError) {
        view.signal(SIGKILL)
        _ = view.leave(within: .zero)
        view = try start(screen)
        try wind()
    }

    /// Makes the view show the transport's position.
    private func wind() throws(SystemError) {
        let beginning = transport.timeline.beginning(of: transport.stop)
        view.give(try tape.wind(to: transport.position, since: beginning))
    }

    private func readKeys() throws(SystemError) {
        let bytes = AvailableBytes.read(StandardStream.input)
        guard !bytes.isEmpty else { return code = 128 + SIGHUP }
        hint = nil
        for key in ReplayKey.decode(bytes) {
            switch key {
            case .quit: code = ExitStatus.done.rawValue
            case .control(let control):
                let position = transport.position
                transport.apply(control)
                if transport.position != position { try jump() }
            }
        }
    }

    private func handleSignals() {
        for number in signals.take() {
            guard number == SIGWINCH else {
                code = 128 + number
                continue
            }
            let size = terminal.size
            screen.resize(columns: size.columns, rows: size.rows - 1)
            // The pseudo-terminal controls no session, so the kernel sends no SIGWINCH.
            view.signal(SIGWINCH)
            drawn = ""
        }
    }

    /// Copies the view's output to the terminal until it pauses.
    private func copyScreen() {
        repeat {
            let bytes = AvailableBytes.read(screen.ours.number)
            guard !bytes.isEmpty else { return }
            try? StandardStream.write(bytes, to: StandardStream.output)
        } while PollSet.isReady(screen.ours.number, within: Self.quiet)
        // The view may have cleared the whole screen.
        drawn = ""
    }

    private func draw() {
        let size = terminal.size
        let line = Scrubber.line(transport, passing: hint ?? tape.passing, width: size.columns)
        guard line != drawn else { return }
        drawn = line
        // Saves the cursor, writes the last row in reverse video, restores the cursor (DECSC, CUP, SGR, EL, DECRC).
        let text = "\u{1B}7\u{1B}[\(size.rows);1H\u{1B}[0;7m\(line)\u{1B}[K\u{1B}8"
        try? StandardStream.write(Array(text.utf8), to: StandardStream.output)
    }

    /// At the end of its input the view restores the screen.
    private func leave() {
        view.endInput()
        let deadline = Instant.now + .seconds(2)
        while !view.isSilent, Instant.now < deadline {
            let ready = view.turn(alsoReading: [screen.ours.number], within: .milliseconds(100))
            while view.nextLine() != nil {}
            if ready.contains(screen.ours.number) { copyScreen() }
        }
        _ = view.leave(within: .seconds(1))
        if PollSet.isReady(screen.ours.number) { copyScreen() }
    }
}

/// A key pressed during a replay.
package enum ReplayKey: Equatable, Sendable {
    case control(Transport.Control)
    case quit

    private static let letters: [Unicode.Scalar: ReplayKey] = [
        " ": .control(.playOrPause), "n": .control(.next), "l": .control(.next), "b": .control(.previous),
        "h": .control(.previous), "+": .control(.faster), "=": .control(.faster), "-": .control(.slower),
        "g": .control(.toBeginning), "G": .control(.toEnd), "q": .quit,
        // Ctrl-C and Ctrl-D, which are plain bytes in raw mode.
        "\u{3}": .quit, "\u{4}": .quit,
    ]
    /// The keys of control sequences, by their final bytes.
    private static let sequences: [Unicode.Scalar: ReplayKey] = [
        "C": .control(.next), "D": .control(.previous), "H": .control(.toBeginning), "F": .control(.toEnd),
    ]

    /// Decodes a terminal's input and skips other keys. Sequences are expected whole, as terminals send them.
    package static func decode(_ bytes: [UInt8]) -> [ReplayKey] {
        var keys: [ReplayKey?] = []
        var rest = bytes[...]
        while let first = rest.popFirst() {
            if first == 0x1B, rest.first == UInt8(ascii: "[") || rest.first == UInt8(ascii: "O") {
                // Parameters and intermediates of a control sequence (ECMA-48 5.4), then its final byte.
                rest = rest.dropFirst().drop { 0x20...0x3F ~= $0 }
                keys.append(rest.popFirst().flatMap { sequences[Unicode.Scalar($0)] })
            } else {
                keys.append(letters[Unicode.Scalar(first)])
            }
        }
        return keys.compactMap(\.self)
    }
}

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

enum AvailableBytes {
    /// - Returns: empty at the end of the stream and after an error.
    static func read(_ descriptor: Int32) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: PipedProcess.chunk) { space, count in
            count = (try? StandardStream.read(descriptor, into: UnsafeMutableRawBufferPointer(space))) ?? 0
        }
    }
}

/// The time machine's status line: motion, position among the user's actions, and the passing event.
package enum Scrubber {
    private static let leastText = 24

    /// The line, at most `width` cells wide.
    package static func line(_ transport: Transport, passing: String?, width: Int) -> String {
        let state = (transport.isPlaying ? "▶" : "‖") + " \(speed(transport.speed))× "
        let moment = " \(TimeText.moment(transport.position))/\(TimeText.moment(transport.timeline.duration)) s  "
        let (timeline, stop) = (transport.timeline, transport.stop)
        let text = ["\(timeline.number(of: stop)) \(timeline.title(of: stop))", passing]
            .compactMap { $0.map(Sanitizer.line) }.joined(separator: " · ")
        let room = width - CellWidth.of(state) - CellWidth.of(moment)
        // A third for the bar, or more if there is no text.
        let bar = max(0, min(room - leastText, max(width / 3, room - CellWidth.of(text))))
        let line = state + Self.bar(transport, width: bar) + moment + text
        return line.truncated(to: max(0, width))
    }

    /// `├┼──●─┼───┤`, with a mark at each action.
    private static func bar(_ transport: Transport, width: Int) -> String {
        guard width >= 3 else { return "" }
        let duration = max(transport.timeline.duration, 0.000_001)
        func cell(_ time: Double) -> Int { min(width - 1, max(0, Int(time / duration * Double(width - 1)))) }
        var cells = Array(repeating: Character("─"), count: width)
        for action in transport.timeline.actions { cells[cell(action.time)] = "┼" }
        cells[0] = "├"
        cells[width - 1] = "┤"
        cells[cell(transport.position)] = "●"
        return String(cells)
    }

    /// `2` or `0.5`.
    private static func speed(_ speed: Double) -> String {
        Int(exactly: speed).map { "\($0)" } ?? "\(speed)"
    }
}
