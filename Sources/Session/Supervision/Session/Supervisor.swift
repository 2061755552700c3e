package import Composition
import Platform
package import Processes
package import Recording
import SupervisorMessages
import Watching
import Wire

/// Runs a session: one process, one thread, one poll loop.
///
///     a service's stdout           → Relay → Switchboard → the receivers' queues → their stdin, at once
///     room in a service's stdin    → Relay: the rest of its queue
///     SIGCHLD, a deadline          → Services: restart, check, swap, stop → Consequences, applied here
///     the control socket           → ControlService: ps, tap, send, swap, stop
///     a saved file                 → SourceWatch → Rehearsals → a swap
///     SIGINT, SIGTERM, SIGTSTP     → SessionEnd; JobControl
///
/// The loop asks each part what has happened and carries the consequences to the parts that they concern. Before it
/// sleeps again, ``settle()`` does everything that follows without another event.
package final class Supervisor {
    private let composition: Composition
    private let diagnoses: DiagnosisLog
    private let switchboard: Switchboard
    private let relay: Relay
    private let services: Services
    private let signals: SignalPipe
    private let taps: Taps
    private let session: LiveSession
    /// Nil where the control socket could not be opened; the session runs without it.
    private let control: ControlService?
    /// Nil where nobody would notice if the control socket were removed.
    private let controlPlace: ControlPlace?
    /// Nil where no files are watched, and once the session ends.
    private var files: SourceWatch?
    private let rehearsals: Rehearsals
    private let end = SessionEnd()
    private var stalls = StallDetector()
    private var round = PollRound()
    private var lookout = Lookout()
    /// Why the recording is incomplete.
    private var lostRecording: String?

    private static let handled = [SIGCHLD, SIGINT, SIGTERM, SIGHUP, SIGTSTP]
    /// How long the log's reader may pause at the end; less if somebody waits for the end.
    private static let patience = Duration.seconds(10)
    private static let shortPatience = Duration.milliseconds(500)

    package init(
        _ composition: Composition, in folder: SessionFolder, log target: LogTarget,
        recording: CassetteOutput? = nil
    ) throws(SystemError) {
        // The wait comes first: it may stop this process, and anything already created would be stopped or blocked with it.
        if composition.services.contains(where: \.tty) {
            try Foreground.wait()
            JobControl.ignoreOthers()
        }
        StandardStream.ignoreBrokenPipes()
        self.composition = composition
        diagnoses = try DiagnosisLog(target, in: folder, of: composition)
        let switchboard = Switchboard(composition)
        self.switchboard = switchboard
        let ownsTerminal = isatty(0) == 1
        let children = zip(composition.services, switchboard.ports).map { service, port in
            ServiceProcess(service: service, port: port, hasTerminal: service.tty && ownsTerminal)
        }
        relay = Relay(switchboard, children)
        signals = try SignalPipe(Self.handled)
        services = try Services(composition, children, relay: relay, sessionFolder: folder.path)
        let began = Instant.now
        taps = Taps(composition, sessionFolder: folder.path, began: began) { Instant.now }
        session = LiveSession(
            named: composition.name, in: folder.path, began: began, now: { Instant.now }, services, switchboard, taps,
            diagnoses.log, end)
        do throws(SystemError) {
            control = ControlService(
                try ControlSocket(at: folder.controlSocket, lineLimit: composition.lineLimit), of: session)
            controlPlace = ControlPlace(folder)
        } catch {
            control = nil
            controlPlace = nil
            diagnoses.log.write(SessionLog.ownName, "\(error); no tool can connect to this session")
        }
        let isWatching = composition.services.contains(where: \.isWatched)
        files = isWatching ? try SourceWatch(composition, at: began) : nil
        rehearsals = Rehearsals(services) { child in
            // A copy of the journal is asked, because the service has no successor yet.
            var journal = child.port.outgoing.journal
            return journal.backlog()
        }
        services.otherTargets = { [unowned rehearsals] in rehearsals.targets }
        services.recorder = { [unowned taps] in taps.recorderID }
        diagnoses.log.watch = { [unowned self] in control?.follow($0) }
        switchboard.report = { [unowned self] in report($0) }
        switchboard.handleStatement = { [unowned self] in handle($1, from: children[$0.index]) }
        relay.willDeliver = { [unowned self] in taps.writeRecording() }
        relay.isHeld = { [unowned self] in taps.holdsUntil != nil }
        if let recording { try taps.startRecording(in: recording) }
        watchTraffic()
    }

    /// Runs the session to its end.
    package func run() -> Verdict {
        settle()
        while !services.areGone {
            let now = Instant.now
            fillRound()
            let looks = lookout.isWorthwhile
            if !looks || !round.look(until: now + Lookout.window) { round.wait(until: nextDeadline, from: now) }
            lookout.noteWait(of: .now - now, hasLooked: looks)
            round.forEachReady(dispatch)
            settle()
        }
        rehearsals.end()
        services.dismissGuard(at: Instant.now)
        control?.close(within: .milliseconds(500))
        endRecording(
            Recorder.Patience(
                signals: signals.descriptor,
                unless: { [unowned self] in
                    signals.take().contains { SessionEnd.signals.contains($0) }
                }))
        logUndelivered()
        return verdict()
    }

    // MARK: - A round of the loop

    private func fillRound() {
        round.removeAll()
        round.add(.signals, signals.descriptor)
        control?.fill(&round, mayInject: !switchboard.isCrowded && taps.holdsUntil == nil)
        if let controlPlace { round.add(.controlPlace, controlPlace.descriptor) }
        taps.fill(&round)
        relay.fill(&round)
        if let number = diagnoses.log.writing { round.add(.log, number, for: .writing) }
        if let files { round.add(.files, files.descriptor) }
        rehearsals.fill(&round)
        for child in services.children {
            if let number = child.diagnostics { round.add(.diagnostics(child.port.index), number) }
            if let number = child.health?.descriptor { round.add(.check(child.port.index), number) }
        }
    }

    private var nextDeadline: Instant? {
        earliest(
            stalls.deadline, services.nextDeadline, files?.nextDeadline, rehearsals.nextDeadline,
            controlPlace?.nextDeadline, taps.holdsUntil)
    }

    private func dispatch(_ source: PollRound.Source) {
        switch source {
        case .signals: handleSignals()
        case .output(let index): relay.readOutput(of: services.children[index])
        case .diagnostics(let index): apply(services.readDiagnostics(of: services.children[index]))
        case .check(let index): services.children[index].health?.readOutput()
        case .input(let index): relay.flush(services.children[index])
        case .control: control?.welcome()
        case .controlPlace: controlPlace?.note(at: Instant.now)
        case .client(let index): serve { $0.readRequests(of: index) }
        case .clientInput(let index): serve { $0.attend(to: index) }
        case .recording: taps.writeRecording()
        case .recorder: endRecording()
        case .log: diagnoses.log.write()
        case .files: files?.read(at: Instant.now)
        case .rehearsal(let index): apply(rehearsals.attend(to: index))
        }
    }

    private func keepControlSocket(at now: Instant) {
        guard let control, let controlPlace else { return }
        let words = controlPlace.restore(at: now) { path throws(SystemError) in try control.listenAgain(at: path) }
        if let words { diagnoses.log.write(SessionLog.ownName, words) }
    }

    /// A client may have put events on the bus, or begun to watch.
    private func serve(_ body: (ControlService) -> Void) {
        guard let control else { return }
        body(control)
        relay.flushAll()
        watchTraffic()
    }

    /// Carries out the consequences once everything that was ready has been dealt with.
    private func settle() {
        let now = Instant.now
        keepControlSocket(at: now)
        apply(services.judgeSwaps(at: now))
        takeSaves(at: now)
        apply(services.handleDeadlines(sessionEnds: end.isUnderWay, at: now))
        apply(services.runChecks(isRecorded: taps.isRecording, sessionEnds: end.isUnderWay, at: now))
        checkForStall()
        // Each step is carried through at once, such as the end of a session in which a service can't be started:
        // nothing else would wake the loop for it.
        repeat {
            while !end.isUnderWay, let step = services.nextStep {
                apply(services.handle(step, isRecorded: taps.isRecording, at: Instant.now))
            }
            if end.isUnderWay { services.stopInOrder(at: Instant.now) }
        } while relay.passOn()
        apply(services.noteLeftovers(sessionEnds: end.isUnderWay))
        services.noteClosedInputs(at: Instant.now)
        services.endEscapees(at: Instant.now)
        control?.dismiss()
        watchTraffic()
        taps.writeRecording()
    }

    /// Files of services were saved.
    private func takeSaves(at now: Instant) {
        if end.isUnderWay, files.take() != nil { rehearsals.end() }
        guard let files else { return }
        for save in files.takeSaves(at: now) {
            switch save.owner {
            case .service(let name):
                guard let child = services.child(named: name) else { continue }
                apply(rehearsals.begin(save.files, of: child, isRecorded: taps.isRecording, at: now))
            case .composeFiles:
                let message =
                    "\(Rehearsals.names(of: save.files)) was saved; the next session uses it (errors: viperline check)"
                apply([.log(service: SessionLog.ownName, text: message), .notify(message, isGood: true)])
            }
        }
        apply(rehearsals.judge(at: now))
        apply(files.takeTroubles().map { .log(service: SessionLog.ownName, text: $0) })
    }

    /// A session in which every service waits for the next one will never continue.
    private func checkForStall() {
        let ports = switchboard.ports
        guard !end.isUnderWay, ports.contains(where: { !$0.incoming.waitsFor.isEmpty }) else {
            return stalls = StallDetector()
        }
        let circle = stalls.check(
            waits: ports.map(\.incoming.waitsFor), moved: ports.map(\.outgoing.outbox.position), at: Instant.now
        ) { services.children[$0].activity }
        guard let circle else { return }
        apply([
            .fail(.defect, .stalled(circle: circle.map { ports[$0].name }, limit: composition.queueLimit), because: [])
        ])
    }

    // MARK: - Signals

    private func handleSignals() {
        var numbers = signals.take()
        if numbers.contains(SIGCHLD), reap() {
            numbers = numbers.filter { $0 != SIGTSTP } + JobControl.stop(drawing: services.drawing) { signals.take() }
            reap()
        }
        while !numbers.isEmpty {
            let number = numbers.removeFirst()
            switch number {
            case SIGCHLD: break
            case SIGTSTP:
                let meanwhile = JobControl.suspensionRequested(drawing: services.drawing) { signals.take() }
                if meanwhile.contains(SIGCHLD) { reap() }
                numbers += meanwhile
            default: if end.requested(by: number) { services.hurry(at: Instant.now) }
            }
        }
    }

    /// - Returns: whether the process that draws on the terminal has stopped itself, as Ctrl-Z asks.
    @discardableResult
    private func reap() -> Bool {
        let (ends, isSuspended) = services.reap()
        for ended in ends { apply(services.handle(ended, sessionEnds: end.isUnderWay, at: Instant.now)) }
        apply(services.reapChecks(at: Instant.now))
        return isSuspended
    }

    // MARK: - Consequences

    private func apply(_ consequences: [Consequence]) {
        for consequence in consequences {
            switch consequence {
            case .log(let service, let text): diagnoses.log.write(service, text)
            case .report(let diagnosis): report(diagnosis)
            case .notify(let message, let isGood): relay.notify(message, isGood: isGood)
            case .endSession(let reason): end.begin(because: reason)
            case .fail(let code, let diagnosis, let lines):
                report(diagnosis)
                end.failed(code, Consequence.text(diagnosis, because: lines))
            case .swapped(let service, let pid, let gap, let requester):
                guard let requester else {
                    let milliseconds = (gap / .milliseconds(0.1)).rounded() / 10
                    let message = "\(service) is process \(pid) now, after \(milliseconds) ms"
                    diagnoses.log.write(SessionLog.ownName, message)
                    continue
                }
                control?.swapped(.init(service: service, pid: pid, gap: gap / .seconds(1)), for: requester)
            case .notSwapped(let diagnosis, let requester):
                if let requester { control?.notSwapped("\(diagnosis)", for: requester) }
            }
        }
    }

    private func report(_ diagnosis: Diagnosis) {
        if case .undelivered(let receiver, let sender, _) = diagnosis,
            services.isUsualLoss(from: sender, to: receiver, sessionEnds: end.isUnderWay)
        {
            return
        }
        if case .outlived = diagnosis {
            if !end.isUnderWay { diagnoses.log.write(SessionLog.ownName, "\(diagnosis)") }
            return
        }
        diagnoses.report(diagnosis)
        services.note(diagnosis, at: Instant.now)
    }

    private func handle(_ event: Event, from child: ServiceProcess) {
        let statement = ServiceStatement(event)
        if statement.isUnderstood { child.noteStatement() }
        switch statement {
        case .ready: child.becameReady()
        case .snapshot(let data, let id, let source): child.noteSnapshot(data, after: id, from: source)
        case .entered: if switchboard.watch != nil { show(child.signed(event)) }
        case .status(let status): child.note(status, at: Instant.now)
        case .malformed(let error): report(.malformed(sender: child.service.name, error))
        case .refused(let reason, let line):
            report(.refused(by: child.service.name, reason: reason, line: line))
        case .unknown(let type):
            report(.forbidden(type, to: child.port))
        }
    }

    // MARK: - Watching

    /// The switchboard reports events only while there is a tap or a recorder.
    private func watchTraffic() {
        let isWatched = taps.isRecording || control?.hasTaps == true
        guard isWatched != (switchboard.watch != nil) else { return }
        switchboard.watch = isWatched ? { [unowned self] in show($0) } : nil
    }

    private func show(_ passing: Passing) {
        if let diagnosis = taps.show(passing, to: control?.clients ?? []) { report(diagnosis) }
    }

    /// Shows an event to the taps only.
    private func show(_ event: Event) {
        event.line.withUnsafeBytes { line in
            show(Passing(lines: line, count: 1, type: event.type, sender: event.source, receivers: []))
        }
    }

    private func endRecording(_ patience: Recorder.Patience = .brief) {
        guard let diagnosis = taps.endRecording(patience) else { return }
        report(diagnosis)
        lostRecording = "\(diagnosis)"
    }

    private func logUndelivered() {
        for (route, count) in switchboard.undelivered.sorted(by: { $0.key < $1.key }) {
            let sum = Diagnosis.undeliveredInAll(receiver: route.receiver, sender: route.sender, count: count)
            diagnoses.log.write(SessionLog.ownName, "\(sum)")
        }
    }

    private func verdict() -> Verdict {
        let outcomes = services.children.map { ($0.outcome, $0.service.exitOnEnd) }
        // A signal that acts at once would leave the folder behind.
        let log = diagnoses.leaveFolder()
        // From now on these signals act at once: nobody takes them out of the pipe.
        (Self.handled.filter { !SignalPipe.isIgnored($0) } + [SIGTTOU]).forEach(SignalPipe.uninstall)
        let gap = diagnoses.finish(patience: end.isRequested ? Self.shortPatience : Self.patience)
        return Verdict(
            code: end.exitCode(of: outcomes), reason: end.reason, problems: diagnoses.count, log: log,
            remarks: [lostRecording, gap].compactMap(\.self))
    }
}
