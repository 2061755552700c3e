import Languages
package import Platform
import TerminalText
package import Wire

/// Runs the linear mode: one thread, one `poll`.
///
///     a command         → readCommands → LinearMode.read → CommandReader: an intent, or what can be read → perform
///     the bus           → readBus → LinearMode.receive: screens; once settled, the page and the next command → perform
///     a deadline        → LinearMode.lookAtClock, giveUpLost: patience, the word for a user who waits, a lost line → perform
///     the end of either → LinearMode.endCommands, endEvents: the exit code
///     no command is read before the screen has settled: what is not read cannot be lost
///
/// The supervisor gets at once what has been read, sent and printed (``LinearMemory``), so that a successor goes on where
/// this process was killed: a command before it is read, what a command does together with the event, and a text after it is
/// printed.
package final class LinearLoop {
    private var mode: LinearMode
    private let bus: any ViewBus
    /// A predecessor has begun the session.
    private let isRestored: Bool
    private let session: SessionDescriptors
    private let commands: CommandInput
    private var end: ExitStatus?
    private var hidesInput = false
    private let clock: () -> Instant
    private let remembersForSuccessor: Bool
    private let repertoire: Repertoire
    /// Nil where the session is not recorded.
    private var entered: EnteredText?
    /// Bytes of the output that were written when the process before this one sent its memory.
    private var keptOutput: Int?

    /// Time until the view shows what it is waiting for. A shorter wait needs no explanation.
    private static let silence = Duration.milliseconds(700)

    /// - Parameters:
    ///   - patience: the time that a script waits for the screen to settle. A user at a terminal decides that alone.
    package init(
        _ session: SessionDescriptors, on bus: any ViewBus, in environment: RoleEnvironment, patience: Patience,
        isStrict: Bool = false, clock: @escaping () -> Instant = { .now }
    ) {
        self.session = session
        self.clock = clock
        commands = CommandInput(session.input)
        remembersForSuccessor = environment.isSupervised
        entered = environment.isRecorded ? EnteredText() : nil
        // Files and pipes get UTF-8, whatever the locale is.
        repertoire = session.outputIsTerminal && !TerminalKind.current.isUTF8 ? .ascii : .unicode
        mode = LinearMode(
            stamp: environment.stamp,
            options: .init(
                echoesCommands: !session.inputIsTerminal, prompts: session.areTerminals, isStrict: isStrict,
                remembers: remembersForSuccessor),
            patience: session.inputIsTerminal ? nil : patience,
            silence: session.diagnosticsAreTerminal ? Patience(Self.silence) : nil)
        mode.language = Language(variable: RoleEnvironment.variable)
        self.bus = bus
        isRestored = environment.isRestored
    }

    package func run() -> ExitStatus {
        StandardStream.ignoreBrokenPipes()
        defer { if hidesInput { echo(true) } }
        do throws(StandardStream.Failure) {
            if !isRestored { try bus.send(snapshot(mode.memory)) }
            while true {
                if let end { return end }
                try step()
            }
        } catch {
            // A diagnostic of its own goes to the log.
            if error != .closed { complain("write what the session shows: \(error)") }
            return ExitStatus("viperline-view", endedBy: error)
        }
    }

    private func step() throws(StandardStream.Failure) {
        var set = PollSet(reading: [bus.input])
        let input = set.add(mode.awaitsCommand ? session.input : nil)
        // Signals have a descriptor of their own.
        while set.wait(for: bus.hasAnswers ? .zero : mode.remainingPatience(now: clock())) == .interrupted {}
        // Commands go first, so that the end of the bus shows whether one is left.
        if set.isReady(input) { try readCommands() }
        if set.isReady(0) || bus.hasAnswers, end == nil {
            try readBus()
        } else if set.ready.isEmpty {
            try perform(mode.lookAtClock(now: clock()))
        }
        if end == nil { try perform(mode.giveUpLost(now: clock())) }
    }

    private func readCommands() throws(StandardStream.Failure) {
        let expected = commands.peek()
        // Made first, so that nothing delays the write after the read.
        var lines: [UInt8] = []
        if let expected { lines = record(expected, from: commands.position) }
        let bytes: [UInt8]
        do throws(StandardStream.Failure) { bytes = try commands.take(expected?.count) } catch {
            complain("read the commands: \(error)")
            return end = .unavailable
        }
        if bytes != expected { lines = record(bytes, from: commands.position.map { $0 - bytes.count }) }
        guard !bytes.isEmpty else { return try perform(mode.endCommands()) }
        try bus.send(lines: lines)
        try perform(mode.read(bytes, position: commands.position))
    }

    /// Lines that the supervisor gets of these bytes.
    /// - Parameter position: the place where they begin, in a file.
    private func record(_ bytes: [UInt8], from position: Int?) -> [UInt8] {
        guard !bytes.isEmpty else { return [] }
        let memory = mode.memory(reading: bytes, position: position.map { $0 + bytes.count })
        var taken = entered
        let event = taken?.take(mode.recordedPart(of: bytes))
        entered = taken
        return bus.lines(of: (event.map { [$0] } ?? []) + snapshot(memory))
    }

    private func readBus() throws(StandardStream.Failure) {
        let (incoming, hasEnded) = try bus.read()
        for next in incoming where end == nil {
            if next.isYield {
                try bus.send(snapshot(mode.memory))
                return end = .done
            }
            try perform(mode.receive(next))
        }
        guard hasEnded else { return }
        // A remaining command is reported to the user.
        while end == nil, mode.mayReadLate, PollSet.isReady(session.input) { try readCommands() }
        if end == nil { try perform(mode.endEvents()) }
    }

    private func perform(_ effects: [LinearEffect]) throws(StandardStream.Failure) {
        for effect in effects where end == nil {
            switch effect {
            case .send(let event, let memory): try bus.send(snapshot(memory) + [event])
            case .print(let text, let memory): try print(text, memory)
            case .complain(let message): complain(message)
            case .resume(let memory):
                if let position = memory.input { commands.go(to: position) }
                keptOutput = memory.output.map { max($0, 0) }
            case .hideInput(let isHidden) where session.inputIsTerminal:
                hidesInput = isHidden
                echo(!isHidden)
            case .hideInput: break
            case .end(let status): end = status
            }
        }
    }

    /// Lets the terminal show what is typed, or not.
    private func echo(_ isOn: Bool) {
        var attributes = termios()
        guard tcgetattr(session.input, &attributes) == 0 else { return }
        if isOn { attributes.c_lflag |= tcflag_t(ECHO) } else { attributes.c_lflag &= ~tcflag_t(ECHO) }
        tcsetattr(session.input, TCSADRAIN, &attributes)
    }

    private func print(_ text: String, _ memory: LinearMemory?) throws(StandardStream.Failure) {
        let bytes = Array(repertoire.text(for: text).utf8)
        let position = outputPosition
        let isPrinted = isPrinted(bytes.count, before: position)
        // Made first, so that nothing delays the second write.
        let lines = bus.lines(of: snapshot(memory, output: position.map { isPrinted ? $0 : $0 + bytes.count }))
        if !isPrinted { try StandardStream.write(bytes, to: session.output) }
        try bus.send(lines: lines)
    }

    /// True if the process before this one has written the text already. That may have been killed between the two writes of
    /// ``print(_:_:)``: then the output has grown by exactly the first text that this process prints.
    private func isPrinted(_ count: Int, before position: Int?) -> Bool {
        defer { keptOutput = nil }
        guard let position, let kept = keptOutput, kept < position else { return false }
        return position - kept == count
    }

    /// Bytes of the output that have been written, where it is a file and a successor may ask.
    private var outputPosition: Int? {
        guard remembersForSuccessor, FileStatus(of: session.output)?.isRegular == true else { return nil }
        let offset = lseek(session.output, 0, fcntl(session.output, F_GETFL) & O_APPEND == 0 ? SEEK_CUR : SEEK_END)
        return offset < 0 ? nil : Int(offset)
    }

    private func snapshot(_ memory: LinearMemory?) -> [Event] { snapshot(memory, output: outputPosition) }

    private func snapshot(_ memory: LinearMemory?, output: Int?) -> [Event] {
        guard remembersForSuccessor, var memory else { return [] }
        memory.output = output
        return [memory.snapshot]
    }

    /// Silent where the transcript and the diagnostics are the same terminal: the user has read it already.
    private func complain(_ message: String) {
        guard !(session.outputIsTerminal && session.diagnosticsAreTerminal) else { return }
        try? StandardStream.write(Array("viperline-view: \(message)\n".utf8), to: session.diagnostics)
    }
}
