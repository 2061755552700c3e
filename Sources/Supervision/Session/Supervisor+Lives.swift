import Composition
import Wire

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

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
                } else if child.service.dependsOn.allSatisfy(isMet) {
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
        do throws(SystemError) {
            try child.start(in: folder, lineLimit: composition.lineLimit)
            child.handle(.started, at: clock.now)
            tellGuard()
            flush(child)
        } catch {
            child.end(.notStarted, at: clock.now)
            leaveBus(child)
            fail(.unavailable, .notStarted(service: child.service.name, error))
        }
    }

    private func tellGuard() {
        orphanGuard.watch(children.filter { $0.pid != 0 && $0.state != .ended }.map(\.target))
    }

    func handle(signal: Int32) {
        if signal == SIGCHLD { return reap() }
        if isStopping, endingSignal != nil {
            for child in children { child.handle(.hurryRequested, at: clock.now) }
        }
        endingSignal = endingSignal ?? signal
        isStopping = true
    }

    private func reap() {
        for child in children where child.pid != 0 && child.state != .ended {
            var status: Int32 = 0
            guard waitpid(child.pid, &status, WNOHANG) == child.pid else { continue }
            end(child, Outcome(waitStatus: status))
        }
    }

    private func end(_ child: Child, _ outcome: Outcome) {
        let wasAsked = child.state != .running || child.closesInput
        child.end(outcome, at: clock.now)
        // What else is in its group goes with it: nobody is left who would end it.
        if !child.hasTerminal { kill(child.target, SIGKILL) }
        tellGuard()
        while child.diagnostics != nil { readDiagnostics(of: child) }
        closeInput(of: child)
        if child.service.tty { terminal?.restore(afterCrash: isCrash(outcome)) }
        if child.service.exitOnEnd {
            if isCrash(outcome) { report(.ended(service: child.service.name, outcome)) }
            isStopping = true
        } else if outcome != .exited(0), !wasAsked || !isStopping {
            judgeFailure(of: child, outcome)
        }
    }

    /// In a session that a person sits in front of, a role that has failed leaves the others waiting for ever. In a
    /// pipeline the others go on, and the exit code tells, as in a shell.
    private func judgeFailure(of child: Child, _ outcome: Outcome) {
        let diagnosis = Diagnosis.ended(service: child.service.name, outcome)
        if children.contains(where: \.service.exitOnEnd) {
            fail(.unavailable, diagnosis, because: child.lastDiagnostics)
        } else {
            report(diagnosis)
        }
    }

    private func isCrash(_ outcome: Outcome) -> Bool {
        if case .killed = outcome { true } else { false }
    }

    private func leaveBus(_ child: Child) {
        child.port.isDeaf = true
        child.port.isMute = true
    }

    func handleDeadlines() {
        let now = clock.now
        for child in children {
            if let deadline = child.deadline, deadline <= now { child.handle(.graceElapsed, at: now) }
        }
    }

    /// Stops every service on which no living one depends; the others follow when those have ended.
    func stopInOrder() {
        for child in children where child.state == .waiting || child.state == .running {
            let isNeeded = children.contains { other in
                other.state != .ended && other.state != .waiting
                    && other.service.dependsOn.contains { $0.service == child.service.name }
            }
            guard !isNeeded else { continue }
            let neverStarted = child.state == .waiting
            child.handle(.stopRequested, at: clock.now)
            if neverStarted { leaveBus(child) }
        }
    }
}
