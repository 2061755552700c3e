import Composition
import Platform
import Processes
import Wire

/// The life of a service: its state, its deadline, its deaths, and the trial of a new program.
///
/// A life has neither process nor clock; callers pass the time.
struct ServiceLife {

    private let service: Service
    private(set) var state = ServiceState.waiting
    /// How the last process ended; nil while another one may follow.
    private(set) var outcome: Outcome?
    /// When the grace period or the backoff ends.
    private(set) var deadline: Instant?
    /// How many processes the service has had.
    private(set) var runs = 0
    /// The process has written `process.output.ready`.
    private(set) var isReady = false
    /// The command that starts the next process.
    private(set) var program: ServiceCommand
    /// True if any process of the service has read or written something, was ready, or has run for a while.
    private(set) var hasStartedWell = false
    private var policy: RestartPolicy
    private var startedAt: Instant?
    private var backoff = Duration.zero
    /// The time of the last death.
    private var diedAt: Instant?
    /// The farewell of a process whose stdin was closed on request.
    private var farewell: Farewell?
    private var trial: SwapTrial?

    init(_ service: Service) {
        self.service = service
        policy = RestartPolicy(service.restart)
        program = ServiceCommand(command: service.command, folder: service.workingDirectory)
    }

    /// True if another process may follow, or is about to: also the old program, after a swap that failed.
    var mayComeBack: Bool {
        if state == .ended { return false }
        return !state.isAlive || trial != nil || service.restart != .never || service.isWatched
    }

    var isOnTrial: Bool { trial != nil }

    /// How often the service has died in a row.
    var deaths: Int { policy.deaths }

    /// When the loop has to look again.
    var nextDeadline: Instant? { earliest(deadline, trial?.deadline) }

    /// How long the process has run; nil without one.
    func uptime(at now: Instant) -> Duration? { state.isAlive ? startedAt.map { now - $0 } : nil }

    func isSuccess(_ outcome: Outcome) -> Bool {
        if isObeyed(outcome) { return true }
        guard case .exited(let code) = outcome else { return false }
        return code == 0 || service.successExitCodes.contains(code)
    }

    /// True if the process has ended by the stop signal that it was sent, also as a shell reports that.
    func isObeyed(_ outcome: Outcome) -> Bool {
        (state == .retiring || state == .terminating) && outcome.code == 128 + service.stopSignal
    }

    // MARK: - What happens

    /// Steps through the table.
    /// - Parameter reading: how the process uses its input, if that is about to end.
    /// - Returns: actions on the process. Deadlines stay here.
    mutating func handle(_ event: ServiceEvent, reading: Reading = .perhaps, at now: Instant) -> [ServiceAction] {
        let transition = Transition.from(state, on: event)
        if transition.state != state { (deadline, farewell) = (nil, nil) }
        state = transition.state
        return transition.actions.filter { action in
            switch action {
            case .startFarewell:
                let farewell = Farewell(reading, within: service.stopGracePeriod, at: now)
                self.farewell = farewell
                deadline = farewell.nextLook(after: now)
            case .startGrace: deadline = now + service.stopGracePeriod
            case .startBackoff: deadline = now + backoff
            case .closeInput, .yieldInput, .sendStopSignal, .kill: return true
            }
            return false
        }
    }

    /// A start is tried; the run begins when it succeeds.
    mutating func willStart() { startedAt = nil }

    /// - Parameter linesWritten: by the earlier processes of the service.
    mutating func started(at now: Instant, linesWritten: Int) {
        isReady = false
        outcome = nil
        runs += 1
        startedAt = now
        trial?.started(at: now, linesWritten: linesWritten)
        _ = handle(.started, at: now)
    }

    mutating func becameReady() {
        isReady = true
        didSomething()
    }

    /// Notes that the process has read or written something.
    mutating func didSomething() { hasStartedWell = true }

    /// Handles the end of the grace period or the backoff.
    /// - Parameter isBusy: true if the service's processes do more than wait.
    mutating func deadlinePassed(isBusy: @autoclosure () -> Bool = false, at now: Instant) -> [ServiceAction] {
        if let farewell, farewell.lasts(isBusy: isBusy, at: now) {
            deadline = farewell.nextLook(after: now)
            return []
        }
        deadline = nil
        return handle(state == .backingOff ? .backoffElapsed : .graceElapsed, at: now)
    }

    // MARK: - The end of a process

    /// Decides what becomes of the service whose process has ended.
    /// - Parameters:
    ///   - inputEnded: whether all that could send to it have ended for good, and its input was closed.
    ///   - chance: from 0 to 1; spreads the restarts of services that died together.
    mutating func fate(
        after outcome: Outcome, sessionEnds: Bool, inputEnded: Bool = false, at now: Instant, chance: Double
    ) -> Fate {
        if run(at: now) >= RestartPolicy.goodBeginning { didSomething() }
        if sessionEnds { return .leaves(asked: true) }
        if state == .yielding || state == .retiring { return .makesRoom }
        guard state == .running || state == .notReading || state == .dismissed else { return .leaves(asked: true) }
        // A program whose file has an error now would fail again.
        if trial != nil, inputEnded, isSuccess(outcome) { return .finishes }
        if let trial { return service.isWatched && trial.oldProgram == program ? .waitsForSave : .fallsBack }
        let waits = service.isWatched && !service.exitOnEnd && !isSuccess(outcome)
        if neverBegan(outcome) { return waits ? .waitsForSave : .neverBegan }
        return switch judge(outcome, at: now, chance: chance) {
        case .leave: waits ? .waitsForSave : .leaves(asked: false)
        case .restart(let delay): .comesBack(after: delay)
        case .giveUp(let deaths): waits ? .waitsForSave : .givesUp(deaths: deaths)
        }
    }

    private mutating func judge(_ outcome: Outcome, at now: Instant, chance: Double) -> RestartPolicy.Decision {
        // A process that ends as the signal asks still has a queue to be read.
        policy.died(succeeded: isSuccess(outcome) && state != .dismissed, after: run(at: now), chance: chance)
    }

    private func run(at now: Instant) -> Duration { startedAt.map { now - $0 } ?? .zero }

    /// True if the program itself is wrong (a wrong name, a missing module), so that retries would only delay the
    /// message. Not counted are signals, also as a shell's code, and the exit codes for "unavailable" and "try again
    /// later". Off the bus a program cannot show that it works, so only a shell's codes for a missing program count.
    private func neverBegan(_ outcome: Outcome) -> Bool {
        guard case .onFailure = service.restart, !hasStartedWell, !isSuccess(outcome), case .exited(let code) = outcome
        else { return false }
        let passing = [ExitStatus.unavailable, .temporary].map(\.rawValue)
        return (service.isOnBus ? 1...128 : 126...127).contains(code) && !passing.contains(code)
    }

    /// Puts the start off. If the system has no room for a successor, that counts as a death, so that the attempts end.
    /// - Returns: whether to try again.
    mutating func putOffStart(at now: Instant, chance: Double) -> Bool {
        guard runs > 0, case .restart(let delay) = judge(.notStarted, at: now, chance: chance) else { return false }
        comeBack(after: delay, at: now)
        return true
    }

    /// The process has ended; another one follows.
    @discardableResult
    mutating func comeBack(after delay: Duration, at now: Instant) -> [ServiceAction] {
        backoff = delay
        diedAt = now
        return handle(.died, at: now)
    }

    /// The process has ended; another one follows when one of the service's files is saved.
    @discardableResult
    mutating func waitForSave(at now: Instant) -> [ServiceAction] {
        defer { deadline = nil }
        return comeBack(after: .zero, at: now)
    }

    /// The service has ended for good.
    @discardableResult
    mutating func end(_ outcome: Outcome, at now: Instant) -> [ServiceAction] {
        self.outcome = outcome
        return handle(outcome == .notStarted ? .startFailed : .exited, at: now)
    }

    // MARK: - Another program

    /// Begins a swap; earlier deaths are forgotten.
    /// - Parameters:
    ///   - program: nil for the one that it has.
    ///   - requester: the client that waits for the result.
    ///   - reading: how the process uses its input.
    mutating func swap(
        to program: ServiceCommand?, for requester: Int?, reading: Reading = .perhaps, at now: Instant
    ) throws(ControlRefusal) -> [ServiceAction] {
        // No client waits for the result of a save's trial, so the next save need not wait either.
        let mayFollow = trial.map { $0.requester == nil && state == .running } ?? true
        guard mayFollow else { throw .underWay(service: service.name) }
        guard state == .waiting || Transition.from(state, on: .swapRequested).state != state else {
            throw .stopping(service: service.name)
        }
        trial = SwapTrial(replacing: self.program, for: requester, at: state == .backingOff ? diedAt ?? now : now)
        if let program { self.program = program }
        policy = RestartPolicy(service.restart)
        // The program works so far.
        if state == .running { didSomething() }
        return handle(.swapRequested, reading: reading, at: now)
    }

    /// The new program has failed; the old one is next.
    /// - Returns: the trial; nil if there was none.
    mutating func abandonTrial() -> SwapTrial? {
        guard let trial else { return nil }
        program = trial.oldProgram
        self.trial = nil
        return trial
    }

    /// Ends the trial of a process that has proved itself.
    /// - Parameter isDone: whether it has ended well and had nothing to wait for.
    /// - Returns: the trial; nil if there is none, or it continues.
    mutating func passTrial(linesWritten: Int, isDone: Bool = false, at now: Instant) -> SwapTrial? {
        guard let trial, trial.isPassed(linesWritten: linesWritten, isReady: isReady, isDone: isDone, at: now)
        else { return nil }
        self.trial = nil
        return trial
    }
}

/// The fate of a service whose process has ended.
enum Fate: Equatable {
    /// - Parameter asked: the supervisor had requested the end.
    case leaves(asked: Bool)
    case comesBack(after: Duration)
    /// The service has died too often in a row.
    case givesUp(deaths: Int)
    /// The program has failed before it did anything: another start would fail, too.
    case neverBegan
    /// The process was on trial, and has ended well at the end of its input.
    case finishes
    /// The process makes room for another one, as requested.
    case makesRoom
    /// The new program was on trial and has failed; the old program comes back.
    case fallsBack
    /// The service's files are watched: the next process is started when one of them is saved.
    case waitsForSave

    /// True if no other process follows.
    var isEnd: Bool {
        switch self {
        case .leaves, .givesUp, .neverBegan, .finishes: true
        case .comesBack, .makesRoom, .fallsBack, .waitsForSave: false
        }
    }
}

extension ServiceLife {
    /// The way in which a process uses its input.
    enum Reading {
        /// The process receives nothing, or its input has ended long ago: the end tells it nothing.
        case nothing
        /// The process receives something, but was not seen to read.
        case perhaps
        /// The process has read, or waits for more.
        case yes
    }

    /// The time between the end of a process's input and the stop signal: none for one that reads nothing; a short one for one that
    /// may read; and for one that reads or is busy, the grace period, to finish what it has read.
    struct Farewell {
        static let interval = Duration.milliseconds(200)

        private let reading: Reading
        private let end: Instant

        init(_ reading: Reading, within grace: Duration, at now: Instant) {
            self.reading = reading
            end = reading == .nothing ? now : now + grace
        }

        func nextLook(after now: Instant) -> Instant { reading == .yes ? end : min(end, now + Self.interval) }

        func lasts(isBusy: () -> Bool, at now: Instant) -> Bool {
            now < end && (reading == .yes || isBusy())
        }
    }
}

/// The trial of a process that replaces another one on request: until it has proved itself, its failure brings the old
/// program back.
struct SwapTrial {

    /// How long a process that writes nothing must run to prove itself.
    static let length = Duration.seconds(1)

    /// The program that is started again if the new one fails.
    let oldProgram: ServiceCommand
    /// The client of the control socket that waits for the result.
    let requester: Int?
    private let requestedAt: Instant
    private var startedAt: Instant?
    /// Lines that the service had written before the new process started.
    private var linesBefore = 0

    init(replacing oldProgram: ServiceCommand, for requester: Int?, at now: Instant) {
        self.oldProgram = oldProgram
        self.requester = requester
        requestedAt = now
    }

    mutating func started(at now: Instant, linesWritten: Int) {
        startedAt = now
        linesBefore = linesWritten
    }

    /// Nil until the new process runs.
    var deadline: Instant? { startedAt.map { $0 + Self.length } }

    /// How long the service had no process that takes events.
    var gap: Duration { startedAt.map { $0 - requestedAt } ?? .zero }

    /// - Parameters:
    ///   - linesWritten: by all processes of the service so far.
    ///   - isReady: whether the new process has reported that.
    ///   - isDone: whether it has ended well and had nothing to wait for.
    func isPassed(linesWritten: Int, isReady: Bool, isDone: Bool, at now: Instant) -> Bool {
        guard let deadline else { return false }
        return isReady || isDone || linesWritten > linesBefore || now >= deadline
    }
}
