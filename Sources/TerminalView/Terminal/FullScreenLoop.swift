import FoundationEssentials
import Platform
import Processes
package import Wire

/// Runs the view on a terminal: one `poll` over the bus, the keyboard and the signals. Everything that has come is taken
/// before one frame is painted, keys first. It wakes up by itself only while a throbber turns, a frame is due or a lone ESC
/// waits.
package struct FullScreenLoop: ~Copyable {
    private var state: ViewState
    private var terminal: Terminal
    private let kind: TerminalKind
    private var painter: Painter
    private var keys = KeyDecoder()
    private var escape = EscapeWait()
    private var bus: Bus
    private let input = InputBuffer()
    /// Nil where the session is not recorded.
    private var entered: EnteredText?
    private let signals: SignalPipe
    private let session: SessionDescriptors
    private var drawer: PictureDrawer
    private var nextTick = 0
    private var pacing = FramePacing()
    /// What a view that takes this one's place would be told; nil where nobody keeps it.
    private var told: ViewMemory?
    /// The exit code, once it is known.
    private var end: Int32?

    /// How long the terminal's answer is waited for on the way out, in milliseconds.
    private static let lastAnswer = 300
    private static let caught = [SIGWINCH, SIGTERM, SIGHUP, SIGINT, SIGCONT, SIGTSTP, SIGCHLD]

    /// - Returns: nil when the session's input is no terminal after all.
    package init?(_ session: SessionDescriptors, in environment: RoleEnvironment, kind: TerminalKind) {
        guard let terminal = Terminal(session), let signals = try? SignalPipe(Self.caught) else { return nil }
        self.session = session
        self.signals = signals
        self.kind = kind
        painter = Painter(inColor: kind.hasColor)
        drawer = PictureDrawer(colors: kind.colors)
        bus = Bus(lineLimit: environment.lineLimit)
        entered = environment.isRecorded ? EnteredText() : nil
        state = ViewState(stamp: environment.stamp, size: terminal.size)
        self.terminal = terminal
        told = environment.isSupervised ? state.memory : nil
    }

    /// - Returns: the exit code; 128 + n after the signal n.
    package mutating func run() -> Int32 {
        StandardStream.ignoreBrokenPipes()
        terminal.enter()
        defer {
            takeLastAnswer()
            terminal.leave()
        }
        do throws(StandardStream.Failure) {
            try findRepertoire()
            pacing.want()
            while true {
                if pacing.takeDue(now: Readiness.now()) { paint() }
                try remember()
                if let end { return end }
                try step()
            }
        } catch .closed {
            return ExitStatus.done.rawValue
        } catch {
            terminal.leave()
            StandardStream.diagnose("viperline-view", "read or write the bus: \(error)")
            return ExitStatus.unavailable.rawValue
        }
    }

    /// Where the locale does not say that the terminal reads UTF-8, the terminal is asked.
    private mutating func findRepertoire() throws(StandardStream.Failure) {
        let answer = kind.isUTF8 ? (isUTF8: true, typed: []) : terminal.askForUTF8()
        state.repertoire = kind.repertoire(readsUTF8: answer.isUTF8)
        painter = Painter(inColor: kind.hasColor, repertoire: state.repertoire)
        if !answer.typed.isEmpty { try take(answer.typed) }
    }

    private mutating func step() throws(StandardStream.Failure) {
        let ready = Readiness.wait(
            [bus.input, session.input, signals.descriptor] + (drawer.output.map { [$0] } ?? []), timeout: timeout)
        if ready[2] { handleSignals() }
        if ready[1] {
            try readKeys()
        } else if let step = escape.step(now: Readiness.now()) {
            try wait(step)
        }
        if ready[0], end == nil { try readBus() }
        if ready.count > 3, ready[3] { drawer.read() }
        drawPictures()
        turnThrobber()
        pacing.want()
        if state.isFinished { end = end ?? ExitStatus.done.rawValue }
    }

    private mutating func remember() throws(StandardStream.Failure) {
        guard let told, case let memory = state.memory, memory != told else { return }
        try bus.send([memory.snapshot])
        self.told = memory
    }

    private var timeout: Int? {
        let now = Readiness.now()
        let tick = state.isActive ? max(nextTick - now, 0) : nil
        return [tick, escape.remaining(now: now), drawer.timeout(now: now), pacing.timeout(now: now)]
            .compactMap(\.self).min()
    }

    /// Has drawn what is on screen, and nothing else.
    private mutating func drawPictures() {
        if let finished = drawer.takeFinished(now: Readiness.now()) {
            state.receive(drawing: finished.drawing, for: finished.request)
        }
        let wanted = state.wantedPictures
        drawer.giveUp(unlessIn: wanted)
        guard drawer.isIdle, let next = wanted.first, let image = state.image(for: next) else { return }
        do throws(DrawingProcess.Failure) {
            try drawer.start(next, image, now: Readiness.now())
        } catch .noProgram {
            state.giveUpPictures()
        } catch {
            state.receive(drawing: nil, for: next)
        }
    }

    private mutating func turnThrobber() {
        guard state.isActive, Readiness.now() >= nextTick else { return }
        state.tick()
        nextTick = Readiness.now() + Throbber.interval
    }

    private mutating func readBus() throws(StandardStream.Failure) {
        let (incoming, hasEnded) = try bus.read()
        for next in incoming {
            if next.isYield { return end = ExitStatus.done.rawValue }
            for event in state.receive(next) { try bus.send([event]) }
            for remark in state.takeRemarks() { StandardStream.diagnose("viperline-view", remark) }
            if state.isFinished { return }
            try carryOut(state.handleTypeAhead())
        }
        if hasEnded { end = ExitStatus.done.rawValue }
    }

    private mutating func readKeys() throws(StandardStream.Failure) {
        // A terminal that has hung up ends, or fails to be read.
        guard let typed = try? input.read(session.input), !typed.isEmpty else { return end = 128 + SIGHUP }
        try take(typed)
    }

    private mutating func take(_ typed: some Collection<UInt8>) throws(StandardStream.Failure) {
        if let event = entered?.take(typed) { try bus.send([event]) }
        let decoded = keys.decode(typed)
        escape.began(keys.waiting, now: Readiness.now())
        try handle(decoded)
    }

    /// Nothing has come after the beginning of a sequence.
    private mutating func wait(_ step: EscapeWait.Step) throws(StandardStream.Failure) {
        keys.separate()
        switch step {
        case .ask: terminal.write(Array(ControlSequence.askForStatus.utf8))
        case .giveUp: try handle(keys.timeout())
        }
    }

    /// What the terminal answers must not be typed into the shell.
    private func takeLastAnswer() {
        guard escape.owesAnswer, Readiness.wait([session.input], timeout: Self.lastAnswer) == [true] else { return }
        _ = try? input.read(session.input)
    }

    private mutating func handle(_ keys: [Key]) throws(StandardStream.Failure) {
        for key in keys where end == nil {
            guard key != .statusReport else {
                escape.answered()
                continue
            }
            try carryOut(state.handle(key))
        }
    }

    private mutating func carryOut(_ effects: [Effect]) throws(StandardStream.Failure) {
        for effect in effects where end == nil {
            switch effect {
            case .send(let event): try bus.send([event])
            case .quit: end = ExitStatus.done.rawValue
            case .interrupt: end = 128 + SIGINT
            case .suspend: suspend { kill(0, SIGTSTP) }
            case .repaint: painter.forget()
            case .copy(let text):
                let encoded = Data(text.utf8).base64EncodedString()
                terminal.write(Array(ControlSequence.copy(base64: encoded).utf8))
            }
        }
    }

    private mutating func handleSignals() {
        var numbers = signals.take()
        if numbers.contains(SIGTSTP) {
            suspend { raise(SIGTSTP) }
            // What asked for it once more in the meantime has been answered.
            numbers += signals.take()
        }
        for number in numbers {
            switch number {
            case SIGWINCH: state.resize(to: terminal.size)
            case SIGCONT: resume()
            case SIGTSTP: break
            case SIGCHLD: drawer.reap()
            default: end = 128 + number
            }
        }
    }

    /// - Parameter stop: of the whole job, as Ctrl-Z does where the terminal itself handles it; of this process alone
    ///   where another one has sent the signal.
    private mutating func suspend(_ stop: () -> Void) {
        terminal.leave()
        signal(SIGTSTP, SIG_DFL)
        stop()
        // Here the process stands still until somebody continues it.
        SignalPipe.install(SIGTSTP)
        resume()
    }

    private mutating func resume() {
        terminal.enter()
        painter.forget()
        state.resize(to: terminal.size)
    }

    private mutating func paint() {
        guard end == nil else { return }
        terminal.write(painter.paint(Layout.frame(of: state)))
    }
}
