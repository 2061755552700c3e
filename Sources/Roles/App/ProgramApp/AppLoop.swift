import Languages
import Picking
import Platform
package import Processes
import SafeText
package import Wire
import SessionResult

/// Runs an ``AppRole`` on the bus, with the program that it calls: one thread, one `poll` (``step()``).
///
/// - Events from the bus → ``AppRole/receive(_:now:)`` or ``AppRole/restore(_:)``.
/// - The program's output, or rows from a pipe → ``AppRole/read(_:now:)``; the program's stderr → our stderr.
/// - SIGCHLD → the ended call → ``AppRole/end(_:words:now:)``; a stopped call that lives on after a while → SIGKILL.
/// - The role's deadline, or rows to search → ``AppRole/turn(now:)``; nothing else to do → ``RowPicker/prepare()``.
/// - The effects of each → ``perform(_:savesAnyway:)``: sends events with a snapshot, starts, feeds and stops calls.
package final class AppLoop {
    private var role: AppRole
    private let command: [String]
    private let environment: RoleEnvironment
    private var input: RowInput?
    private let result: ResultFile?
    private var history: QueryHistory?
    private var port: EventPort
    private let signals: SignalPipe
    private var program: PipedProcess?
    private var preview: PipedProcess?
    /// A command of an action without the terminal.
    private var silent: PipedProcess?
    /// The output of that command, where it is wanted.
    private var printed: [UInt8]?
    /// Stopped calls that are still running.
    private var dying: [PipedProcess] = []
    /// The last event that was read.
    private var last: Event?
    private var hasBegun: Bool
    private var busHasEnded = false

    /// Time from SIGTERM to SIGKILL.
    private static let grace = Duration.milliseconds(500)

    /// - Parameters:
    ///   - command: the program and its arguments; empty if the rows come from `input`.
    ///   - input: the rows, and a file that keeps them.
    ///   - result: the file for the chosen rows.
    package init(
        _ settings: AppSettings, command: [String], input: (source: Int32, kept: Int32)?, result: Int32?,
        in environment: RoleEnvironment
    ) throws(SystemError) {
        role = AppRole(settings, lineLimit: environment.lineLimit)
        self.command = command
        history = settings.history
        self.environment = environment
        self.input = input.map { RowInput(source: $0.source, kept: $0.kept) }
        self.result = result.map { ResultFile($0) }
        port = EventPort(in: environment, stamp: environment.stamp)
        signals = try SignalPipe([SIGCHLD])
        // The program must not have them.
        for number in [input?.source, input?.kept, result].compactMap(\.self) { _ = fcntl(number, F_SETFD, FD_CLOEXEC) }
        hasBegun = !environment.isRestored
    }

    package func run() -> ExitStatus {
        StandardStream.ignoreBrokenPipes()
        defer {
            for run in [program, preview, silent].compactMap(\.self) + dying { run.signal(SIGKILL) }
        }
        do throws(StandardStream.Failure) {
            if hasBegun { try perform(role.start()) }
            while try step() {}
            return .done
        } catch .closed {
            return .done
        } catch {
            StandardStream.diagnose(environment.service, "read or write the bus: \(error)")
            return .unavailable
        }
    }

    // MARK: - A round

    /// - Returns: false at the end of the input.
    private func step() throws(StandardStream.Failure) -> Bool {
        var set = PollSet()
        let bus = set.add(busHasEnded ? nil : port.input)
        let signal = set.add(signals.descriptor)
        let rows = set.add(hasBegun && role.hasRoom ? input?.descriptor : nil)
        let output = set.add(role.hasRoom ? program?.outputNumber : nil)
        let diagnostics = set.add(program?.diagnosticsNumber)
        let previews = [preview?.outputNumber, preview?.diagnosticsNumber].map { set.add($0) }
        silent?.add(to: &set)
        let feeding = set.add(program?.writing, for: .writing)
        if set.wait(until: deadline) == .timedOut { role.picker?.prepare() }
        if set.isReady(signal) { _ = signals.take() }
        if set.isReady(diagnostics) { copyDiagnostics() }
        if set.isReady(output) { try readProgram() }
        if set.isReady(rows) { try readRows() }
        if previews.contains(where: { set.isReady($0) }) { try readPreview() }
        if set.isReady(feeding) { program?.write() }
        if set.canRead(bus) { busHasEnded = try !readBus() }
        try reap()
        try reapPreview()
        try reapSilent()
        try perform(role.turn(now: Instant.now))
        // In a pipeline, finish the work in progress.
        return !busHasEnded || !environment.isSupervised && (program != nil || input != nil || role.isUnshown)
    }

    /// The time to look again; nil to wait without end.
    private var deadline: Instant? {
        if role.isBusy || role.picker?.isPreparing == true { return .now }
        return earliest(role.deadline, dying.compactMap(\.deadline).min())
    }

    private func readBus() throws(StandardStream.Failure) -> Bool {
        let isOpen = try port.fill()
        while let incoming = port.next() {
            switch consume incoming {
            case .refused(let error, let line): try port.write([Event(refusing: line, because: error)])
            case .event(let event): try handle(event)
            }
        }
        try port.flush()
        return isOpen
    }

    private func handle(_ event: Event) throws(StandardStream.Failure) {
        last = event
        var effects: [AppEffect]
        do throws(PayloadError) {
            if event.type == ProcessInput.Restore.type {
                hasBegun = true
                effects = try role.restore(event, now: Instant.now)
            } else {
                effects = try role.receive(event, now: Instant.now)
            }
        } catch {
            effects = [.send(Event(refusing: event, because: error))]
            // A snapshot of another version is useless, but the session continues.
            if event.type == ProcessInput.Restore.type { effects += role.start() }
        }
        try perform(effects + role.turn(now: Instant.now), savesAnyway: true)
    }

    // MARK: - Effects

    /// Writes the events and the state after them in one write, so that a replacement repeats nothing.
    private func perform(
        _ effects: [AppEffect], savesAnyway: Bool = false
    ) throws(StandardStream.Failure) {
        guard !effects.isEmpty || savesAnyway else { return }
        var events: [Event] = []
        var more: [AppEffect] = []
        for effect in effects {
            switch effect {
            case .send(let event): events.append(event)
            case .call(let call): more += begin(call)
            case .stop: stop()
            case .preview(let words): begin(preview: words)
            case .stopPreview: stopPreview()
            case .silent(let words): more += begin(silent: words, keepsOutput: false)
            case .transform(let words): more += begin(silent: words, keepsOutput: true)
            case .keep(let text): keep(text)
            case .feed(let line):
                if program?.give(line) != true { note("the program does not read its events") }
                program?.write()
            case .report(let chosen): result?.write(chosen)
            case .remark(let text): note(text)
            }
        }
        if environment.isSupervised, let last, let memory = role.memory {
            var snapshot = Event(type: ProcessOutput.Snapshot.type)
            snapshot.name(last)
            snapshot.data = memory
            events.append(snapshot)
        }
        try port.send(events)
        if !more.isEmpty { try perform(more) }
    }

    private func note(_ text: String) { StandardStream.diagnose(environment.service, text) }

    /// - Returns: the effects of a failed start.
    private func begin(_ call: ProgramCall) -> [AppEffect] {
        stop()
        // The rows of the input are no longer wanted.
        if call.command != nil { input = nil }
        do throws(SystemError) {
            // The first call may keep running and read events; any other gets its whole input at once.
            program = try ProgramRun.start(
                (call.command ?? command) + call.words, input: call.words.isEmpty ? nil : call.input ?? [],
                variables: call.context.variables)
            return []
        } catch {
            return role.notStarted("\(error).", now: Instant.now)
        }
    }

    /// Ends the running call and everything that it started.
    private func stop() {
        if let run = program { end(run) }
        program = nil
    }

    private func end(_ run: PipedProcess) {
        guard run.reap() == nil else { return }
        run.stop(within: Self.grace)
        dying.append(run)
    }

    // MARK: - The preview

    private func begin(preview words: [String]) {
        stopPreview()
        do throws(SystemError) {
            preview = try ProgramRun.start(
                words, input: [], variables: role.picker?.previewVariables ?? [:], hasTerminal: false,
                leavesGroup: false)
        } catch {
            role.picker?.endPreview("\(error).")
        }
    }

    private func stopPreview() {
        if let run = preview { end(run) }
        preview = nil
    }

    private func readPreview() throws(StandardStream.Failure) {
        guard let run = preview else { return }
        let bytes = run.readOutput() + run.readDiagnostics()
        if !bytes.isEmpty, role.picker?.readPreview(bytes, now: .now) == false { try perform([.stopPreview]) }
    }

    private func reapPreview() throws(StandardStream.Failure) {
        guard let run = preview, let outcome = run.reap() else { return }
        while run === preview, run.outputNumber != nil || run.diagnosticsNumber != nil { try readPreview() }
        guard run === preview else { return }
        preview = nil
        let remark = outcome == .exited(0) ? "" : role.words.sentence(outcome)
        role.picker?.endPreview(remark)
    }

    // MARK: - Actions

    /// - Returns: the effects of a failed start.
    private func begin(silent words: [String], keepsOutput: Bool) -> [AppEffect] {
        printed = keepsOutput ? [] : nil
        do throws(SystemError) {
            silent = try ProgramRun.start(words, input: [], variables: [:], hasTerminal: false)
            return []
        } catch {
            return role.endSilent("\(error)")
        }
    }

    private func reapSilent() throws(StandardStream.Failure) {
        guard let run = silent else { return }
        keepOutput(of: run)
        run.readDiagnostics()
        guard let outcome = run.reap() else { return }
        while printed != nil, run.outputNumber != nil { keepOutput(of: run) }
        silent = nil
        let last = Self.text(of: run.lastWords)
        let failure = role.words("The command failed. %", "\(role.words.sentence(outcome)) \(last)".trimmed)
        let output = String(decoding: printed ?? [], as: UTF8.self)
        // Where output is wanted, it counts: the test before it may have failed.
        let isFine = outcome == .exited(0) || printed != nil
        try perform(role.endSilent(isFine ? nil : failure, printed: output))
    }

    /// Bytes of a command's output that are taken for actions.
    private static let mostPrinted = 1 << 16

    private func keepOutput(of run: PipedProcess) {
        let bytes = run.readOutput()
        if let count = printed?.count { printed? += bytes.prefix(Self.mostPrinted - count) }
    }

    private func keep(_ text: String) {
        do throws(QueryHistory.Refusal) { try history?.append(text) } catch { note("\(error)") }
    }

    // MARK: - The program

    private func copyDiagnostics() {
        guard let bytes = program?.readDiagnostics(), !bytes.isEmpty else { return }
        try? StandardStream.write(bytes, to: StandardStream.diagnostics)
    }

    private func readProgram() throws(StandardStream.Failure) {
        guard let bytes = program?.readOutput(), !bytes.isEmpty else { return }
        try perform(role.read(bytes, now: Instant.now))
    }

    private func readRows() throws(StandardStream.Failure) {
        guard let input else { return }
        let bytes = input.read()
        if !bytes.isEmpty { try perform(role.read(bytes, now: Instant.now)) }
        if input.hasEnded { try finishRows() }
    }

    private func finishRows() throws(StandardStream.Failure) {
        guard let input else { return }
        if let failure = input.failure { note("\(failure)") }
        while case let bytes = input.takeKept(), !bytes.isEmpty {
            try perform(role.read(bytes, now: Instant.now))
        }
        self.input = nil
        let failure = input.failure.map { "\($0)." } ?? ""
        try perform(role.end(nil, words: failure, now: Instant.now))
    }

    private func reap() throws(StandardStream.Failure) {
        let now = Instant.now
        dying.removeAll { $0.reap() != nil }
        guard let run = program, let outcome = run.reap() else { return }
        // Everything that it left in the pipe.
        while run === program, run.outputNumber != nil {
            let bytes = run.readOutput()
            if !bytes.isEmpty { try perform(role.read(bytes, now: now)) }
        }
        guard run === program else { return }
        while run.diagnosticsNumber != nil { copyDiagnostics() }
        program = nil
        try perform(role.end(outcome, words: Self.text(of: run.lastWords), now: now))
    }

    /// The words of a program on stderr, perhaps in colours.
    private static func text(of words: [UInt8]) -> String {
        String(decoding: TerminalSequences.removed(from: words[...]), as: UTF8.self).trimmed
    }
}

extension String {
    /// The text without white space at its ends.
    fileprivate var trimmed: String {
        let isBlank = { (character: Character) in character.isWhitespace }
        return String(drop(while: isBlank).reversed().drop(while: isBlank).reversed())
    }
}
