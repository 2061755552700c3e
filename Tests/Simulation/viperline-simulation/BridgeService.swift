import NATSBridge
import Platform
import Wire

/// A service that a bridge plays: a join, a caller or a worker. Its process may be killed, and gets a successor.
final class BridgeService {
    /// What can happen to a service by itself.
    enum Act {
        /// A message reaches the server, or the process.
        case publish, receive
        /// The process reads lines of the bus.
        case read
        /// Its deadline has passed.
        case wake
    }

    typealias Maker = (_ run: Int, _ now: Instant) -> any Bridge

    let name: String
    /// Nil for a worker.
    private let bus: (any SimulatedBus)?
    /// A closure that makes the bridge of the next process.
    private let make: Maker
    /// Nil between two processes.
    private var bridge: (any Bridge)?
    private(set) var deadline: Instant?
    /// Counts the processes.
    private(set) var run = 0
    /// Lines of the bus that the process has not read.
    private var unread: ArraySlice<[UInt8]> = []
    /// Lines of the process that the bus has not read.
    private var output: [[UInt8]] = []
    /// For a while, the bus reads nothing, or writes nothing.
    private var (isStalled, isSilent) = (false, false)
    private var connection = ServerConnection()
    /// The requests that each child of a worker has in hand.
    private var children: [Int: [String]] = [:]
    private(set) var log: [String] = []
    private(set) var wasKilled = false
    /// Milliseconds between a process that was told to end and its successor.
    private var absence: Int?

    init(_ name: String, on bus: (any SimulatedBus)?, _ make: @escaping Maker) {
        (self.name, self.bus, self.make) = (name, bus, make)
    }

    /// Calls `body` with each thing that can happen now.
    func eachAct(at now: Instant, _ body: (Act) -> Void) {
        if !connection.isSlow, !connection.up.isEmpty { body(.publish) }
        guard let bridge else { return }
        if !connection.isSlow, !connection.down.isEmpty { body(.receive) }
        if !unread.isEmpty, !isSilent, bridge.takesLines { body(.read) }
        if let deadline, deadline <= now { body(.wake) }
    }

    func perform(_ act: Act, in world: NetworkWorld) {
        switch act {
        case .publish: world.route(connection.take(\.up, &world.choices), from: self)
        case .receive: take(.message(connection.take(\.down, &world.choices)), in: world)
        case .read: read(in: world)
        case .wake:
            take(.time, in: world)
            if let deadline, deadline <= world.instant { world.fail("\(name) wakes again and again", world) }
        }
    }

    // MARK: - Processes

    func start(in world: NetworkWorld) {
        run += 1
        unread = ArraySlice(bus?.backlog(unread: unread) ?? [])
        bridge = make(run, world.instant)
        isSilent = world.mayFail(oneIn: 8)
        world.note("\(name) starts\(isSilent ? ", and its input comes late" : "")")
        if isSilent { whileItRuns(after: 3000, in: world) { self.isSilent = false } }
        take(.started, in: world)
        connect(after: world.choices.element(of: [0, 50, 1000]), in: world)
    }

    /// Ends the process. What it has written and published last may be lost.
    func kill(for absence: Int, in world: NetworkWorld) {
        guard bridge != nil else { return }
        world.note("\(name) is killed, for \(absence) ms")
        wasKilled = true
        output.removeLast(world.choices.pick(output.count + 1))
        connection.up.removeLast(world.choices.pick(connection.up.count + 1))
        end(for: absence, in: world)
    }

    /// Tells the process to end, as a swap does.
    func stop(for absence: Int, in world: NetworkWorld) {
        guard bridge != nil, self.absence == nil else { return }
        world.note("\(name) is told to end, for \(absence) ms")
        self.absence = absence
        take(.stopped, in: world)
    }

    private func end(for absence: Int, in world: NetworkWorld) {
        for line in output { bus?.take(line, in: world) }
        let up = connection.up
        (bridge, deadline, self.absence) = (nil, nil, nil)
        (output, isStalled, children) = ([], false, [:])
        connection = ServerConnection()
        connection.up = up
        world.after(absence) { self.start(in: world) }
    }

    private func take(_ input: BridgeInput, in world: NetworkWorld) {
        var turn = Turn(at: world.instant)
        bridge?.handle(input, &turn)
        deadline = bridge?.deadline
        perform(turn.effects, in: world)
    }

    private func perform(_ effects: [BridgeEffect], in world: NetworkWorld) {
        for effect in effects {
            switch effect {
            case .publish(let message): if connection.state == .open { connection.up.append(message) }
            case .subscribe(let subject, let group):
                connection.subscriptions.append(ServerConnection.Subscription(subject, group: group))
            case .unsubscribe(let subject): connection.subscriptions.removeAll { $0.subject == subject }
            case .write(let line): output.append(line)
            case .log(let text):
                log.append(text)
                world.note("\(name) logs: \(text)")
            case .startChild(let id, _, _): children[id] = []
            case .sendToChild(let id, let line): give(line, to: id, in: world)
            case .endChild(let id), .killChild(let id): endChild(id, in: world)
            case .exit(let status):
                guard let absence, status == .done else { world.fail("\(name) ends: \(status)", world) }
                return end(for: absence, in: world)
            }
        }
        guard !output.isEmpty, !isStalled else { return }
        guard world.choices.happens(oneIn: 8) else { return drain(in: world) }
        isStalled = true
        whileItRuns(after: world.choices.element(of: [1, 30, 300]), in: world) {
            self.isStalled = false
            self.drain(in: world)
        }
    }

    /// Does something later, unless the process is killed before.
    private func whileItRuns(after milliseconds: Int, in world: NetworkWorld, _ act: @escaping () -> Void) {
        let begun = run
        world.after(milliseconds) { if self.run == begun, self.bridge != nil { act() } }
    }

    // MARK: - The bus

    /// The bus has a line for the process.
    func send(_ line: [UInt8]) { unread.append(line) }

    private func read(in world: NetworkWorld) {
        while bridge?.takesLines == true, let line = unread.popFirst() {
            guard let event = try? BusLine(line) else { world.fail("\(name) gets a line that is no event", world) }
            take(.line(event), in: world)
        }
    }

    /// The bus reads everything.
    private func drain(in world: NetworkWorld) {
        for line in output { bus?.take(line, in: world) }
        output = []
        var turn = Turn(at: world.instant)
        bridge?.drained(&turn)
        deadline = bridge?.deadline
        perform(turn.effects, in: world)
    }

    // MARK: - The connection

    /// The server does not know that a connection is cut.
    var subscriptions: [ServerConnection.Subscription] { connection.state == .closed ? [] : connection.subscriptions }

    func receive(_ message: NATSMessage) { if connection.state == .open { connection.down.append(message) } }

    private func connect(after milliseconds: Int, in world: NetworkWorld) {
        whileItRuns(after: milliseconds, in: world) {
            self.connection.state = .open
            self.take(.link(.connected(server: "hub", limit: 1 << 20)), in: world)
        }
    }

    /// What is on its way is lost. The process notices it after a while, and connects again.
    func cut(for absence: Int, in world: NetworkWorld) {
        guard connection.state == .open else { return }
        world.note("\(name) is cut off, for \(absence) ms")
        connection.up.removeLast(world.choices.pick(connection.up.count + 1))
        (connection.state, connection.down) = (.cut, [])
        whileItRuns(after: world.choices.element(of: [0, 300, 1000]), in: world) {
            self.connection.state = .closed
            self.take(.link(.disconnected), in: world)
            self.connect(after: absence, in: world)
        }
    }

    /// Both links are slow, or in disorder.
    func disturb(_ fault: WritableKeyPath<ServerConnection, Bool>, for time: Int, in world: NetworkWorld) {
        world.note("\(name) is \(fault == \ServerConnection.isSlow ? "slow" : "in disorder"), for \(time) ms")
        connection[keyPath: fault] = true
        world.after(time) { self.connection[keyPath: fault] = false }
    }

    // MARK: - Children

    private func give(_ line: [UInt8], to child: Int, in world: NetworkWorld) {
        guard let request = (try? BusLine(line))?.id else { world.fail("a child gets a line without an id", world) }
        children[child]?.append(request)
        if children[child]?.count == 1 { work(child, in: world) }
    }

    /// The child answers its next request; or it hangs, or dies of it.
    private func work(_ child: Int, in world: NetworkWorld) {
        whileItRuns(after: world.choices.element(of: [1, 200, 2000]), in: world) {
            guard let request = self.children[child]?.first else { return }
            if world.mayFail(oneIn: 8) {
                world.note("child \(child) of \(self.name) dies of \(request), or hangs")
                if world.choices.happens(oneIn: 2) { self.endChild(child, in: world) }
                return
            }
            self.children[child]?.removeFirst()
            if self.children[child]?.isEmpty == false { self.work(child, in: world) }
            let id = "\(self.name)-\(self.run)-\(request)"
            let line =
                #"{"specversion":"1.0","type":"fetch.output.got","source":"fetch","id":"\#(id)","causationid":"\#(request)","data":{}}"#
            guard let answer = try? BusLine(Array(line.utf8)) else { world.fail("an answer is no event", world) }
            self.take(.childLine(child, answer), in: world)
        }
    }

    private func endChild(_ child: Int, in world: NetworkWorld) {
        guard let requests = children.removeValue(forKey: child) else { return }
        world.failed.formUnion(requests)
        whileItRuns(after: 1, in: world) { self.take(.childEnded(child, how: "ended"), in: world) }
    }
}
