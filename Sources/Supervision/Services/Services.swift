import Composition
import Platform
import Processes
import SupervisorMessages
import Wire

/// The services of a session: starts, ends, replaces and stops them. What follows for the session is returned as
/// ``Consequence``s.
final class Services {
    typealias Instant = ContinuousClock.Instant

    let children: [Child]
    private let relay: Relay
    let environment: (_ isRecorded: Bool) -> ServiceEnvironment
    /// Nil where no service draws on a terminal.
    private let terminal: TerminalState?
    private let orphanGuard: OrphanGuard
    private var reaper = Reaper()
    /// How many processes it has tried to start.
    private var starts = 0
    private let sessionFolder: String
    /// What ends processes of the session that are no service's.
    var otherTargets: () -> [pid_t] = { [] }

    init(_ composition: Composition, _ children: [Child], relay: Relay, sessionFolder: String) throws(SystemError) {
        self.children = children
        self.relay = relay
        self.sessionFolder = sessionFolder
        environment = { isRecorded in
            ServiceEnvironment(composition, sessionFolder: sessionFolder, isRecorded: isRecorded)
        }
        terminal = composition.services.contains(where: \.tty) ? TerminalState() : nil
        orphanGuard = try OrphanGuard()
    }

    var areGone: Bool { children.allSatisfy(\.isGone) }

    /// When the loop has to look again.
    var nextDeadline: Instant? { children.reduce(nil) { earliest($0, $1.nextDeadline) } }

    /// The process that draws on the terminal.
    var drawing: pid_t? { children.first { $0.hasTerminal && $0.isAlive }?.pid }

    func child(named name: String) -> Child? { children.first { $0.service.name == name } }

    // MARK: - Starting

    /// Nil while nothing can be started.
    var nextStep: StartOrder.Step? {
        guard children.contains(where: { $0.state == .waiting }) else { return nil }
        return StartOrder.nextStep(children.map(\.standing))
    }

    func take(_ step: StartOrder.Step, isRecorded: Bool, at now: Instant) -> [Consequence] {
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

    private func start(_ child: Child, isRecorded: Bool, at now: Instant) -> [Consequence] {
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

    /// Starts a process of which the guard knows before it exists.
    /// - Parameter start: gets the token of the process.
    func guarded<Process>(_ start: (_ token: String) throws(SystemError) -> Process) throws(SystemError) -> Process {
        starts += 1
        let token = "\(sessionFolder)#\(starts)"
        tellGuard(starting: token)
        defer { tellGuard() }
        return try start(token)
    }

    private func startFailed(_ child: Child, _ error: SystemError, at now: Instant) -> [Consequence] {
        if child.isOnTrial { return abandonTrial(of: child, "could not be started: \(error)") }
        // A service that has run before may find room later.
        if error.mayPass, child.putOffStart(at: now) {
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
        return reaper.reap(children)
    }

    /// A process has ended.
    func take(_ end: Reaper.End, sessionEnds: Bool, at now: Instant) -> [Consequence] {
        let (child, outcome) = (end.child, end.outcome)
        let fate = child.fate(after: outcome, sessionEnds: sessionEnds, at: now)
        // Nobody else is left who would end what it has started.
        if !child.hasTerminal { reaper.leaderEnded(child.pid) }
        if child.service.tty { terminal?.restore(afterCrash: outcome.isCrash) }
        var consequences = succeed(child, fate, outcome, at: now)
        child.input = nil
        tellGuard()
        while child.diagnostics != nil { consequences += readDiagnostics(of: child) }
        switch fate {
        case .leaves(let wasAsked): consequences += left(child, outcome, wasAsked: wasAsked)
        case .givesUp(let deaths):
            consequences.append(
                .fail(
                    .unavailable, .storm(service: child.service.name, outcome, deaths: deaths),
                    because: child.lastWords))
        case .waitsForSave:
            let diagnosis = Diagnosis.waitsForSave(service: child.service.name, outcome)
            consequences.append(.notify(Rehearsals.notice(diagnosis, because: child.lastDiagnostics)))
        case .comesBack, .makesRoom, .fallsBack: break
        }
        return consequences
    }

    /// Makes room for a successor, or none.
    private func succeed(_ child: Child, _ fate: Fate, _ outcome: Outcome, at now: Instant) -> [Consequence] {
        let name = child.service.name
        switch fate {
        case .leaves, .givesUp:
            child.end(outcome, at: now)
            relay.closeInput(of: child)
            child.port.isOutputClosed = child.output == nil
            return []
        case .comesBack(let delay):
            child.comeBack(after: delay, at: now)
            let report = Consequence.report(.restarted(service: name, outcome, deaths: child.deaths))
            // One death is made good before anybody notices.
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

    /// It has ended for good. Where a person sits in front of the session, a role that has failed leaves the others waiting
    /// for ever, so the session ends. In a pipeline the others go on, and the exit code tells, as in a shell.
    private func left(_ child: Child, _ outcome: Outcome, wasAsked: Bool) -> [Consequence] {
        let diagnosis = Diagnosis.ended(service: child.service.name, outcome)
        if child.service.exitOnEnd { return (outcome.isCrash ? [.report(diagnosis)] : []) + [.endSession] }
        guard !wasAsked, !child.succeeded(outcome) else { return [] }
        return children.contains(where: \.service.exitOnEnd)
            ? [.fail(.unavailable, diagnosis, because: child.lastWords)] : [.report(diagnosis)]
    }

    /// Nothing of an ended service stays behind.
    func endLeaderless() { reaper.endLeaderless() }

    /// No process is left that the guard would have to end.
    func dismissGuard() { orphanGuard.watch([]) }

    // MARK: - Stopping

    /// Stops the services on which no living one depends; the others follow when those have ended.
    func stopInOrder(at now: Instant) {
        guard children.contains(where: \.state.isStoppable) else { return }
        for index in StartOrder.stoppable(children.map(\.standing)) { stop(children[index], at: now) }
    }

    func stop(_ child: Child, at now: Instant) {
        let neverRuns = !child.isAlive
        child.handle(.stopRequested, at: now)
        if neverRuns { child.leaveBus() }
    }

    /// Kills whatever still runs.
    func hurry(at now: Instant) {
        for child in children { child.handle(.hurryRequested, at: now) }
    }

    // MARK: - Time

    func handleDeadlines(at now: Instant) -> [Consequence] {
        var consequences: [Consequence] = []
        for child in children {
            if let news = child.takeNews(at: now) {
                consequences.append(.notify("\(child.service.name): \(news.text)", isGood: news.isGood))
            }
            guard let deadline = child.deadline, deadline <= now else { continue }
            if child.state == .notReading {
                consequences.append(.report(.stoppedReading(service: child.service.name)))
            }
            child.deadlinePassed(at: now)
        }
        return consequences
    }

    /// A service that has closed stdin is given its grace period.
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
        of child: Child, _ health: HealthMonitor, in environment: ServiceEnvironment, at now: Instant
    ) -> [Consequence] {
        starts += 1
        let token = "\(sessionFolder)#\(starts)"
        tellGuard(starting: token)
        defer { tellGuard() }
        do throws(SystemError) {
            try health.start(
                in: environment.variables(of: child.service, run: child.runs, isRestored: false, token: token))
            return []
        } catch {
            return follow(health.couldNotStart(error, at: now), of: child, health)
        }
    }

    /// Collects checks that have ended, with all that they have started.
    func reapChecks(at now: Instant) -> [Consequence] {
        var consequences: [Consequence] = []
        for child in children {
            guard let health = child.health, let pid = health.pid else { continue }
            var status: Int32 = 0
            guard waitpid(pid, &status, WNOHANG) == pid else { continue }
            reaper.leaderEnded(pid)
            consequences += follow(health.ended(Outcome(waitStatus: status), at: now), of: child, health)
            tellGuard()
        }
        return consequences
    }

    private func follow(_ change: Health.Change, of child: Child, _ health: HealthMonitor) -> [Consequence] {
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
    ///   - requester: who is told the result.
    func swap(
        _ child: Child, to program: Program?, for requester: Int?, at now: Instant
    ) throws(ControlRefusal) {
        try child.swap(to: program, for: requester, at: now)
        relay.flush(child)
    }

    private func abandonTrial(of child: Child, _ reason: String) -> [Consequence] {
        guard let trial = child.abandonTrial() else { return [] }
        let diagnosis = Diagnosis.notSwapped(service: child.service.name, reason: reason)
        return [.report(diagnosis), .notSwapped(diagnosis, requester: trial.requester)]
    }

    /// Ends the trials of processes that have proved themselves.
    func judgeSwaps(at now: Instant) -> [Consequence] {
        guard children.contains(where: \.isOnTrial) else { return [] }
        return children.compactMap { child in
            child.passTrial(at: now).map { trial in
                .swapped(service: child.service.name, pid: child.pid, gap: trial.gap, requester: trial.requester)
            }
        }
    }

    // MARK: - What they say

    func readDiagnostics(of child: Child) -> [Consequence] {
        child.readDiagnostics().map { .log(service: child.service.name, text: $0) }
    }
}
