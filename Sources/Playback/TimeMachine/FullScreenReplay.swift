import Control
import Platform
package import Processes
import Recording
import Wire

/// Replays a session in a terminal. The real view draws on a pseudo-terminal with one row less; the last row is the
/// scrubber. The view gets no keys.
package final class FullScreenReplay {
    private var transport: Transport
    private let tape: ViewTape
    private let terminal: RawTerminal
    private let screen: PseudoTerminal
    private let start: (borrowing PseudoTerminal) throws(SystemError) -> RoleProcess
    private var view: RoleProcess
    private let signals: SignalPipe
    private var isOver = false
    private var endingSignal: Int32?
    /// Until the first key.
    private var hint: String? = "space plays, ←→ step, q quits"
    /// The scrubber as drawn last; empty if the view may have drawn over it.
    private var drawn = ""
    private var last = ContinuousClock.now

    /// Milliseconds between two checks for due events while playing.
    private static let tick: Int32 = 30
    /// The view's output comes in pieces; it must pause this long before we write in between.
    private static let quiet: Int32 = 10

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

    /// Runs until the person leaves.
    /// - Returns: the exit code; 128 + n after the signal n.
    package func run() throws(SystemError) -> Int32 {
        defer { leave() }
        try wind()
        while !isOver {
            try turn()
            draw()
        }
        return endingSignal.map { 128 + $0 } ?? ExitStatus.done.rawValue
    }

    private func turn() throws(SystemError) {
        let ready = view.turn(
            alsoReading: [screen.ours.number, StandardStream.input, signals.descriptor],
            milliseconds: transport.isPlaying ? Self.tick : -1)
        while view.nextLine() != nil {}
        if ready.contains(screen.ours.number) { copyScreen() }
        if ready.contains(StandardStream.input) { try readKeys() }
        if ready.contains(signals.descriptor) { handleSignals() }
        try passTime()
        // The view has ended; nothing more is drawn.
        if view.isSilent { isOver = true }
    }

    private func passTime() throws(SystemError) {
        let now = ContinuousClock.now
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
        guard !bytes.isEmpty else {
            endingSignal = SIGHUP
            isOver = true
            return
        }
        hint = nil
        for key in ReplayKey.decode(bytes) {
            switch key {
            case .quit: isOver = true
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
                endingSignal = number
                isOver = true
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
        let deadline = ContinuousClock.now + .seconds(2)
        while !view.isSilent, ContinuousClock.now < deadline {
            let ready = view.turn(alsoReading: [screen.ours.number], milliseconds: 100)
            while view.nextLine() != nil {}
            if ready.contains(screen.ours.number) { copyScreen() }
        }
        _ = view.leave(within: .seconds(1))
        if PollSet.isReady(screen.ours.number) { copyScreen() }
    }
}
