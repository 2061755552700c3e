import Languages
import Encodings
package import Platform
import Processes
import ScreenModel
import ViewMessages
import Wire

/// Runs the view on a terminal: one thread, one `poll`.
///
///     keys                        → readKeys → ViewState.handle → SizedSession.carryOut: an intent, or the view alone → carryOut
///     the bus                     → readBus → ViewState.receive: screens, the stack, notices; then keys typed ahead
///     SIGWINCH, SIGTSTP, SIGCHLD  → handleSignals: another size; suspend and resume; the end of chafa
///     chafa's output              → drawer.read → drawPictures: the drawing, then the next picture in sight
///     a deadline                  → reports of live fields and of the selection, a lone ESC, a throbber, a lost line
///     something looks different   → FramePacing → paint, after all input, keys first; remember, for a successor
final class FullScreenLoop {
    private var state: ViewState
    private var terminal: Terminal
    private var appearance: Appearance
    private var painter: Painter
    private var keyboard: Keyboard
    private let bus: any ViewBus
    /// A predecessor has begun the session.
    private let isRestored: Bool
    private let signals: SignalPipe
    private var drawer: PictureDrawer
    private var nextTick = Instant.past
    private var pacing = FramePacing()
    /// The memory that the supervisor got last; nil without a supervisor.
    private var lastMemory: ViewMemory?
    /// The exit code, once it is known.
    private var end: Int32?

    private static let caught = [SIGWINCH, SIGTERM, SIGHUP, SIGINT, SIGCONT, SIGTSTP, SIGCHLD]

    /// - Parameter isLight: whether the background is light; nil asks the terminal.
    /// - Returns: nil when the session's input is not a terminal after all.
    init?(
        _ session: SessionDescriptors, on bus: any ViewBus, in environment: RoleEnvironment, kind: TerminalKind,
        hasMouse: Bool, isLight: Bool?, theme: [String] = [], inline: InlinePlace? = nil
    ) {
        let hasMouse = hasMouse && kind.hasMouse && inline == nil
        guard let terminal = Terminal(session, hasMouse: hasMouse, hasTitle: kind.hasTitle, inline: inline),
            let signals = try? SignalPipe(Self.caught)
        else { return nil }
        self.signals = signals
        appearance = Appearance(kind, isLight: isLight, theme: theme)
        painter = Painter(inColor: kind.hasColor)
        drawer = PictureDrawer(colors: kind.colors)
        self.bus = bus
        isRestored = environment.isRestored
        keyboard = Keyboard(session.input, isRecorded: environment.isRecorded)
        state = ViewState(stamp: environment.stamp, size: terminal.size)
        state.session.language = Language(variable: RoleEnvironment.variable)
        self.terminal = terminal
        lastMemory = environment.isSupervised ? state.memory : nil
    }

    /// - Returns: the exit code; 128 + n after the signal n.
    func run() -> Int32 {
        StandardStream.ignoreBrokenPipes()
        let parent = getppid()
        ForegroundCommand.takeBack(terminal.input, isRestored: isRestored)
        terminal.enter()
        defer {
            leaveTerminal()
            // Without its supervisor the terminal is the shell's at once.
            if getppid() != parent { ShellPrompt.show(on: terminal.output) }
        }
        do throws(StandardStream.Failure) {
            try findPlace(isNew: !isRestored)
            readSettings()
            try findRepertoire()
            painter.top = terminal.inline?.top
            retarget()
            keyboard.ask(appearance.questions(hasPixels: terminal.cell != nil), on: terminal)
            pacing.want()
            while true {
                if pacing.takeDue(now: Instant.now) { paint() }
                try remember()
                if let end { return end }
                try step()
            }
        } catch {
            terminal.leave()
            return ExitStatus("viperline-view", endedBy: error).rawValue
        }
    }

    /// Finds the rows of a view that does not take the whole screen.
    private func findPlace(isNew: Bool) throws(StandardStream.Failure) {
        let typed = terminal.findPlace(isNew: isNew)
        painter.top = terminal.inline?.top
        state.session.resize(to: terminal.size)
        if !typed.isEmpty { try handle(keyboard.take(typed)) }
    }

    /// Asks the terminal what it can show, where the locale is not UTF-8.
    private func findRepertoire() throws(StandardStream.Failure) {
        let answer = appearance.kind.isUTF8 ? (isUTF8: true, typed: []) : terminal.askForUTF8()
        state.repertoire = appearance.kind.repertoire(readsUTF8: answer.isUTF8)
        painter = appearance.painter(for: state.repertoire)
        if !answer.typed.isEmpty { try handle(keyboard.take(answer.typed)) }
    }

    /// Pictures are drawn again where the terminal takes others than those so far.
    private func retarget() {
        let target = appearance.pictureTarget(cell: terminal.cell)
        guard target != drawer.target else { return }
        drawer.target = target
        drawer.giveUp(unlessIn: [])
        state.session.forgetDrawings()
    }

    private func readSettings() {
        let (keys, remarks) = appearance.readSettings()
        if let keys { state.keySettings = keys }
        for remark in remarks {
            StandardStream.diagnose("viperline-view", remark)
            state.notice = state.notice ?? .advice(remark)
        }
    }

    private func step() throws(StandardStream.Failure) {
        var set = PollSet(reading: [bus.input, terminal.input])
        let signal = set.add(signals.descriptor)
        let drawing = set.add(drawer.output)
        // Signals have a descriptor of their own.
        while set.wait(for: bus.hasAnswers || state.isFiltering ? .zero : timeout) == .interrupted {}
        // An incomplete line or reply changes nothing on screen. Painting now would only delay the frame for the complete one.
        var isNews = !set.isReady(0) && !set.isReady(1) || set.isReady(signal) || set.isReady(drawing)
        var isAwaited = false
        if set.isReady(signal) { try handleSignals() }
        if set.isReady(1) {
            if try readKeys() { (isNews, isAwaited) = (true, true) }
        } else {
            let keys = keyboard.wait(on: terminal)
            try handle(keys)
            if !keys.isEmpty { isNews = true }
        }
        if set.isReady(0) || bus.hasAnswers, end == nil, try readBus() { isNews = true }
        if set.isReady(drawing) { drawer.read() }
        state.session.giveUpLost(now: Instant.now)
        try bus.send(state.session.takeChanges(now: Instant.now))
        try carryOut(state.takeChoice())
        if state.isFiltering { state.continueFiltering() }
        if end == nil { try bus.send(state.session.takeReports(now: Instant.now)) }
        drawPictures()
        if turnThrobber() { isNews = true }
        if isNews || state.isFiltering { pacing.want(isAwaited: isAwaited) }
        if state.session.isFinished { end = end ?? ExitStatus.done.rawValue }
    }

    private func remember() throws(StandardStream.Failure) {
        guard let lastMemory, case let memory = state.memory, memory != lastMemory else { return }
        try bus.send([memory.snapshot])
        self.lastMemory = memory
    }

    private var timeout: Duration? {
        let now = Instant.now
        let tick = state.session.isMoving ? max(nextTick - now, .zero) : nil
        return earliest(
            tick, state.session.untilChanges(now: now), state.session.untilReports(now: now),
            state.session.untilLost(now: now),
            keyboard.timeout(now: now), drawer.timeout(now: now), pacing.timeout(now: now))
    }

    /// Has the pictures in sight drawn, one after another.
    private func drawPictures() {
        if let finished = drawer.takeFinished(now: Instant.now) {
            state.session.receive(drawing: finished.drawing, for: finished.request)
        }
        let wanted = state.session.wantedPictures
        drawer.giveUp(unlessIn: wanted)
        guard drawer.isIdle, let next = wanted.first, let image = state.session.image(for: next) else { return }
        do throws(DrawingProcess.Failure) {
            try drawer.start(next, image, now: Instant.now)
        } catch .noProgram {
            state.session.giveUpPictures()
        } catch {
            state.session.receive(drawing: nil, for: next)
        }
    }

    /// - Returns: whether it looks different.
    private func turnThrobber() -> Bool {
        guard state.session.isMoving, Instant.now >= nextTick else { return false }
        state.tick()
        nextTick = Instant.now + Throbber.interval
        return true
    }

    /// - Returns: whether a whole event came.
    private func readBus() throws(StandardStream.Failure) -> Bool {
        let (incoming, hasEnded) = try bus.read()
        for next in incoming {
            if next.isYield {
                end = ExitStatus.done.rawValue
                return true
            }
            for event in state.receive(next) { try bus.send([event]) }
            for remark in state.session.takeRemarks() { StandardStream.diagnose("viperline-view", remark) }
            if state.session.isFinished { return true }
            try carryOut(state.session.takeRequests())
            try carryOut(state.handleTypeAhead())
        }
        if hasEnded { end = ExitStatus.done.rawValue }
        return !incoming.isEmpty
    }

    /// - Returns: whether the user, or the terminal, has sent anything.
    private func readKeys() throws(StandardStream.Failure) -> Bool {
        guard let typed = keyboard.read() else {
            end = 128 + SIGHUP
            return true
        }
        return try handle(typed)
    }

    @discardableResult
    private func handle(_ typed: Keyboard.Typed) throws(StandardStream.Failure) -> Bool {
        if let record = typed.record, let known = state.recorded(record, of: typed.keys) { try bus.send([known]) }
        if let isLight = typed.isLight, appearance.note(isLight: isLight) { painter.theme = appearance.currentTheme }
        if let format = typed.pictures, appearance.note(pictures: format) { retarget() }
        try handle(typed.keys)
        return !typed.keys.isEmpty || typed.isLight != nil || typed.pictures != nil
    }

    private func handle(_ keys: [Key]) throws(StandardStream.Failure) {
        var rest = keys[...]
        while end == nil, let key = rest.first {
            // A key that is held down, or a flood of them.
            var presses = rest.prefix { $0 == key }.count
            rest = rest.dropFirst(presses)
            while presses > 0, end == nil {
                let (effects, done) = state.handle(key, presses: presses)
                presses -= done
                try carryOut(effects)
            }
        }
    }

    private func carryOut(_ effects: [KeyEffect]) throws(StandardStream.Failure) {
        for effect in effects where end == nil {
            switch effect {
            case .send(let event): try bus.send([event])
            case .quit: end = ExitStatus.done.rawValue
            case .interrupt: end = 128 + SIGINT
            case .suspend: suspend { kill(0, SIGTSTP) }
            case .repaint: painter.forget()
            case .run(let request): try bus.send([state.session.didRun(request, run(request))])
            case .copy(let text):
                terminal.write(Array(ControlSequence.copy(base64: Base64.encode(Array(text.utf8))).utf8))
            }
        }
    }

    private func handleSignals() throws(StandardStream.Failure) {
        var numbers = signals.take()
        if numbers.contains(SIGTSTP) {
            suspend { raise(SIGTSTP) }
            // Requests that came in the meantime are answered.
            numbers += signals.take()
        }
        for number in numbers {
            switch number {
            case SIGWINCH:
                try findPlace(isNew: false)
                painter.forget()
                retarget()
            case SIGCONT: resume()
            case SIGTSTP: break
            case SIGCHLD: drawer.reap()
            default: end = 128 + number
            }
        }
    }

    /// - Parameter stop: stops the whole job for Ctrl-Z, as the terminal itself would; only this process for a signal from
    ///   another one.
    private func suspend(_ stop: () -> Void) {
        leaveTerminal()
        signal(SIGTSTP, SIG_DFL)
        stop()
        // The process is stopped here until it is continued.
        SignalPipe.install(SIGTSTP)
        resume()
    }

    /// Gives the terminal to a command until it ends.
    private func run(_ request: CommandRequest) -> ViewOutput.DidRun {
        if let reason = request.reasonNotToRun { return request.refusal(reason) }
        leaveTerminal()
        var command = ForegroundCommand(terminal: terminal.input, output: terminal.output, signals: signals.descriptor)
        let result = command.run(request, bus: bus.input) { signals.take() }
        if let signal = command.ending {
            end = 128 + signal
            return result
        }
        resume()
        return result
    }

    private func leaveTerminal() {
        keyboard.takeLastAnswers(from: terminal)
        terminal.leave()
    }

    private func resume() {
        terminal.enter()
        try? findPlace(isNew: true)
        keyboard.ask(appearance.questions(hasPixels: terminal.cell != nil), on: terminal)
        painter.forget()
        appearance.forgetTitle()
    }

    private func paint() {
        guard end == nil else { return }
        if terminal.grow(to: state.neededRows) {
            painter.top = terminal.inline?.top
            painter.forget()
            state.session.resize(to: terminal.size)
        }
        let frame = state.draw(on: painter.takeBuffer(state.size))
        terminal.write(painter.paint(frame) + appearance.titleSequence(for: state.session.titles.last))
    }
}

/// Decides when a frame is painted: at once after a pause, also several in a row, and at most sixty times a second in the long
/// run. So an answer that comes right after the frame of a key need not wait; under a flood of screens the time goes into reading
/// them, and a key never waits for more than half a frame. The clock is the caller's.
package struct FramePacing: Sendable {
    private var isWanted = false
    /// A key has changed something since the last frame.
    private var isAwaited = false
    private var last: Instant?
    /// The end of the frames so far, had each waited for the one before; nil before the first.
    private var end: Instant?

    /// Time from one frame to the next.
    private static let interval = Duration.milliseconds(17)
    /// Frames in a row after a pause.
    private static let burst = 3
    /// Time from one frame to the next where the user waits for it.
    private static let haste = Duration.milliseconds(8)

    package init() {}

    /// Asks for a frame, because something may look different now.
    /// - Parameter isAwaited: whether the user has pressed a key.
    package mutating func want(isAwaited: Bool = false) {
        isWanted = true
        self.isAwaited = self.isAwaited || isAwaited
    }

    /// Time until the next frame is due; nil when none is wanted.
    package func timeout(now: Instant) -> Duration? {
        guard isWanted else { return nil }
        guard let end, let last else { return .zero }
        let next = end - Self.interval * (Self.burst - 1)
        return max((isAwaited ? min(next, last + Self.haste) : next) - now, .zero)
    }

    /// - Returns: whether to paint a frame now.
    package mutating func takeDue(now: Instant) -> Bool {
        guard timeout(now: now) == .zero else { return false }
        (isWanted, isAwaited, last) = (false, false, now)
        end = min(max(end ?? now, now) + Self.interval, now + Self.interval * Self.burst)
        return true
    }
}
