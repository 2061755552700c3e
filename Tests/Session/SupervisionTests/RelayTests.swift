import Composition
import Platform
import Processes
import TestSupport
import Testing
import Wire

@testable import Supervision

/// Tries all short histories of a small session, with real pipes instead of processes. After each step, the loop
/// runs until nothing wakes it. Then each undelivered event must have something that will wake the loop for it.
@Suite struct RelayTests {
    /// The steps of a source, a sink that receives from it, and a middle service that receives from the source and
    /// sends to the sink.
    enum Step: CaseIterable {
        case sourceWrites, middleWrites, sourceEnds, middleEnds, middleReads, sinkReads
        /// A receiver's unread events fill its pipe.
        case middleIsBehind, sinkIsBehind
        case middleClosesItsInput
        /// Its process ends, perhaps in the middle of a line, and another one takes its place.
        case middleIsReplaced, sinkIsReplaced
        /// It has read a part of a line.
        case sinkReadsALittle
    }

    /// Regression: 200,000 lines from `cat` hung in 4 of 15 runs. The queue of a dead sender's receiver drained in the
    /// same flush that filled it, and nothing released the sender.
    /// - Parameter holdsPipes: a grandchild keeps the pipes of a dead service open.
    @Test(arguments: [false, true]) func aSessionDoesNotFallAsleepWithEventsUndelivered(holdsPipes: Bool) throws {
        var count = 0
        try Self.walk([], holdsPipes, &count)
        #expect(count > 500)
    }

    private static func walk(_ history: [Step], _ holdsPipes: Bool, _ count: inout Int) throws {
        guard let world = try World(history, holdsPipes: holdsPipes) else { return }
        count += 1
        world.playToTheEnd()
        if let problem = world.problem { Issue.record("\(history): \(problem)") }
        guard history.count < 4 else { return }
        for step in Step.allCases { try walk(history + [step], holdsPipes, &count) }
    }

    /// A recording that is behind holds all senders, also those that have ended; nothing wakes the loop for them meanwhile.
    @Test(arguments: [false, true]) func noSenderIsReadWhileTheRecordingIsBehind(hasEnded: Bool) throws {
        let world = try require(World([], holdsPipes: false))
        world.isHeld = true
        world.source.write(lines: 9)
        if hasEnded { world.source.end(in: world.relay, holdsPipe: false) }
        world.runUntilAsleep()
        expect(world.sink.readAll(), equals: false)
        world.isHeld = false
        world.runUntilAsleep()
        world.sink.readAll()
        expect(world.sink.linesRead > 0)
    }

    /// A grandchild's writes into a dead service's pipe are ignored. Regression: they kept the loop busy for ever.
    @Test func aDeadServicesOutputHasAnEnd() throws {
        let world = try require(World([.sourceWrites, .sourceEnds], holdsPipes: true))
        world.playToTheEnd { world.source.write(lines: 1) }
        expect(world.problem, equals: nil)
        expect(world.sink.linesRead, equals: 9)
    }
}

/// A service without a process: the test holds the other ends of its pipes.
private final class Actor {
    let child: ServiceProcess
    private var input: Descriptor?
    private var output: Descriptor?
    private(set) var linesRead = 0
    /// The beginning of a line.
    private var partial: [UInt8] = []

    init(_ child: ServiceProcess) throws {
        self.child = child
        let stdout = try Pipe.open()
        output = Self.nonBlocking(stdout.writer)
        child.output = Self.nonBlocking(stdout.reader)
        try openInput()
        child.handle(.started, at: .now)
    }

    private func openInput() throws {
        let stdin = try Pipe.open()
        // One page, so that it fills up soon.
        _ = fcntl(stdin.writer.number, 1031, Int32(4096))
        input = Self.nonBlocking(stdin.reader)
        child.input = Self.nonBlocking(stdin.writer)
    }

    private static func nonBlocking(_ end: consuming Descriptor) -> Descriptor {
        end.setNonBlocking()
        return end
    }

    var isAlive: Bool { child.isAlive }
    var readsItsInput: Bool { input != nil }

    func write(lines count: Int) {
        let line = "{\"type\":\"\(child.service.name).output.x\",\"data\":{\"text\":\"some more bytes\"}}\n"
        let bytes = Array(String(repeating: line, count: count).utf8)
        if let number = output?.number { _ = Glibc.write(number, bytes, bytes.count) }
    }

    /// - Returns: whether anything was available.
    @discardableResult
    func readAll() -> Bool { read(upTo: 1 << 13) }

    /// - Returns: whether anything was available.
    func read(upTo most: Int) -> Bool {
        guard let number = input?.number else { return false }
        var bytes = [UInt8](repeating: 0, count: most)
        let count = max(0, Glibc.read(number, &bytes, bytes.count))
        let lines = (partial + bytes[..<count]).split(separator: 0x0A, omittingEmptySubsequences: false)
        linesRead += lines.dropLast().count { !$0.isEmpty }
        partial = Array(lines.last ?? [])
        return count > 0
    }

    /// - Returns: whether there was room.
    func fallBehind(in relay: Relay) -> Bool {
        guard input != nil, child.input?.isEmptyPipe == true, child.port.outgoing.outbox.count == 0 else {
            return false
        }
        let filling = [UInt8](repeating: 0x0A, count: 4096)
        filling.withUnsafeBytes { child.port.outgoing.outbox.append($0) }
        relay.flush(child)
        return true
    }

    func closeInput() { input = nil }

    /// What it has written is read meanwhile, so only its input has another pipe.
    func replace() throws {
        partial = []
        child.takeBackInput()
        _ = child.port.outgoing.renew()
        child.port.isInputClosed = false
        child.closesInput = false
        try openInput()
    }

    /// - Parameter holdsPipe: a grandchild keeps the output open.
    func end(in relay: Relay, holdsPipe: Bool) {
        input = nil
        if !holdsPipe { output = nil }
        child.takeBackInput()
        child.end(.exited(0), at: .now)
        relay.closeInput(of: child)
        child.port.isOutputClosed = child.output == nil
    }
}

private final class World {
    let source: Actor
    let middle: Actor
    let sink: Actor
    let relay: Relay
    /// The recording is behind.
    var isHeld = false
    private let holdsPipes: Bool
    private var pollSet = PollRound()
    private var expected = 0
    private var expectedOfMiddle = 0
    private let board: Switchboard
    private(set) var problem: String?

    /// - Returns: nil for a history in which a step changes nothing.
    init?(_ history: [RelayTests.Step], holdsPipes: Bool) throws {
        var (a, b, c) = (
            Service(name: "source", command: ["a"]), Service(name: "middle", command: ["b"]),
            Service(name: "sink", command: ["c"])
        )
        a.sends = [MessagePattern("source.output")]
        b.receives = a.sends
        b.sends = [MessagePattern("middle.output")]
        c.receives = a.sends + b.sends
        let board = Switchboard(
            Composition(name: "test", services: [a, b, c], states: [], lineLimit: 1 << 16, queueLimit: 200))
        let children = zip([a, b, c], board.ports).map { ServiceProcess(service: $0, port: $1, hasTerminal: false) }
        StandardStream.ignoreBrokenPipes()
        self.holdsPipes = holdsPipes
        self.board = board
        relay = Relay(board, children, turn: 200)
        source = try Actor(children[0])
        middle = try Actor(children[1])
        sink = try Actor(children[2])
        relay.isHeld = { [unowned self] in isHeld }
        for step in history {
            guard try take(step) else { return nil }
            runUntilAsleep()
        }
    }

    private func take(_ step: RelayTests.Step) throws -> Bool {
        switch step {
        case .sourceWrites:
            guard write(source) else { return false }
            expectedOfMiddle += 9
            return true
        case .middleWrites: return write(middle)
        case .sourceEnds: return end(source)
        case .middleEnds: return end(middle)
        case .middleReads: return middle.readAll()
        case .sinkReads: return sink.readAll()
        case .sinkReadsALittle: return sink.read(upTo: 50)
        case .middleIsBehind: return middle.fallBehind(in: relay)
        case .sinkIsBehind: return sink.fallBehind(in: relay)
        case .middleIsReplaced: return try replace(middle)
        case .sinkIsReplaced: return try replace(sink)
        case .middleClosesItsInput:
            guard middle.readsItsInput else { return false }
            middle.closeInput()
            return true
        }
    }

    private func replace(_ actor: Actor) throws -> Bool {
        guard actor.isAlive else { return false }
        try actor.replace()
        return true
    }

    private func write(_ actor: Actor) -> Bool {
        guard actor.isAlive else { return false }
        // More than the queue limit, less than a pipe holds.
        actor.write(lines: 9)
        expected += 9
        return true
    }

    private func end(_ actor: Actor) -> Bool {
        guard actor.isAlive else { return false }
        actor.end(in: relay, holdsPipe: holdsPipes)
        return true
    }

    /// All services read what is available; then the senders end one after the other.
    func playToTheEnd(meanwhile: () -> Void = {}) {
        drain(meanwhile)
        if end(source) { drain(meanwhile) }
        if middle.isAlive, middle.child.input != nil { complain("the middle one did not see the end of its input") }
        if end(middle) { drain(meanwhile) }
        if sink.child.input != nil { complain("the sink did not see the end of its input") }
        if sink.linesRead != expected { complain("\(sink.linesRead) of \(expected) lines were delivered") }
        let left = middle.child.takeLeftover()?.events.reduce(0) { $0 + $1.count } ?? 0
        let undelivered = board.undelivered.values.reduce(0, +)
        if middle.linesRead + left + undelivered != expectedOfMiddle {
            complain(
                "of \(expectedOfMiddle) lines, \(middle.linesRead) were delivered, \(left) left and \(undelivered) undelivered"
            )
        }
    }

    private func drain(_ meanwhile: () -> Void) {
        repeat {
            meanwhile()
            runUntilAsleep()
        } while [middle.readAll(), sink.readAll()].contains(true) && problem == nil
    }

    private func complain(_ text: String) { problem = problem ?? text }

    /// The part of the supervisor's loop that moves bytes.
    func runUntilAsleep() {
        for _ in 0..<1000 {
            while relay.passOn() {}
            pollSet.removeAll()
            relay.fill(&pollSet)
            let now = Instant.now
            pollSet.wait(until: now, from: now)
            var isAwake = false
            pollSet.forEachReady { source in
                isAwake = true
                switch source {
                case .output(let index): relay.readOutput(of: actors[index].child)
                case .input(let index): relay.flush(actors[index].child)
                default: break
                }
            }
            if !isAwake { return checkWakers() }
        }
        complain("the loop never falls asleep")
    }

    /// Nothing is ready, so undelivered events are behind a receiver with a full pipe.
    private func checkWakers() {
        for child in actors.map(\.child) {
            if child.output != nil, child.output?.isEmptyPipe == false || !child.isAlive {
                let isHeld = child.port.incoming.waitsFor.contains { index in
                    actors[index].child.input != nil && actors[index].child.port.outgoing.outbox.count > 0
                }
                if !isHeld, !self.isHeld { complain("asleep, though \(child.service.name) could be read from") }
            }
            if child.port.outgoing.outbox.count > 0, child.isAlive, child.input == nil, !child.port.isInputClosed {
                complain("asleep with a queue that nobody empties")
            }
        }
    }

    private var actors: [Actor] { [source, middle, sink] }
}
