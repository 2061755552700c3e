import NATSBridge
import Platform
import Wire

/// The history of sessions on a network: joins merge their buses, and the workers of a pool answer their requests.
final class NetworkHistory {
    private let world: NetworkWorld
    private var joins: [(service: BridgeService, bus: JoinBus)] = []
    private var callers: [(service: BridgeService, bus: CallerBus)] = []
    /// Milliseconds that a fault may last.
    private static let absences = [10, 500, 3000, 10_000, 25_000]
    /// Bytes in a line.
    private let sizes: [Int]
    /// Lines that may wait for a join that is away, before the oldest are dropped.
    private let mostWaiting: Int

    init(in world: NetworkWorld) {
        self.world = world
        // No snapshot contains a line over a quarter of the limit.
        sizes = world.choices.happens(oneIn: 2) ? [0, 500, 1500] : [0, 500]
        mostWaiting = world.choices.element(of: [4096, 40, 8])
        let parts = world.choices.pick(3)
        if parts != 1 { addJoins(["a", "b", "c"].dropLast(world.choices.pick(2))) }
        if parts != 0 { addPool(callers: 1 + world.choices.pick(2), workers: 1 + world.choices.pick(3)) }
    }

    private func addJoins(_ names: ArraySlice<String>) {
        for name in names {
            let bus = JoinBus(name)
            let service = BridgeService(name, on: bus) { [unowned self] run, now in
                JoinBridge(settings(of: name, among: names, run: run, on: bus), now: now)
            }
            joins.append((service, bus))
            world.start(service)
        }
    }

    private func settings(of name: String, among names: ArraySlice<String>, run: Int, on bus: JoinBus) -> JoinSettings {
        var variables = ["VIPERLINE_LINE_LIMIT": "4000", "VIPERLINE_RUN": "\(run)"]
        if bus.isRestored { variables["VIPERLINE_RESTORED"] = "1" }
        variables["VIPERLINE_REPEATS"] = "\(bus.skipped)"
        guard let environment = try? RoleEnvironment(role: "net", variable: { variables[$0] }) else {
            world.fail("the environment of \(name) is wrong", world)
        }
        var settings = JoinSettings(
            session: SubjectName("s") ?? SubjectName(), name: name, in: environment, incarnation: "\(name)\(run)")
        settings.receives = [MessagePattern("\(name).out")]
        settings.sends = names.filter { $0 != name }.map { MessagePattern("\($0).out") }
        settings.states = names.map { MessagePattern("\($0).out.state") }
        (settings.isAlone, settings.bus, settings.mostWaiting) = (true, "bus\(name)", mostWaiting)
        return settings
    }

    private func addPool(callers callerCount: Int, workers workerCount: Int) {
        let pool = SubjectName("fetch") ?? SubjectName()
        for name in (1...callerCount).map({ "caller\($0)" }) {
            let bus = CallerBus(name)
            let service = BridgeService(name, on: bus) { run, now in
                var settings = PoolCallerSettings(
                    pool: pool, caller: SubjectName("\(name).s") ?? SubjectName(), service: "fetch",
                    incarnation: "\(name)r\(run)")
                (settings.sends, settings.isSupervised) = ([MessagePattern("fetch.output")], true)
                return PoolCaller(settings, at: now)
            }
            callers.append((service, bus))
            world.start(service)
        }
        for name in (1...workerCount).map({ "worker\($0)" }) {
            world.start(
                BridgeService(name, on: nil) { run, _ in
                    var settings = PoolWorkerSettings(pool: pool, incarnation: "\(name)r\(run)")
                    (settings.parallel, settings.children, settings.answerWithin) = (2, 4, .seconds(6))
                    return PoolWorker(settings)
                })
        }
    }

    // MARK: - What happens

    func play() {
        // The joins find each other.
        world.pass(3000)
        for _ in 0...world.choices.pick(40) { act() }
        world.faultsLeft = 0
        for _ in 0..<300 where world.hasAppointments || brokenPromise != nil { world.pass(1000) }
        // What comes twice comes now.
        world.pass(5000)
        if let broken = brokenPromise ?? exaggeration { world.fail(broken, world) }
    }

    private func act() {
        switch world.choices.pick(8) {
        case 0: world.pass(world.choices.element(of: [1, 50, 400, 3000]))
        case 1, 2: if world.mayFail(oneIn: 2) { disturb(world.choices.element(of: world.services)) }
        case 3: for _ in 0..<world.choices.pick(30) { world.step() }
        case 4, 5: ask(1 + world.choices.pick(4))
        default:
            guard !joins.isEmpty else { return ask(1) }
            let (type, size) = (world.choices.element(of: ["x", "y", "state"]), world.choices.element(of: sizes))
            write(world.choices.pick(joins.count), world.choices.element(of: [1, 5, 30]), type, size: size)
        }
    }

    private func write(_ place: Int, _ count: Int, _ type: String, size: Int) {
        let (service, bus) = joins[place]
        world.note("\(service.name) gets \(count) lines \(type) of its bus after \(bus.count)")
        for _ in 0..<count { service.send(bus.nextLine(type, size: size)) }
    }

    private func ask(_ count: Int) {
        guard !callers.isEmpty else { return }
        let (service, bus) = world.choices.element(of: callers)
        world.note("\(service.name) asks \(count) times")
        for _ in 0..<count { service.send(bus.nextRequest()) }
    }

    private func disturb(_ service: BridgeService) {
        let time = world.choices.element(of: Self.absences)
        switch world.choices.pick(8) {
        case 0, 1: service.cut(for: time, in: world)
        case 2, 3, 4: service.kill(for: time, in: world)
        case 5: service.stop(for: time, in: world)
        case 6: service.disturb(\.isSlow, for: time, in: world)
        default: service.disturb(\.isDisordered, for: time, in: world)
        }
    }

    // MARK: - Promises

    /// Nil if none is broken so far. The buses find what comes twice or in the wrong order.
    private var brokenPromise: String? {
        for (sender, own) in joins {
            for (receiver, bus) in joins where receiver !== sender {
                let arrived = bus.arrived[sender.name] ?? []
                let missing = own.count - arrived.count
                if missing > 0, mostWaiting == 4096 || missing > Self.losses(in: receiver.log, of: sender.name) {
                    return "\(receiver.name) lacks \(missing) lines of \(sender.name), and does not tell"
                }
                if let state = own.newest.values.sorted().first(where: { !arrived.contains($0) }) {
                    return "\(receiver.name) lacks \(sender.name)-\(state), a newest state"
                }
            }
        }
        for (_, bus) in callers { if let request = bus.open.first { return "\(request.id) has no answer" } }
        return nil
    }

    /// Nil if no join tells of more lost lines than there are. After a kill it may: a receiver tells again what it told after its last
    /// snapshot, and a sender's snapshot counts lines as lost that may have arrived.
    private var exaggeration: String? {
        for (sender, own) in joins where !sender.wasKilled {
            for (receiver, bus) in joins where receiver !== sender && !receiver.wasKilled {
                let missing = own.count - (bus.arrived[sender.name]?.count ?? 0)
                let told = Self.losses(in: receiver.log, of: sender.name)
                if told > missing {
                    return "\(receiver.name) tells of \(told) lost lines of \(sender.name), and lacks \(missing)"
                }
            }
        }
        return nil
    }

    /// The number of a sender's lines that a join has told to be lost, such as `4 lines of a are lost (a.out.x)`.
    private static func losses(in log: [String], of sender: String) -> Int {
        log.reduce(0) { sum, text in
            let words = text.split(separator: " ")
            guard words.count == 7, words[3] == sender, words[5] == "lost" else { return sum }
            return sum + (Int(words[0]) ?? 0)
        }
    }
}
