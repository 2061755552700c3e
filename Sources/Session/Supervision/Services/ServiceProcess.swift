import Composition
import Platform
import Processes
import SupervisorMessages
import Wire

/// The process of a service: its id and its pipes. Carries out the actions of its ``ServiceLife``.
///
/// A service is not a ``PipedProcess``: the bus reads and writes its pipes itself, without another copy of a line, and the reaper looks
/// after all services at once.
final class ServiceProcess {

    /// A wider pipe means fewer switches between processes.
    private static let pipeWidth = 1 << 20

    let service: Service
    let port: Port
    /// The process stays in the session's process group, which has the terminal.
    let hasTerminal: Bool
    private(set) var pid: pid_t = 0
    private var life: ServiceLife
    private let stderr = StderrPipe()
    /// The monitor of the service; nil if it is not checked.
    let health: HealthMonitor?
    /// The status that the service reports about itself.
    private var status = ServiceStatus()
    /// The last lines of the service's stderr, for the diagnosis of its end.
    private(set) var lastDiagnostics: [String] = []

    /// The writing end of the process's stdin; nil once it is closed.
    var input: Descriptor?
    private var inputState = InputState()
    /// The reading end of the process's stdout; nil at the end.
    var output: Descriptor?
    /// Bytes of the output that are still the service's own, as in ``ChildOutput``, which would cost one more call at each read of the bus.
    private(set) var outputLeft = Int.max
    /// The process has closed stdin, and its life has not handled that yet.
    var hasClosedInput = false
    /// The stdin is to be closed once the queue is empty.
    var closesInput = false
    /// The stdin is to be closed once the line that the process has begun to read is whole; the rest of the queue is for the
    /// successor.
    private(set) var yieldsInput = false

    init(service: Service, port: Port, hasTerminal: Bool) {
        self.service = service
        self.port = port
        self.hasTerminal = hasTerminal
        life = ServiceLife(service)
        health = service.healthCheck.map { HealthMonitor($0, in: service.workingDirectory) }
    }

    var state: ServiceState { life.state }
    var isAlive: Bool { life.state.isAlive }
    var mayComeBack: Bool { life.mayComeBack }
    var isOnTrial: Bool { life.isOnTrial }
    var isReady: Bool { life.isReady }
    var outcome: Outcome? { life.outcome }
    var deaths: Int { life.deaths }
    var runs: Int { life.runs }
    var program: ServiceCommand { life.program }
    /// The end of the service's grace period or backoff.
    var deadline: Instant? { life.deadline }
    /// When the loop has to look again.
    var nextDeadline: Instant? { earliest(life.nextDeadline, health?.nextDeadline, status.nextDeadline) }
    /// True if the service has a process that is to do its work.
    var isCheckable: Bool { state == .running || state == .notReading }
    /// The reading end of the process's stderr; nil at the end.
    var diagnostics: Int32? { stderr.descriptor }

    /// True if the service has ended, and all its output has been read.
    var isGone: Bool { state == .ended && output == nil && health?.pid == nil }

    var standing: Standing {
        Standing(
            name: service.name, dependsOn: service.dependsOn, state: state,
            isReady: health.map { $0.state == .healthy } ?? isReady, isUnhealthy: health?.state == .unhealthy,
            outcome: outcome, hasOutput: output != nil)
    }

    // MARK: - Its life

    /// - Parameter token: known to the orphan guard; no other process has it.
    func start(in environment: ServiceEnvironment, as token: String, at now: Instant) throws(SystemError) {
        life.willStart()
        if life.runs > 0 { port.renew() }
        let stdin = try Pipe.open()
        let stdout = try Pipe.open()
        let stderr = try Pipe.open()
        var launch = Launch(program.command)
        launch.descriptors = [(stdin.reader.number, 0), (stdout.writer.number, 1), (stderr.writer.number, 2)]
        // The terminal comes first: descriptors 0 to 2 are still the supervisor's then.
        if service.tty { launch.descriptors = [(0, 3), (1, 4), (2, 5)] + launch.descriptors }
        launch.descriptors += service.inherited.map { ($0.ours, $0.theirs) }
        launch.environment = environment.variables(
            of: service, run: life.runs + 1, isRestored: port.outgoing.isRestored,
            repeats: port.incoming.linesToDrop, isSwapped: isOnTrial, token: token)
        launch.workingDirectory = program.folder
        // The terminal's job control does not reach a process in a session of its own, not even before it runs its program.
        launch.group = hasTerminal ? .inherited : .ownSession
        pid = try launch.start()
        input = Self.ours(stdin.writer)
        output = Self.ours(stdout.reader)
        self.stderr.open(Self.ours(stderr.reader))
        inputState = InputState(writtenBefore: port.outgoing.outbox.written)
        outputLeft = .max
        hasClosedInput = false
        closesInput = false
        yieldsInput = false
        life.started(at: now, linesWritten: port.counters.written.lines)
        health?.serviceStarted(at: now)
    }

    private static func ours(_ end: consuming Descriptor) -> Descriptor {
        end.setNonBlocking()
        end.widen(to: pipeWidth)
        return end
    }

    func handle(_ event: ServiceEvent, at now: Instant) {
        let reading = event == .stopRequested ? reading(at: now) : .perhaps
        change { life in life.handle(event, reading: reading, at: now) }
    }

    func becameReady() { life.becameReady() }

    /// Notes that the service has sent an event to the supervisor.
    func noteStatement() { life.didSomething() }

    /// True if it is not known yet that the service's program works.
    var isUnproven: Bool { !life.hasStartedWell }

    func deadlinePassed(at now: Instant) {
        let isBusy = { self.processes.contains(where: \.isBusy) }
        change { life in life.deadlinePassed(isBusy: isBusy(), at: now) }
    }

    func fate(after outcome: Outcome, sessionEnds: Bool, at now: Instant) -> Fate {
        noteTaken()
        if port.counters.written.lines > 0 { life.didSomething() }
        return life.fate(
            after: outcome, sessionEnds: sessionEnds, inputEnded: port.isInputClosed, at: now,
            chance: Double.random(in: 0...1))
    }

    func succeeded(_ outcome: Outcome) -> Bool { life.isSuccess(outcome) }

    /// The outcome as others see it: a process that ends by the stop signal that it was sent has done as asked.
    func end(_ outcome: Outcome) -> Outcome { life.isObeyed(outcome) ? .exited(0) : outcome }

    func putOffStart(at now: Instant) -> Bool { life.putOffStart(at: now, chance: Double.random(in: 0...1)) }

    func comeBack(after delay: Duration, at now: Instant) { change { $0.comeBack(after: delay, at: now) } }

    func waitForSave(at now: Instant) { change { $0.waitForSave(at: now) } }

    func end(_ outcome: Outcome, at now: Instant) { change { $0.end(outcome, at: now) } }

    func swap(to program: ServiceCommand?, for requester: Int?, at now: Instant) throws(ControlRefusal) {
        let actions = try life.swap(to: program, for: requester, reading: reading(at: now), at: now)
        port.isInputClosed = false
        actions.forEach(carryOut)
    }

    func abandonTrial() -> SwapTrial? { life.abandonTrial() }

    /// - Parameter isDone: whether its process has ended well and had nothing to wait for.
    func passTrial(isDone: Bool, at now: Instant) -> SwapTrial? {
        life.passTrial(linesWritten: port.counters.written.lines, isDone: isDone, at: now)
    }

    /// Steps the life on; output that is left in the pipes when the service ends is still read.
    private func change(_ step: (inout ServiceLife) -> [ServiceAction]) {
        let wasAlive = isAlive
        let actions = step(&life)
        if wasAlive, !isAlive {
            outputLeft = output?.unread ?? 0
            status.processEnded()
            stderr.processEnded()
        }
        if !isCheckable { health?.stop() }
        actions.forEach(carryOut)
    }

    private func carryOut(_ action: ServiceAction) {
        switch action {
        case .closeInput:
            closesInput = true
            continueIfSuspended()
        case .yieldInput:
            yieldsInput = true
            continueIfSuspended()
        case .sendStopSignal:
            send(signal: service.stopSignal)
            continueIfSuspended()
        case .kill: send(signal: SIGKILL)
        case .startFarewell, .startGrace, .startBackoff: break
        }
    }

    /// A suspended process would see neither the end of its input nor a signal.
    private func continueIfSuspended() {
        if isSuspended { send(signal: SIGCONT) }
    }

    /// The way in which the process uses its input, which is about to end.
    private func reading(at now: Instant) -> ServiceLife.Reading {
        guard isAlive else { return .perhaps }
        noteTaken()
        if let end = inputState.end {
            return now - end < ServiceLife.Farewell.interval ? (inputState.isRead ? .yes : .perhaps) : .nothing
        }
        if inputState.isRead || isAwaitingInput { return .yes }
        return port.receives.isEmpty ? .nothing : .perhaps
    }

    /// True if one of the service's processes waits for something to read.
    private var isAwaitingInput: Bool {
        guard let number = input?.number, let pipe = PipeReading(ofPipe: number) else { return false }
        // The first process is checked first, as it mostly waits; to find the others takes a look at all of the machine.
        return pipe.isAwaited(by: pid) == true || processes.contains { pipe.isAwaited(by: $0.pid) == true }
    }

    private var processes: [SystemProcess] {
        hasTerminal ? [SystemProcess.of(pid)].compactMap(\.self) : SystemProcess.all(inSessions: [pid])
    }

    // MARK: - Its pipes

    func closeInput() {
        noteTaken()
        if isAlive, input?.isEmptyPipe == false { inputState.rest = input?.reader }
        if input != nil {
            // A process that waits may read the end at once, and then needs its time.
            inputState.isRead = inputState.isRead || isAlive && isAwaitingInput
            inputState.end = .now
        }
        input = nil
    }

    /// Bytes that were written to the process and that it has not read.
    var unreadInput: Int { max(0, (input?.unread ?? inputState.rest?.unread ?? 0) - inputState.aside) }

    /// True if the process was sent something, and has read all of it.
    var hasReadAll: Bool { port.outgoing.outbox.written > inputState.writtenBefore && unreadInput == 0 }

    /// Notes that so many bytes were written to stdin past the queue.
    func noteAside(_ count: Int) { inputState.aside += count }

    /// Puts input that the ended process has not read back into the queue, for its successor.
    func takeBackInput() {
        noteTaken()
        port.outgoing.outbox.takeBack(unread: unreadInput)
        input = nil
        inputState.rest = nil
    }

    /// A process that has read something of its input has begun its work.
    private func noteTaken() {
        guard let unread = input?.unread ?? inputState.rest?.unread,
            port.outgoing.outbox.written - inputState.writtenBefore > unread
        else { return }
        life.didSomething()
        inputState.isRead = true
    }

    func hasRead(output count: Int) { if !isAlive { outputLeft -= count } }

    /// Reads lines of the process's stderr.
    func readDiagnostics() -> [String] {
        let lines = stderr.read()
        lastDiagnostics = (lastDiagnostics + lines.suffix(5).map(SessionLog.printable)).suffix(5)
        return lines
    }

    /// Notes the state that the service has sent after the event with that id and source.
    func noteSnapshot(_ snapshot: [UInt8], after id: String, from source: String?) {
        // A replayed process repeats the snapshots of its predecessor.
        guard port.incoming.linesToDrop == 0 else { return }
        port.outgoing.journal.noteSnapshot(snapshot, after: id, from: source)
    }

    /// Notes a status report. A report that a dead process has left in its pipe is not its successor's status.
    func note(_ reported: ProcessOutput.Status, at now: Instant) {
        if isAlive { status.note(reported, at: now) }
    }

    /// News of the service's status that the user is to see now.
    func takeNews(at now: Instant) -> ServiceStatus.News? { status.takeNews(at: now) }

    /// An event from the service, with its name and an id.
    func signed(_ event: Event) -> Event {
        var event = event
        event.source = service.name
        if event.id.isEmpty { event.id = port.incoming.nextID() }
        return event
    }

    /// The service's leftover, once it has ended for good and all its output is read; nil if there is none, or after the first
    /// call.
    func takeLeftover() -> Leftover? { state == .ended && output == nil ? port.outgoing.takeLeftover() : nil }

    /// Takes the service off the bus, as it will not run (again): the bus delivers nothing to it, and waits for nothing from it.
    func leaveBus() {
        port.isInputClosed = true
        port.isOutputClosed = true
    }

    /// Helps to find out why it died: the last of its stderr, the request that it worked on or the last event in, the last event
    /// out.
    var lastWords: [String] {
        let request = port.outgoing.journal.oldestRequest.map { line -> String in
            var beginning = LastLine()
            line.withUnsafeBytes { beginning.note($0) }
            return beginning.text
        }
        let events = [
            ("oldest open request", request ?? ""),
            ("last event in", request == nil ? port.counters.lastRead.text : ""),
            ("last event out", port.counters.lastWritten.text),
        ]
        return lastDiagnostics
            + events.filter { !$0.1.isEmpty }.map { "\($0.0): \(SessionLog.printable($0.1))" }
    }

    // MARK: - Its processes

    /// The ids that end the service: its process, and its process group where it leads one.
    var targets: [pid_t] { hasTerminal ? [pid] : [-pid, pid] }

    private func send(signal: Int32) {
        // The signal reaches each process once: a process in the group gets it with the group.
        let targets = !hasTerminal && getpgid(pid) == pid ? [-pid] : targets
        for target in targets {
            kill(target, signal)
            // A stopped process acts on nothing but SIGKILL until it is continued.
            kill(target, SIGCONT)
        }
    }

    /// The activity of the service's processes while others wait for it.
    var activity: StallDetector.Activity {
        // The successor starts only when all output of the ended process is read.
        guard isAlive else { return .blocked(processorTime: 0) }
        guard output?.isHalfFullPipe == true else { return .free }
        let processes = processes
        guard !processes.contains(where: \.mayGoOn) else { return .free }
        let time = processes.map(\.processorTime).reduce(0, +)
        return processes.isEmpty || processes.contains { !$0.isBlockedByPipe }
            ? .quiet(processorTime: time) : .blocked(processorTime: time)
    }

    /// The service has work to do, but is stopped (SIGSTOP).
    var isSuspended: Bool { isAlive && SystemProcess.of(pid)?.isSuspended == true }

    func report(at now: Instant) -> ServiceReport {
        ServiceReport(
            name: service.name, command: program.command, state: isSuspended ? "suspended" : "\(state)",
            pid: isAlive ? pid : nil,
            uptime: life.uptime(at: now).map { $0 / .seconds(1) }, restarts: max(0, runs - 1),
            input: .init(lines: port.counters.read.lines, bytes: port.counters.read.bytes),
            output: .init(lines: port.counters.written.lines, bytes: port.counters.written.bytes),
            queued: port.outgoing.outbox.count + unreadInput,
            terminal: service.tty, health: isCheckable ? health?.state.rawValue : nil, status: status.newest)
    }
}

/// The command and the environment that start a process.
struct ServiceCommand: Equatable {
    let command: [String]
    /// The working directory; nil for the supervisor's.
    let folder: String?
}
