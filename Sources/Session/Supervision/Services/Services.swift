import Composition
import Platform
import Processes
import Wire

/// The services of a session: starts, ends, replaces and stops them. What follows for the session is returned as
/// ``Consequence``s.
final class Services {

    let children: [ServiceProcess]
    private let relay: Relay
    let environment: (_ isRecorded: Bool) -> ServiceEnvironment
    /// Nil where no service draws on a terminal.
    private let terminal: TerminalState?
    private let flags = StreamFlags()
    private let orphanGuard: OrphanGuard
    let wiring: WiringOrder
    /// The user did not want to wait for the end.
    private(set) var isHurried = false
    private var unanswered = Unanswered()
    private var longStarts = LongStarts()
    private var reaper = Reaper()
    /// The number of processes that the services have tried to start.
    private var starts = 0
    private let sessionFolder: String
    /// The ids that end the session's other processes, which belong to no service.
    var otherTargets: () -> [pid_t] = { [] }
    /// The process that writes the recording, which outlives the supervisor.
    var recorder: () -> pid_t? = { nil }

    init(_ composition: Composition, _ children: [ServiceProcess], relay: Relay, sessionFolder: String)
        throws(SystemError)
    {
        self.children = children
        self.relay = relay
        self.sessionFolder = sessionFolder
        wiring = WiringOrder(children.map { $0.port.senders.map(\.index) })
        environment = { isRecorded in
            ServiceEnvironment(composition, sessionFolder: sessionFolder, isRecorded: isRecorded)
        }
        terminal = composition.services.contains(where: \.tty) ? TerminalState() : nil
        orphanGuard = try OrphanGuard()
    }

    var areGone: Bool { children.allSatisfy(\.isGone) }

    /// When the loop has to look again.
    var nextDeadline: Instant? {
        children.reduce(earliest(reaper.nextDeadline, unanswered.deadline, longStarts.deadline)) {
            earliest($0, $1.nextDeadline)
        }
    }

    /// The process that draws on the terminal.
    var drawing: pid_t? { children.first { $0.hasTerminal && $0.isAlive }?.pid }

    func child(named name: String) -> ServiceProcess? { children.first { $0.service.name == name } }

    // MARK: - Starting

    /// Nil while nothing can be started.
    var nextStep: StartOrder.Step? {
        guard children.contains(where: { $0.state == .waiting }) else { return nil }
        return StartOrder.nextStep(children.map(\.standing))
    }

    func handle(_ step: StartOrder.Step, isRecorded: Bool, at now: Instant) -> [Consequence] {
        switch step {
        case .start(let index): return start(children[index], isRecorded: isRecorded, at: now)
        case .giveUp(let index, let missing):
            let (child, missing) = (children[index], children[missing])
            child.end(.notStarted, at: now)
            child.leaveBus()
            if let health = missing.health, health.state == .unhealthy {
                let diagnosis = Diagnosis.waitsForUnhealthy(
                    service: missing.service.name, dependent: child.service.name)
                return [.fail(.unavailable, diagnosis, because: health.lastWords)]
            }
            return [
                .fail(
                    .unavailable, .neverReady(service: missing.service.name, dependent: child.service.name),
                    because: missing.lastDiagnostics)
            ]
        }
    }

    private func start(_ child: ServiceProcess, isRecorded: Bool, at now: Instant) -> [Consequence] {
        do throws(SystemError) {
            try guarded { token throws(SystemError) in
                try child.start(in: environment(isRecorded), as: token, at: now)
            }
            relay.flush(child)
            return []
        } catch {
            return startFailed(child, error, at: now)
        }
    }

    /// Starts a process that the guard knows before it exists.
    /// - Parameter start: gets the token of the process.
    func guarded<Process>(_ start: (_ token: String) throws(SystemError) -> Process) throws(SystemError) -> Process {
        starts += 1
        let token = OrphanGuard.token(sessionFolder, starts)
        tellGuard(starting: token)
        defer { tellGuard() }
        return try start(token)
    }

    private func startFailed(_ child: ServiceProcess, _ error: SystemError, at now: Instant) -> [Consequence] {
        if child.isOnTrial { return abandonTrial(of: child, "could not be started: \(error)") }
        // A service that has run before may find room later, or its program.
        if error.mayPass || error.isOfReplacement, child.putOffStart(at: now) {
            return [.report(.startPutOff(service: child.service.name, error))]
        }
        child.end(.notStarted, at: now)
        child.leaveBus()
        return [.fail(.unavailable, .notStarted(service: child.service.name, error), because: [])]
    }

    private func tellGuard(starting token: String? = nil) {
        let others = children.flatMap { $0.health?.targets ?? [] } + otherTargets()
        orphanGuard.watch(children.filter(\.isAlive).flatMap(\.targets) + others, starting: token)
    }

    // MARK: - Ending

    /// - Returns: those that have ended, and whether the process that draws on the terminal has stopped itself.
    func reap() -> (ends: [Reaper.End], isSuspended: Bool) {
        if orphanGuard.replaceIfEnded() { tellGuard() }
        defer { Reaper.reapOrphans { ours } }
        return reaper.reap(children)
    }

    /// The processes that the supervisor has started.
    private var ours: Set<pid_t> {
        let others =
            otherTargets() + children.flatMap { $0.health?.targets ?? [] }
            + [orphanGuard.pid, recorder()].compactMap(\.self)
        return Set(children.map(\.pid) + others)
    }

    func handle(_ end: Reaper.End, sessionEnds: Bool, at now: Instant) -> [Consequence] {
        let child = end.child
        let outcome = child.end(end.outcome)
        // Unread output may show that the service worked.
        if child.isUnproven { relay.readOutput(of: child) }
        // A program that has nothing to wait for has proved itself by ending well; so has one that was sent the rest, and has read
        // all of it.
        let isDone = child.port.senders.isEmpty || (child.port.isInputClosed && child.hasReadAll)
        let passed = isDone && child.succeeded(outcome) ? judgeSwap(of: child, isDone: true, at: now) : []
        // A successor would have no terminal either.
        let isOver = sessionEnds || child.service.tty && terminal?.isGone == true
        let fate = child.fate(after: outcome, sessionEnds: isOver, at: now)
        child.takeBackInput()
        if child.service.tty {
            terminal?.restore(afterCrash: end.outcome.isCrash, isLast: fate.isEnd)
            flags.restore()
        }
        var consequences = passed + succeed(child, fate, outcome, at: now)
        tellGuard()
        while child.diagnostics != nil { consequences += readDiagnostics(of: child) }
        switch fate {
        case .leaves(let wasAsked): consequences += left(child, outcome, wasAsked: wasAsked)
        case .givesUp(let deaths):
            consequences.append(
                .fail(
                    .unavailable, .storm(service: child.service.name, outcome, deaths: deaths),
                    because: child.lastWords))
        case .finishes: consequences += left(child, outcome, wasAsked: true)
        case .neverBegan:
            consequences.append(
                .fail(.unavailable, .neverBegan(service: child.service.name, outcome), because: child.lastWords))
        case .waitsForSave:
            let diagnosis = Diagnosis.waitsForSave(service: child.service.name, outcome)
            consequences.append(.notify(Rehearsals.notice(diagnosis, because: child.lastDiagnostics)))
        case .comesBack, .makesRoom, .fallsBack: break
        }
        return consequences
    }

    /// Makes room for a successor, or none.
    private func succeed(_ child: ServiceProcess, _ fate: Fate, _ outcome: Outcome, at now: Instant) -> [Consequence] {
        let name = child.service.name
        switch fate {
        case .leaves, .givesUp, .neverBegan, .finishes:
            let trial = fate == .finishes ? child.abandonTrial() : nil
            child.end(outcome, at: now)
            relay.closeInput(of: child)
            child.port.isOutputClosed = child.output == nil
            return trial.map { [.notSwapped(.finished(service: name), requester: $0.requester)] } ?? []
        case .comesBack(let delay):
            child.comeBack(after: delay, at: now)
            let report = Consequence.report(.restarted(service: name, outcome, deaths: child.deaths))
            // A single death is repaired before the user notices.
            return child.deaths > 1 ? [report, .notify("\(name) \(outcome); it is started again")] : [report]
        case .makesRoom:
            child.handle(.exited, at: now)
            return []
        case .fallsBack:
            let consequences = abandonTrial(of: child, "\(outcome)")
            child.comeBack(after: .zero, at: now)
            return consequences
        case .waitsForSave:
            let diagnosis = Diagnosis.waitsForSave(service: name, outcome)
            let requester = child.abandonTrial()?.requester
            child.waitForSave(at: now)
            return [.report(diagnosis), .notSwapped(diagnosis, requester: requester)]
        }
    }

    /// Handles a service that has ended for good. With a user in front of the session, a role that has failed leaves the others waiting for
    /// ever, so the session ends. In a pipeline the others continue, and the exit code shows the failure, as in a
    /// shell.
    private func left(_ child: ServiceProcess, _ outcome: Outcome, wasAsked: Bool) -> [Consequence] {
        let diagnosis = Diagnosis.ended(service: child.service.name, outcome)
        if child.service.exitOnEnd {
            // A view that could not even begin, such as a page whose port is taken, is no view whose user has left.
            let hasBegun = !child.isUnproven || outcome != .exited(ExitStatus.unavailable.rawValue)
            // The last words are in the log, which the user need not look for.
            let words = wasAsked || child.succeeded(outcome) && hasBegun ? [] : child.lastDiagnostics
            let reason = words.isEmpty ? nil : Consequence.text(diagnosis, because: words)
            return (outcome.isCrash ? [.report(diagnosis)] : []) + [.endSession(because: reason)]
        }
        guard !wasAsked, !child.succeeded(outcome) else { return [] }
        return children.contains(where: \.service.exitOnEnd)
            ? [.fail(.unavailable, diagnosis, because: child.lastWords)] : [.report(diagnosis)]
    }

    /// Ends what checks have left behind.
    func endEscapees(at now: Instant) { reaper.endEscapees(at: now, isLast: false) }

    /// The session has ended: no process is left for the guard.
    func dismissGuard(at now: Instant) {
        reaper.endEscapees(at: now, isLast: true)
        orphanGuard.watch([])
        // A stopped guard never sees the end of its input.
        if let guardian = orphanGuard.pid { kill(guardian, SIGCONT) }
    }

    // MARK: - Stopping

    /// Stops the services to which nothing more comes, and on which no living one depends; the others follow when those have
    /// ended.
    func stopInOrder(at now: Instant) {
        guard children.contains(where: \.state.isStoppable) else { return }
        for index in StartOrder.stoppable(children.map(\.standing), after: wiring.senders) {
            stop(children[index], at: now)
        }
    }

    func stop(_ child: ServiceProcess, at now: Instant) {
        let neverRuns = !child.isAlive
        child.handle(.stopRequested, at: now)
        if neverRuns { child.leaveBus() }
    }

    /// Kills all processes that still run.
    func hurry(at now: Instant) {
        isHurried = true
        for child in children { child.handle(.hurryRequested, at: now) }
    }

    // MARK: - Time

    func handleDeadlines(sessionEnds: Bool, at now: Instant) -> [Consequence] {
        var consequences: [Consequence] = []
        if sessionEnds {
            // A deadline at which nothing is done would wake the loop again and again.
            (longStarts, unanswered) = (LongStarts(), Unanswered())
        } else {
            consequences = longStarts.check(children, at: now) + unanswered.check(children, at: now)
        }
        for child in children {
            if let news = child.takeNews(at: now) {
                consequences.append(.notify("\(child.service.name): \(news.text)", isGood: news.isGood))
            }
            guard let deadline = child.deadline, deadline <= now else { continue }
            if child.state == .notReading {
                consequences.append(.report(.stoppedReading(service: child.service.name)))
            }
            if child.state.isSignalled {
                consequences.append(
                    .log(
                        service: SessionLog.ownName,
                        text: "\(child.service.name) did not end after the stop signal; it is killed"))
            }
            child.deadlinePassed(at: now)
        }
        return consequences
    }

    /// Starts the grace period of services that have closed their stdin.
    func noteClosedInputs(at now: Instant) {
        for child in children where child.hasClosedInput {
            child.hasClosedInput = false
            child.handle(.inputClosed, at: now)
        }
    }

    // MARK: - Health

    /// Starts the checks that are due, and kills those that take too long.
    func runChecks(isRecorded: Bool, sessionEnds: Bool, at now: Instant) -> [Consequence] {
        var consequences: [Consequence] = []
        for child in children {
            guard let health = child.health else { continue }
            if sessionEnds { health.stop() }
            while let step = health.step(at: now) {
                switch step {
                case .killCheck: health.kill()
                case .startCheck:
                    consequences += startCheck(of: child, health, in: environment(isRecorded), at: now)
                }
            }
        }
        return consequences
    }

    private func startCheck(
        of child: ServiceProcess, _ health: HealthMonitor, in environment: ServiceEnvironment, at now: Instant
    ) -> [Consequence] {
        do throws(SystemError) {
            try guarded { token throws(SystemError) in
                try health.start(
                    in: environment.variables(of: child.service, run: child.runs, isRestored: false, token: token))
            }
            return []
        } catch {
            return follow(health.couldNotStart(error, at: now), of: child, health)
        }
    }

    /// Collects checks that have ended, with all that they have started.
    func reapChecks(at now: Instant) -> [Consequence] {
        var consequences: [Consequence] = []
        for child in children {
            guard let health = child.health, let outcome = reaper.reap(health) else { continue }
            consequences += follow(health.ended(outcome, at: now), of: child, health)
            tellGuard()
        }
        return consequences
    }

    private func follow(_ change: Health.Change, of child: ServiceProcess, _ health: HealthMonitor) -> [Consequence] {
        let name = child.service.name
        let words = health.lastWords.dropFirst().map { Consequence.log(service: name, text: "    \($0)") }
        let reason = health.lastWords.first ?? ""
        switch change {
        case .none: return []
        case .becameHealthy:
            child.becameReady()
            return []
        case .recovered: return [.log(service: SessionLog.ownName, text: "\(name) is healthy again")]
        case .failed(let count, let limit):
            return [.log(service: name, text: "healthcheck \(count) of \(limit) failed: \(reason)")] + words
        case .becameUnhealthy: return [.report(.unhealthy(service: name, reason: reason))] + words
        }
    }

    // MARK: - Swaps

    /// Begins to replace a service's process.
    /// - Parameters:
    ///   - program: nil for the one that it has.
    ///   - requester: who gets the result.
    func swap(
        _ child: ServiceProcess, to program: ServiceCommand?, for requester: Int?, at now: Instant
    ) throws(ControlRefusal) {
        guard !hasFinished(child) else { throw .finished(service: child.service.name) }
        let missing = missing(of: child)
        guard missing.isEmpty else { throw .waits(service: child.service.name, for: missing) }
        try child.swap(to: program, for: requester, at: now)
        relay.flush(child)
    }

    /// True if another process would have nothing to do: no service is left that could send it anything, and nothing
    /// waits for it.
    private func hasFinished(_ child: ServiceProcess) -> Bool {
        let port = child.port
        guard relay.switchboard.isAbandoned(port), port.outgoing.outbox.count + child.unreadInput == 0 else {
            return false
        }
        if child.state == .ended { return child.outcome.map(child.succeeded) ?? false }
        // A copy of the journal is asked, because the service has no successor now.
        var journal = port.outgoing.journal
        return child.state == .running && child.input == nil && journal.backlog().lines.isEmpty && !child.isSuspended
    }

    /// Something went wrong; the user may wait for what it concerns.
    func note(_ diagnosis: Diagnosis, at now: Instant) { unanswered.note(diagnosis, children, at: now) }

    private func abandonTrial(of child: ServiceProcess, _ reason: String) -> [Consequence] {
        guard let trial = child.abandonTrial() else { return [] }
        let diagnosis = Diagnosis.notSwapped(service: child.service.name, reason: reason)
        return [.report(diagnosis), .notSwapped(diagnosis, requester: trial.requester)]
    }

    /// Ends the trials of processes that have proved themselves.
    func judgeSwaps(at now: Instant) -> [Consequence] {
        guard children.contains(where: \.isOnTrial) else { return [] }
        return children.flatMap { judgeSwap(of: $0, isDone: false, at: now) }
    }

    private func judgeSwap(of child: ServiceProcess, isDone: Bool, at now: Instant) -> [Consequence] {
        // A service that was stopped meanwhile gets no other process.
        if child.state == .ended, let trial = child.abandonTrial() {
            let diagnosis = Diagnosis.ended(service: child.service.name, child.outcome ?? .notStarted)
            return [.notSwapped(diagnosis, requester: trial.requester)]
        }
        guard let trial = child.passTrial(isDone: isDone, at: now) else { return [] }
        return [.swapped(service: child.service.name, pid: child.pid, gap: trial.gap, requester: trial.requester)]
    }

    // MARK: - Diagnostics

    func readDiagnostics(of child: ServiceProcess) -> [Consequence] {
        child.readDiagnostics().map { .log(service: child.service.name, text: $0) }
    }
}
