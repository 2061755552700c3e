package import Composition
import Platform
package import Processes
package import Recording
import Wire

/// Runs a session: one process, one thread, one poll loop.
///
/// The life of each child is a table (``Transition``), the bus is bytes in and bytes out (``Switchboard``); this loop
/// carries out what they say. What happens in it is in the extensions: traffic, lives, and the end.
package final class Supervisor {
    let composition: Composition
    let folder: SessionFolder
    let log: SessionLog
    /// The log is to go to the terminal that a view draws on, so it is held back until the end.
    let holdsLogBack: Bool
    let switchboard: Switchboard
    let relay: Relay
    let children: [Child]
    let signals: SignalPipe
    let orphanGuard: OrphanGuard
    let terminal: TerminalState?
    let clock = ContinuousClock()
    let began: ContinuousClock.Instant
    /// Nil where it could not be opened; the session runs without.
    let control: ControlSocket?

    /// Nil where nothing is recorded, or no longer.
    var recorder: Recorder?

    var problems = Problems()
    var stalls = StallDetector()
    /// How many processes it has begun to start.
    var starts = 0
    /// Sessions of processes whose leader has just ended.
    var leaderless: Set<Int32> = []
    /// Set once the session is to end.
    var isStopping = false
    /// The signal that ended the session.
    var endingSignal: Int32?
    /// Why the session could not go on.
    var failure: (code: ExitStatus, reason: String)?
    private var pollSet = PollSet()

    package init(
        _ composition: Composition, in folder: SessionFolder, log target: LogTarget,
        recording: CassetteOutput? = nil
    ) throws(SystemError) {
        // Before anything exists that would have to stand still with us.
        if composition.services.contains(where: \.tty) { try Foreground.wait() }
        StandardStream.ignoreBrokenPipes()
        StandardStream.ignoreFullFiles()
        self.composition = composition
        self.folder = folder
        let drawsOnTerminal = composition.services.contains { $0.tty } && isatty(0) == 1 && isatty(1) == 1
        holdsLogBack = target == .diagnostics && drawsOnTerminal && isatty(2) == 1
        log = try SessionLog(
            holdsLogBack ? .sessionFolder : target, in: folder, names: composition.services.map(\.name))
        let switchboard = Switchboard(composition)
        self.switchboard = switchboard
        let ownsTerminal = isatty(0) == 1
        children = zip(composition.services, switchboard.ports).map { service, port in
            Child(service: service, port: port, hasTerminal: service.tty && ownsTerminal)
        }
        relay = Relay(switchboard, children)
        signals = try SignalPipe([SIGCHLD, SIGINT, SIGTERM, SIGHUP, SIGTSTP])
        orphanGuard = try OrphanGuard()
        terminal = composition.services.contains { $0.tty } ? TerminalState() : nil
        began = clock.now
        do throws(SystemError) {
            control = try ControlSocket(in: folder, lineLimit: composition.lineLimit)
        } catch {
            control = nil
            log.write(SessionLog.ownName, "\(error); nobody can look into this session")
        }
        switchboard.report = { [unowned self] in report($0) }
        switchboard.hear = { [unowned self] in hear($1, from: children[$0.index]) }
        recorder = try recording.map { file throws(SystemError) in
            try Recorder(file, header: cassetteHeader)
        }
        if recorder != nil { watchTraffic() }
    }

    /// Runs the session to its end.
    package func run() -> Verdict {
        settle()
        while !children.allSatisfy(\.isGone) {
            let now = clock.now
            fillPollSet()
            pollSet.wait(until: nextDeadline, from: now)
            pollSet.forEachReady { source in
                switch source {
                case .signals: handleSignals()
                case .output(let index): relay.readOutput(of: children[index])
                case .diagnostics(let index): readDiagnostics(of: children[index])
                case .input(let index): relay.flush(children[index])
                case .control: control?.welcome()
                case .client(let index): control.map { listen(to: $0.clients[index]) }
                case .clientInput(let index): control.map { attend(to: $0.clients[index]) }
                case .recording: recorder?.client?.write()
                case .recorder: endRecording()
                }
            }
            settle()
        }
        orphanGuard.watch([])
        control?.close(within: .milliseconds(500))
        endRecording()
        return verdict()
    }

    /// What follows once everything that was ready has been dealt with.
    private func settle() {
        judgeSwaps()
        handleDeadlines()
        checkForStall()
        // What is found out on the way, such as that a service cannot be started, has its consequences at once: nothing
        // else would wake the loop for them.
        repeat {
            startWhatCanBe()
            if isStopping { stopInOrder() }
        } while relay.passOn()
        noteClosedInputs()
        endLeaderless()
        dismissClients()
        recorder?.client?.write()
    }

    private func fillPollSet() {
        pollSet.removeAll()
        pollSet.add(.signals, signals.descriptor)
        control?.fill(&pollSet, mayInject: !switchboard.isCrowded)
        if let recorder {
            pollSet.add(.recorder, recorder.words)
            if let client = recorder.client, client.hasOutput {
                pollSet.add(.recording, client.connection.number, for: .writing)
            }
        }
        relay.fill(&pollSet)
        for child in children {
            if let number = child.diagnostics?.number { pollSet.add(.diagnostics(child.port.index), number) }
        }
    }

    private var nextDeadline: ContinuousClock.Instant? {
        var next = stalls.deadline
        for child in children {
            for deadline in [child.deadline, child.swap?.trialEnds].compactMap({ $0 }) {
                next = next.map { min($0, deadline) } ?? deadline
            }
        }
        return next
    }

    func report(_ diagnosis: Diagnosis) {
        // What is sent to a service while everything ends is not a mistake of anybody's.
        if isStopping, case .undelivered = diagnosis { return }
        let (tell, isLast) = problems.admit(kind: diagnosis.kind)
        if tell { log.write(SessionLog.ownName, "\(diagnosis)") }
        if isLast { log.write(SessionLog.ownName, "(more of these are counted, not told)") }
    }

    /// Ends the session because it cannot go on.
    func fail(_ code: ExitStatus, _ diagnosis: Diagnosis, because lines: [String] = []) {
        report(diagnosis)
        if failure == nil {
            failure = (code, ([diagnosis.description] + lines.map { "    \($0)" }).joined(separator: "\n"))
        }
        isStopping = true
    }
}
