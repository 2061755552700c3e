import Platform
import Composition
import Processes
import TestSupport
import Testing
import Wire

@testable import Supervision

/// The life of a service without a process: the consequences of each event, and their times.
@Suite struct ServiceLifeTests {
    private static let start = Instant.now

    private static func service(_ restart: RestartMode = .never, isOnBus: Bool = true) -> Service {
        var service = Service(name: "role", command: ["old"])
        service.restart = restart
        if isOnBus { service.receives = ["a.output"].map(MessagePattern.init) }
        service.stopGracePeriod = .seconds(3)
        service.successExitCodes = [3]
        return service
    }

    private static func running(_ restart: RestartMode = .never, isWatched: Bool = false) -> ServiceLife {
        var service = service(restart)
        if isWatched { service.watch = [WatchRule(path: "/app.py")] }
        var life = ServiceLife(service)
        life.started(at: start, linesWritten: 0)
        return life
    }

    struct Farewell: CustomStringConvertible, Sendable {
        let description: String
        let reading: ServiceLife.Reading
        /// Until when its processes do something.
        var busy = Duration.zero
        /// When the stop signal comes.
        let signal: Duration
    }

    static let farewells = [
        Farewell(description: "it receives nothing", reading: .nothing, signal: .zero),
        Farewell(description: "it receives nothing and is busy", reading: .nothing, busy: .seconds(9), signal: .zero),
        Farewell(description: "it may read", reading: .perhaps, signal: .milliseconds(200)),
        Farewell(
            description: "it is still starting", reading: .perhaps, busy: .milliseconds(300), signal: .milliseconds(400)
        ),
        Farewell(description: "it is busy for ever", reading: .perhaps, busy: .seconds(9), signal: .seconds(3)),
        Farewell(description: "it reads", reading: .yes, signal: .seconds(3)),
    ]

    /// Compose's words: the stop signal, and SIGKILL after the grace period. The same for a stop and a swap.
    @Test(arguments: farewells, [false, true]) func anEndTakesItsStepsInTime(row: Farewell, isSwap: Bool) throws {
        var life = Self.running()
        let first =
            isSwap
            ? try life.swap(to: nil, for: nil, reading: row.reading, at: Self.start)
            : life.handle(.stopRequested, reading: row.reading, at: Self.start)
        expect(first, equals: [isSwap ? .yieldInput : .closeInput])
        var (now, actions) = (Self.start, [ServiceAction]())
        while actions.isEmpty {
            now = try require(life.deadline)
            actions = life.deadlinePassed(isBusy: now - Self.start < row.busy, at: now)
        }
        expect(actions, equals: [.sendStopSignal])
        expect(now - Self.start, equals: row.signal)
        expect(life.deadline, equals: now + .seconds(3), "the grace period")
        expect(life.deadlinePassed(at: now + .seconds(3)), equals: [.kill])
        expect(life.deadline, equals: nil)
        expect(
            life.fate(after: .killed(signal: 9), sessionEnds: false, at: now, chance: 1),
            equals: (isSwap ? .makesRoom : .leaves(asked: true)))
    }

    /// It has done as asked.
    @Test(arguments: [
        (Outcome.killed(signal: SIGTERM), true), (.exited(128 + SIGTERM), true), (.killed(signal: SIGKILL), false),
        (.killed(signal: SIGINT), false), (.exited(0), true), (.exited(1), false),
    ])
    func whoEndsByTheStopSignalHasSucceeded(outcome: Outcome, succeeds: Bool) {
        var life = Self.running()
        expect(life.isSuccess(outcome), equals: (outcome == .exited(0)), "nobody has sent it the signal")
        _ = life.handle(.stopRequested, reading: .nothing, at: Self.start)
        _ = life.deadlinePassed(at: Self.start)
        expect(life.isSuccess(outcome), equals: succeeds)
    }

    /// Also one that takes the signal and ends with 0: its queue waits.
    @Test(arguments: [Outcome.exited(0), .killed(signal: SIGTERM), .killed(signal: SIGKILL)])
    func whoIsDismissedIsReplaced(outcome: Outcome) {
        var life = Self.running(.onFailure(limit: 5))
        _ = life.handle(.inputClosed, at: Self.start)
        expect(life.deadlinePassed(at: Self.start + .seconds(3)), equals: [.sendStopSignal])
        life.didSomething()
        let fate = life.fate(after: outcome, sessionEnds: false, at: Self.start + .seconds(4), chance: 1)
        expect(fate, equals: .comesBack(after: .milliseconds(10)))
    }

    /// Regression: a restart of a service that had written nothing yet ended the session when its successor failed.
    @Test func aRestartedServiceHasWorked() throws {
        var life = Self.running(.onFailure(limit: 5))
        _ = try life.swap(to: nil, for: 7, at: Self.start)
        _ = life.handle(.exited, at: Self.start)
        life.started(at: Self.start, linesWritten: 0)
        expect(life.fate(after: .exited(1), sessionEnds: false, at: Self.start, chance: 1), equals: .fallsBack)
        _ = life.abandonTrial()
        expect(
            life.fate(after: .exited(1), sessionEnds: false, at: Self.start, chance: 1),
            equals: .comesBack(after: .milliseconds(10)))
    }

    struct Case: CustomStringConvertible, Sendable {
        let description: String
        var restart = RestartMode.never
        var isWatched = false
        var before: @Sendable (inout ServiceLife) -> Void = { _ in }
        var outcome = Outcome.exited(1)
        var sessionEnds = false
        let fate: Fate
    }

    static let cases: [Case] = [
        Case(description: "nobody restarts it", fate: .leaves(asked: false)),
        Case(
            description: "the session ends", restart: .always(limit: 5), sessionEnds: true, fate: .leaves(asked: true)),
        Case(
            description: "it was stopped", restart: .always(limit: 5), before: { stop(&$0) }, fate: .leaves(asked: true)
        ),
        Case(
            description: "it died", restart: .onFailure(limit: 5), before: { $0.didSomething() },
            fate: .comesBack(after: .milliseconds(10))),
        Case(
            description: "it died after it was ready", restart: .onFailure(limit: 5), before: { $0.becameReady() },
            fate: .comesBack(after: .milliseconds(10))),
        Case(
            description: "it died after a while", restart: .onFailure(limit: 5), before: { $0 = begun(before: 5) },
            fate: .comesBack(after: .milliseconds(10))),
        Case(
            description: "it died too early", restart: .onFailure(limit: 5), before: { $0 = begun(before: 4.9) },
            fate: .neverBegan),
        Case(description: "a mistake in the program", restart: .onFailure(limit: 5), fate: .neverBegan),
        Case(
            description: "its first process was killed", restart: .onFailure(limit: 5), outcome: .killed(signal: 9),
            fate: .comesBack(after: .milliseconds(10))),
        Case(
            description: "a shell's was", restart: .onFailure(limit: 5), outcome: .exited(137),
            fate: .comesBack(after: .milliseconds(10))),
        Case(
            description: "no such program", restart: .onFailure(limit: 5), outcome: .exited(127), fate: .neverBegan),
        Case(
            description: "a job that waits for its server", restart: .onFailure(limit: 5),
            before: { $0 = begun(isOnBus: false) }, fate: .comesBack(after: .milliseconds(10))),
        Case(
            description: "no such job", restart: .onFailure(limit: 5), before: { $0 = begun(isOnBus: false) },
            outcome: .exited(126), fate: .neverBegan),
        Case(
            description: "its server is not up yet", restart: .onFailure(limit: 5), outcome: .exited(69),
            fate: .comesBack(after: .milliseconds(10))),
        Case(
            description: "it asks for another try", restart: .onFailure(limit: 5), outcome: .exited(75),
            fate: .comesBack(after: .milliseconds(10))),
        Case(
            description: "always means always", restart: .always(limit: 5),
            fate: .comesBack(after: .milliseconds(10))),
        Case(
            description: "a successor dies at its start", restart: .onFailure(limit: 5),
            before: {
                $0.didSomething()
                $0.comeBack(after: .zero, at: start)
                _ = $0.deadlinePassed(at: start)
                $0.started(at: start, linesWritten: 0)
            }, fate: .comesBack(after: .milliseconds(10))),
        Case(
            description: "a mistake in the program, watched", restart: .onFailure(limit: 5), isWatched: true,
            fate: .waitsForSave),
        Case(
            description: "it has done its work", restart: .onFailure(limit: 5), outcome: .exited(0),
            fate: .leaves(asked: false)),
        Case(
            description: "success by its own exit code", restart: .onFailure(limit: 5), outcome: .exited(3),
            fate: .leaves(asked: false)),
        Case(
            description: "it always comes back", restart: .always(limit: 5), outcome: .exited(0),
            fate: .comesBack(after: .milliseconds(10))),
        Case(
            description: "once too often", restart: .onFailure(limit: 0), before: { $0.didSomething() },
            fate: .givesUp(deaths: 1)),
        Case(description: "it makes room", before: { swap(&$0) }, fate: .makesRoom),
        Case(
            description: "a successor on trial",
            before: {
                swap(&$0)
                _ = $0.handle(.exited, at: start)
                $0.started(at: start, linesWritten: 0)
            }, fate: .fallsBack),
        Case(
            description: "another program on trial, watched", isWatched: true,
            before: {
                swap(&$0)
                _ = $0.handle(.exited, at: start)
                $0.started(at: start, linesWritten: 0)
            }, fate: .fallsBack),
        Case(
            description: "its own program on trial, watched", restart: .always(limit: 5), isWatched: true,
            before: {
                _ = try? $0.swap(to: nil, for: nil, at: start)
                _ = $0.handle(.exited, at: start)
                $0.started(at: start, linesWritten: 0)
            }, fate: .waitsForSave),
        Case(description: "it failed, watched", isWatched: true, fate: .waitsForSave),
        Case(
            description: "it has done its work, watched", isWatched: true, outcome: .exited(0),
            fate: .leaves(asked: false)),
        Case(
            description: "once too often, watched", restart: .onFailure(limit: 0), isWatched: true, fate: .waitsForSave),
    ]

    private static func begun(before seconds: Double = 0, isOnBus: Bool = true) -> ServiceLife {
        var life = ServiceLife(service(.onFailure(limit: 5), isOnBus: isOnBus))
        life.started(at: start - .seconds(seconds), linesWritten: 0)
        return life
    }

    private static func stop(_ life: inout ServiceLife) { _ = life.handle(.stopRequested, at: start) }
    private static func swap(_ life: inout ServiceLife) {
        _ = try? life.swap(to: ServiceCommand(command: ["new"], folder: nil), for: 7, at: start)
    }

    @Test(arguments: cases) func itsFate(row: Case) {
        var life = Self.running(row.restart, isWatched: row.isWatched)
        row.before(&life)
        expect(life.fate(after: row.outcome, sessionEnds: row.sessionEnds, at: Self.start, chance: 1), equals: row.fate)
    }

    /// Regression: the old command was started again, although it would find the same end of its input.
    @Test(arguments: [
        (true, Outcome.exited(0), Fate.finishes), (true, .exited(3), .finishes), (true, .exited(1), .fallsBack),
        (false, .exited(0), .fallsBack),
    ])
    func whoFindsTheEndOfItsInputHasFinished(inputEnded: Bool, outcome: Outcome, fate: Fate) {
        var life = Self.running(.onFailure(limit: 5))
        Self.swap(&life)
        _ = life.handle(.exited, at: Self.start)
        life.started(at: Self.start, linesWritten: 0)
        expect(
            life.fate(after: outcome, sessionEnds: false, inputEnded: inputEnded, at: Self.start, chance: 1),
            equals: fate)
    }

    @Test func aDeadServiceComesBackAfterItsDelay() {
        var life = Self.running(.onFailure(limit: 5))
        life.comeBack(after: .milliseconds(40), at: Self.start)
        expect(life.state == .backingOff && life.mayComeBack)
        expect(life.nextDeadline, equals: Self.start + .milliseconds(40))
        expect(life.deadlinePassed(at: Self.start + .milliseconds(40)), equals: [])
        expect(life.state, equals: .waiting)
        life.started(at: Self.start + .seconds(1), linesWritten: 4)
        expect(life.runs == 2 && !life.isReady)
        expect(life.uptime(at: Self.start + .seconds(3)), equals: .seconds(2))
    }

    @Test func aSwapThatProvesItselfStays() throws {
        var life = Self.running()
        life.becameReady()
        try expect(
            life.swap(to: ServiceCommand(command: ["new"], folder: nil), for: 7, at: Self.start), equals: [.yieldInput])
        expect(life.program.command == ["new"] && life.isOnTrial && life.mayComeBack)
        #expect(throws: ControlRefusal.underWay(service: "role")) {
            try life.swap(to: nil, for: 8, at: Self.start)
        }
        _ = life.handle(.exited, at: Self.start + .milliseconds(20))
        expect(life.passTrial(linesWritten: 9, at: Self.start + .seconds(9)), equals: nil)
        life.started(at: Self.start + .milliseconds(30), linesWritten: 5)
        // It has neither written, nor reported that it is ready, nor run for long.
        expect(life.passTrial(linesWritten: 5, at: Self.start + .milliseconds(500)), equals: nil)
        expect(life.nextDeadline, equals: Self.start + .milliseconds(1030))
        let trial = life.passTrial(linesWritten: 6, at: Self.start + .milliseconds(500))
        expect(trial?.requester, equals: 7)
        expect(trial?.gap, equals: .milliseconds(30))
        #expect(!life.isOnTrial)
        expect(life.abandonTrial(), equals: nil)
    }

    @Test(arguments: [true, false]) func readinessOrTimeProvesASuccessor(isReady: Bool) throws {
        var life = Self.running()
        _ = try life.swap(to: nil, for: nil, at: Self.start)
        _ = life.handle(.exited, at: Self.start)
        life.started(at: Self.start, linesWritten: 0)
        if isReady { life.becameReady() }
        let proof = isReady ? Self.start : Self.start + SwapTrial.length
        #expect(life.passTrial(linesWritten: 0, at: proof) != nil)
    }

    @Test func aProgramThatIsDoneProvesItself() throws {
        var life = Self.running()
        _ = try life.swap(to: nil, for: 7, at: Self.start)
        expect(life.passTrial(linesWritten: 0, isDone: true, at: Self.start), equals: nil, "it is the old process")
        _ = life.handle(.exited, at: Self.start)
        life.started(at: Self.start, linesWritten: 0)
        expect(life.passTrial(linesWritten: 0, isDone: true, at: Self.start)?.requester, equals: 7)
        expect(
            life.fate(after: .exited(0), sessionEnds: false, at: Self.start, chance: 1), equals: .leaves(asked: false))
    }

    /// Regression: receivers saw the end of their input while the old program was about to start, if a service that is not restarted was
    /// given a program that failed.
    @Test func aServiceWhoseSwapFailedComesBack() throws {
        var life = Self.running(.never)
        _ = try life.swap(to: ServiceCommand(command: ["new"], folder: nil), for: 7, at: Self.start)
        _ = life.handle(.exited, at: Self.start)
        life.started(at: Self.start, linesWritten: 0)
        expect(life.fate(after: .exited(1), sessionEnds: false, at: Self.start, chance: 1), equals: .fallsBack)
        _ = life.abandonTrial()
        life.comeBack(after: .zero, at: Self.start)
        #expect(life.mayComeBack)
        expect(life.deadlinePassed(at: Self.start), equals: [])
        #expect(life.mayComeBack)
        life.started(at: Self.start, linesWritten: 0)
        #expect(!life.mayComeBack)
    }

    @Test func aSwapThatFailsBringsTheOldProgramBack() throws {
        var life = Self.running()
        _ = try life.swap(to: ServiceCommand(command: ["new"], folder: "/"), for: 7, at: Self.start)
        expect(life.abandonTrial()?.requester, equals: 7)
        expect(life.program, equals: ServiceCommand(command: ["old"], folder: nil))
        expect(life.abandonTrial(), equals: nil)
    }

    @Test func aSaveEndsTheWaitingForIt() throws {
        var life = Self.running(isWatched: true)
        life.waitForSave(at: Self.start)
        expect(life.state == .backingOff && life.mayComeBack && life.nextDeadline == nil)
        try expect(life.swap(to: nil, for: nil, at: Self.start), equals: [])
        expect(life.state, equals: .waiting)
    }

    /// The trial of a save makes no other save wait, but that of a request does.
    @Test(arguments: [nil, 7]) func aTrialGivesWayToTheNextSave(requester: Int?) throws {
        var life = Self.running(isWatched: true)
        _ = try life.swap(to: nil, for: requester, at: Self.start)
        #expect(throws: ControlRefusal.underWay(service: "role")) { try life.swap(to: nil, for: nil, at: Self.start) }
        _ = life.handle(.exited, at: Self.start)
        life.started(at: Self.start, linesWritten: 0)
        expect(((try? life.swap(to: nil, for: nil, at: Self.start)) == [.yieldInput]), equals: (requester == nil))
    }

    @Test func whatIsBeingStoppedIsNotSwapped() {
        var life = Self.running()
        Self.stop(&life)
        #expect(throws: ControlRefusal.stopping(service: "role")) { try life.swap(to: nil, for: nil, at: Self.start) }
    }

    /// A start that fails for lack of resources counts as a death, so that it is not retried for ever.
    @Test func aStartIsPutOffOnlySoOften() {
        var first = ServiceLife(Self.service(.onFailure(limit: 2)))
        expect(first.putOffStart(at: Self.start, chance: 0), equals: false)
        var life = Self.running(.onFailure(limit: 2))
        for isTried in [true, true, false] {
            life.comeBack(after: .zero, at: Self.start)
            _ = life.deadlinePassed(at: Self.start)
            life.willStart()
            expect(life.putOffStart(at: Self.start, chance: 0), equals: isTried)
        }
    }
}
