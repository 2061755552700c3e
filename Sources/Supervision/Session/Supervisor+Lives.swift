import Composition
import Platform
import Processes
import Wire

/// How services come and go.
extension Supervisor {
    /// Starts every service whose dependencies are met; gives up those whose dependencies never will be.
    func startWhatCanBe() {
        var progress = true
        while progress {
            progress = false
            for child in children where child.state == .waiting && !isStopping {
                if let missing = lostDependency(of: child) {
                    child.end(.notStarted, at: clock.now)
                    leaveBus(child)
                    fail(
                        .unavailable, .neverReady(service: missing.service.name, dependent: child.service.name),
                        because: missing.lastDiagnostics)
                } else if child.output == nil, child.service.dependsOn.allSatisfy(isMet) {
                    start(child)
                    progress = true
                }
            }
        }
    }

    private func isMet(_ dependency: Dependency) -> Bool {
        guard let other = children.first(where: { $0.service.name == dependency.service }) else { return true }
        return switch dependency.condition {
        case .started: other.state != .waiting
        case .healthy: other.isReady
        case .completedSuccessfully: other.outcome == .exited(0)
        }
    }

    private func lostDependency(of child: Child) -> Child? {
        for dependency in child.service.dependsOn where !isMet(dependency) {
            if let other = children.first(where: { $0.service.name == dependency.service }), other.isGone {
                return other
            }
        }
        return nil
    }

    private func start(_ child: Child) {
        starts += 1
        let token = "\(folder.path)#\(starts)"
        tellGuard(starting: token)
        do throws(SystemError) {
            try child.start(
                in: folder, as: token, lineLimit: composition.lineLimit, isRecorded: recorder != nil, at: clock.now)
            child.handle(.started, at: clock.now)
            child.swap?.started(at: clock.now, said: child.port.counters.written.lines)
            tellGuard()
            relay.flush(child)
        } catch {
            tellGuard()
            if child.swap != nil { return abandonSwap(of: child, "could not be started: \(error)") }
            if triesAgain(child, error) { return }
            child.end(.notStarted, at: clock.now)
            leaveBus(child)
            fail(.unavailable, .notStarted(service: child.service.name, error))
        }
    }

    /// A service that has run before is started again where the system has no room for a process now: that may pass. It
    /// counts as a death, so it does not go on for ever.
    private func triesAgain(_ child: Child, _ error: SystemError) -> Bool {
        guard child.runs > 0, error.mayPass else { return false }
        let decision = child.judge(.notStarted, at: clock.now, chance: Double.random(in: 0...1))
        guard case .restart(let delay) = decision else { return false }
        child.comeBack(after: delay, at: clock.now)
        report(.startPutOff(service: child.service.name, error))
        return true
    }

    private func tellGuard(starting token: String? = nil) {
        orphanGuard.watch(children.filter(\.isAlive).flatMap(\.targets), starting: token)
    }

    func endSession(by signal: Int32) {
        if isStopping, endingSignal != nil {
            for child in children { child.handle(.hurryRequested, at: clock.now) }
        }
        endingSignal = endingSignal ?? signal
        isStopping = true
    }

    /// - Returns: whether the one that draws on the terminal has stopped, as Ctrl-Z asks for.
    @discardableResult
    func reap() -> Bool {
        var isSuspended = false
        var ends: [(child: Child, outcome: Outcome)] = []
        for child in children where child.isAlive {
            var status: Int32 = 0
            let options = child.hasTerminal ? WNOHANG | WUNTRACED : WNOHANG
            guard waitpid(child.pid, &status, options) == child.pid else { continue }
            if let signal = Outcome.stopSignal(waitStatus: status) {
                isSuspended = isSuspended || signal == SIGTSTP
            } else {
                ends.append((child, Outcome(waitStatus: status)))
            }
        }
        // Who ends the session goes last: it may have ended because of one that failed.
        for (child, outcome) in ends.filter({ !$0.child.service.exitOnEnd }) { end(child, outcome) }
        for (child, outcome) in ends.filter(\.child.service.exitOnEnd) { end(child, outcome) }
        return isSuspended
    }

    /// What becomes of a service whose process has ended.
    private enum Fate {
        case leaves(asked: Bool)
        case comesBack(after: Duration)
        case givesUp(deaths: Int)
        /// Another process takes its place, as was asked for.
        case makesRoom
        /// It was to take another one's place, and has failed.
        case fallsBack
    }

    private func fate(of child: Child, _ outcome: Outcome, at now: ContinuousClock.Instant) -> Fate {
        if isStopping { return .leaves(asked: true) }
        if child.state == .yielding { return .makesRoom }
        guard [.running, .notReading].contains(child.state) else { return .leaves(asked: true) }
        if child.swap != nil { return .fallsBack }
        return switch child.judge(outcome, at: now, chance: Double.random(in: 0...1)) {
        case .leave: .leaves(asked: false)
        case .restart(let delay): .comesBack(after: delay)
        case .giveUp(let deaths): .givesUp(deaths: deaths)
        }
    }

    private func end(_ child: Child, _ outcome: Outcome) {
        let now = clock.now
        let fate = fate(of: child, outcome, at: now)
        // What else is in its group, or in its session, goes with it: nobody is left who would end it.
        if !child.hasTerminal {
            kill(-child.pid, SIGKILL)
            leaderless.insert(child.pid)
        }
        if child.service.tty { terminal?.restore(afterCrash: isCrash(outcome)) }
        switch fate {
        case .leaves, .givesUp:
            child.end(outcome, at: now)
            relay.closeInput(of: child)
            child.port.isOutputClosed = child.output == nil
        case .comesBack(let delay):
            child.comeBack(after: delay, at: now)
            report(.restarted(service: child.service.name, outcome, deaths: child.policy.deaths))
            // One death is made good before anybody notices.
            if child.policy.deaths > 1 { relay.notify("\(child.service.name) \(outcome); it is started again") }
        case .makesRoom: child.handle(.exited, at: now)
        case .fallsBack:
            abandonSwap(of: child, "\(outcome)")
            child.comeBack(after: .zero, at: now)
        }
        child.input = nil
        tellGuard()
        while child.diagnostics != nil { readDiagnostics(of: child) }
        switch fate {
        case .leaves(let asked): left(child, outcome, wasAsked: asked)
        case .givesUp(let deaths):
            fail(
                .unavailable, .storm(service: child.service.name, outcome, deaths: deaths),
                because: lastWords(of: child))
        case .comesBack, .makesRoom, .fallsBack: break
        }
    }

    /// It has ended for good.
    private func left(_ child: Child, _ outcome: Outcome, wasAsked: Bool) {
        if child.service.exitOnEnd {
            if isCrash(outcome) { report(.ended(service: child.service.name, outcome)) }
            isStopping = true
        } else if !child.isSuccess(outcome), !wasAsked {
            judgeFailure(of: child, outcome)
        }
    }

    /// What helps to find out why it died: the last of its stderr, the last event in, the last event out.
    private func lastWords(of child: Child) -> [String] {
        child.lastDiagnostics
            + [
                ("last event in", child.port.counters.lastRead.text),
                ("last event out", child.port.counters.lastWritten.text),
            ]
            .filter { !$0.1.isEmpty }.map { "\($0.0): \(SessionLog.printable($0.1))" }
    }

    /// In a session that a person sits in front of, a role that has failed leaves the others waiting for ever. In a
    /// pipeline the others go on, and the exit code tells, as in a shell.
    private func judgeFailure(of child: Child, _ outcome: Outcome) {
        let diagnosis = Diagnosis.ended(service: child.service.name, outcome)
        if children.contains(where: \.service.exitOnEnd) {
            fail(.unavailable, diagnosis, because: lastWords(of: child))
        } else {
            report(diagnosis)
        }
    }

    private func isCrash(_ outcome: Outcome) -> Bool {
        if case .killed = outcome { true } else { false }
    }

    private func leaveBus(_ child: Child) {
        child.port.isInputClosed = true
        child.port.isOutputClosed = true
    }

    func handleDeadlines() {
        let now = clock.now
        for child in children {
            guard let deadline = child.deadline, deadline <= now else { continue }
            if child.state == .notReading { report(.stoppedReading(service: child.service.name)) }
            child.deadlinePassed(at: now)
        }
    }

    /// One that has closed its input is given its grace period.
    func noteClosedInputs() {
        for child in children where child.hasClosedInput {
            child.hasClosedInput = false
            child.handle(.inputClosed, at: clock.now)
        }
    }

    /// Ends what has left the process group of a service that has ended, but not its session.
    func endLeaderless() {
        guard !leaderless.isEmpty else { return }
        SystemProcess.killAll(inSessions: leaderless)
        leaderless = []
    }

    /// Stops every service on which no living one depends; the others follow when those have ended.
    func stopInOrder() {
        for child in children where [.waiting, .running, .notReading, .backingOff, .yielding].contains(child.state) {
            let isNeeded = children.contains { other in
                other.isAlive
                    && other.service.dependsOn.contains { $0.service == child.service.name }
            }
            guard !isNeeded else { continue }
            let neverStarted = !child.isAlive
            child.handle(.stopRequested, at: clock.now)
            if neverStarted { leaveBus(child) }
        }
    }
}
