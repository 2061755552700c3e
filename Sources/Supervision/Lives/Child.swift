import Composition
import FoundationEssentials
import Platform
import Processes
import Wire

/// The process of a service: its pipes, its id, and where it stands in its life.
final class Child {
    let service: Service
    let port: Port
    /// Whether it stays in our process group, which has the terminal.
    let hasTerminal: Bool
    private(set) var state = ServiceState.waiting
    private(set) var pid: pid_t = 0
    private(set) var outcome: Outcome?
    /// It has said `process.output.ready`.
    var isReady = false
    /// The last of its stderr, for the diagnosis of its end.
    var lastDiagnostics: [String] = []
    var input: Descriptor?
    var output: Descriptor?
    var diagnostics: Descriptor?
    var diagnosticLines = LineBuffer(limit: 1 << 16)
    /// How much of its output and its stderr is still its own: without end while it lives, then what it had left in its
    /// pipes. A grandchild that holds them open may write for ever.
    private(set) var outputLeft = Int.max
    private(set) var diagnosticsLeft = Int.max
    /// It has closed its input, and nobody has noticed yet.
    var hasClosedInput = false
    /// How many processes it has had.
    private(set) var runs = 0
    private(set) var policy: RestartPolicy
    private var startedAt: ContinuousClock.Instant?
    private var delay = Duration.zero
    /// Its input is to be closed as soon as its queue is empty.
    var closesInput = false
    /// Its input is to be closed as soon as the line that it has begun to read is whole; the queue is its successor's.
    var yieldsInput = false
    /// What it is started with: what the compose file says, until it is swapped.
    var program: Program
    /// Under way, or on trial.
    var swap: Swap?
    /// When its grace period is over.
    private(set) var deadline: ContinuousClock.Instant?

    init(service: Service, port: Port, hasTerminal: Bool) {
        self.service = service
        self.port = port
        policy = RestartPolicy(service.restart)
        program = Program(command: service.command, folder: service.workingDirectory)
        self.hasTerminal = hasTerminal
    }

    /// It has a process that has not ended.
    var isAlive: Bool {
        switch state {
        case .running, .notReading, .yielding, .closing, .terminating, .killing: true
        case .waiting, .backingOff, .ended: false
        }
    }

    /// Another process may take the place of the one that it has.
    var mayComeBack: Bool { state != .ended && (swap != nil || service.restart != .never) }

    /// It has ended, and everything that it had written has been read.
    var isGone: Bool { state == .ended && output == nil }

    /// - Parameters:
    ///   - token: what its environment is known by; no other process has it.
    ///   - isRecorded: whether it is to say what a person enters.
    func start(
        in session: SessionFolder, as token: String, lineLimit: Int, isRecorded: Bool, at now: ContinuousClock.Instant
    ) throws(SystemError) {
        startedAt = nil
        if runs > 0 { port.renew() }
        let stdin = try Pipe.open()
        let stdout = try Pipe.open()
        let stderr = try Pipe.open()
        var descriptors: [(ours: Int32, theirs: Int32)] = [
            (stdin.reader.number, 0), (stdout.writer.number, 1), (stderr.writer.number, 2),
        ]
        if service.tty {
            descriptors.insert((0, 3), at: 0)
            descriptors.insert((1, 4), at: 1)
            descriptors.insert((2, 5), at: 2)
        }
        var environment = ProcessInfo.processInfo.environment
        environment["VIPERLINE_SERVICE"] = service.name
        environment["VIPERLINE_RUN"] = "\(runs + 1)"
        environment["VIPERLINE_RESTORED"] = port.outgoing.isRestored ? "1" : nil
        environment["VIPERLINE_RECORDED"] = isRecorded ? "1" : nil
        environment["VIPERLINE_LINE_LIMIT"] = "\(lineLimit)"
        environment[SessionVariable.folder] = session.path
        environment.merge(service.environment) { $1 }
        environment[OrphanGuard.tokenVariable] = token
        var launch = Launch(program.command)
        launch.environment = environment
        launch.workingDirectory = program.folder
        launch.descriptors = descriptors
        // In a session of its own nothing of the terminal's job control reaches it, not even before it runs its program.
        launch.group = hasTerminal ? .inherited : .ownSession
        pid = try launch.start()
        input = Self.ours(stdin.writer)
        output = Self.ours(stdout.reader)
        diagnostics = Self.ours(stderr.reader)
        diagnosticLines = LineBuffer(limit: 1 << 16)
        outputLeft = .max
        diagnosticsLeft = .max
        isReady = false
        hasClosedInput = false
        closesInput = false
        yieldsInput = false
        outcome = nil
        runs += 1
        startedAt = now
    }

    private static func ours(_ end: consuming Descriptor) -> Descriptor {
        end.setNonBlocking()
        end.widen(to: 1 << 20)
        return end
    }

    /// Steps through the table of its life and carries out what that says.
    func handle(_ event: ServiceEvent, at now: ContinuousClock.Instant) {
        let transition = Transition.from(state, on: event)
        if transition.state != state { deadline = nil }
        let wasAlive = isAlive
        state = transition.state
        if wasAlive, !isAlive {
            outputLeft = output?.unread ?? 0
            diagnosticsLeft = diagnostics?.unread ?? 0
        }
        for action in transition.actions {
            switch action {
            case .closeInput: closesInput = true
            case .yieldInput: yieldsInput = true
            case .startGrace: deadline = now + service.stopGracePeriod
            case .sendStopSignal: send(signal: service.stopSignal)
            case .kill: send(signal: SIGKILL)
            case .startBackoff: deadline = now + delay
            }
        }
    }

    func hasRead(output count: Int) { if !isAlive { outputLeft -= count } }
    func hasRead(diagnostics count: Int) { if !isAlive { diagnosticsLeft -= count } }

    /// How long its process has run; nil where it has none.
    func uptime(at now: ContinuousClock.Instant) -> Duration? { isAlive ? startedAt.map { now - $0 } : nil }

    /// Forgets the deaths of an earlier program.
    func beginAnew() {
        policy = RestartPolicy(service.restart)
        port.isInputClosed = false
    }

    /// Asks the policy what becomes of a process that has ended without being asked to.
    func judge(_ outcome: Outcome, at now: ContinuousClock.Instant, chance: Double) -> RestartPolicy.Decision {
        let run = startedAt.map { now - $0 } ?? .zero
        return policy.died(succeeded: isSuccess(outcome), after: run, chance: chance)
    }

    func isSuccess(_ outcome: Outcome) -> Bool {
        if case .exited(let code) = outcome { code == 0 || service.successExitCodes.contains(code) } else { false }
    }

    /// Its process has ended; another one will take its place.
    func comeBack(after delay: Duration, at now: ContinuousClock.Instant) {
        self.delay = delay
        handle(.died, at: now)
    }

    /// Its grace period, or the time until it is started again, is over.
    func deadlinePassed(at now: ContinuousClock.Instant) {
        deadline = nil
        handle(state == .backingOff ? .backoffElapsed : .graceElapsed, at: now)
    }

    func end(_ outcome: Outcome, at now: ContinuousClock.Instant) {
        self.outcome = outcome
        handle(outcome == .notStarted ? .startFailed : .exited, at: now)
    }

    /// What its processes do while others wait for it.
    var activity: StallDetector.Activity {
        // Another one takes its place only when all that it has left behind is read.
        guard isAlive else { return .blocked(processorTime: 0) }
        guard output?.isHalfFullPipe == true else { return .free }
        let processes = hasTerminal ? [SystemProcess.of(pid)].compactMap { $0 } : SystemProcess.all(inSessions: [pid])
        guard !processes.contains(where: \.mayGoOn) else { return .free }
        let time = processes.map(\.processorTime).reduce(0, +)
        return processes.isEmpty || processes.contains { !$0.isBlockedByPipe }
            ? .quiet(processorTime: time) : .blocked(processorTime: time)
    }

    /// What ends it: its process, and its process group where it leads one.
    var targets: [pid_t] { hasTerminal ? [pid] : [-pid, pid] }

    private func send(signal: Int32) {
        // Each process once: one in the group gets it with that.
        let targets = !hasTerminal && getpgid(pid) == pid ? [-pid] : targets
        for target in targets {
            kill(target, signal)
            // A stopped process acts on nothing but SIGKILL until it is continued.
            kill(target, SIGCONT)
        }
    }
}
