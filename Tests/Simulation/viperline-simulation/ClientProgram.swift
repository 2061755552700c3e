/// A client of the control socket. It may be slow, leave early, or never read.
final class ClientProgram: SimulatedProgram {
    enum Order {
        /// - Parameter isBroken: whether the new program fails, so that the old one comes back.
        case swap(service: String, isBroken: Bool)
        /// Puts events on the bus.
        case send(count: Int)
        case tap
        case stop(service: String)
        case describe, nonsense
    }

    private enum Life {
        /// Not connected yet.
        case begins
        case asks(LineOutput, rest: [Line])
        case listens
        case done
    }

    /// A line to write.
    private struct Line {
        let text: String
        /// Nil for a line that is no event of the bus.
        var id: String?
    }

    /// The beginning of the types that clients put on the bus.
    static let protocolName = "client"
    /// Nanoseconds in which a session answers: twice the grace period of a process, and the trial of its successor.
    private static let patience = 25 * 1_000_000_000

    private let name: String
    private let order: Order
    private let ledger: Ledger
    private let watch: Watch
    private let isLazy: Bool
    private var life = Life.begins
    private var answers = 0
    private var askedAt = 0

    /// - Parameters:
    ///   - name: beginning of its events' ids.
    ///   - isLazy: whether it reads nothing.
    init(_ name: String, _ order: Order, isLazy: Bool, _ ledger: Ledger) {
        self.name = name
        self.order = order
        self.isLazy = isLazy
        self.ledger = ledger
        watch = Watch()
        if case .tap = order { ledger.taps.append(watch) }
    }

    private var lines: [Line] {
        switch order {
        case .swap(let service, let isBroken):
            let command = isBroken ? ",\"command\":[\"/simulated\",\"broken\",\"\(service)\"]" : ""
            return [request("swap", "\"service\":\"\(service)\"\(command)")]
        case .send(let count):
            return [request("send", "")]
                + (1...count).map { number in
                    let id = "\(name)-\(number)"
                    return Line(
                        text: "{\"type\":\"\(Self.protocolName).output.x\",\"id\":\"\(id)\",\"data\":{}}", id: id)
                }
        case .tap: return [request("tap", "\"isLabelled\":true")]
        case .stop(let service): return [request("stop", "\"service\":\"\(service)\"")]
        case .describe: return [request("describe", "")]
        case .nonsense: return [Line(text: "{\"type\":")]
        }
    }

    private func request(_ name: String, _ members: String) -> Line {
        Line(text: "{\"type\":\"supervisor.input.\(name)\",\"data\":{\(members)}}")
    }

    func canStep(_ process: SimulatedProcess) -> Bool {
        switch life {
        case .begins, .done: true
        case .asks(let output, _): output.isEmpty || output.canWrite(process)
        case .listens: isLazy ? process.input.map { $0.writers == 0 } ?? true : process.input?.isReadable ?? true
        }
    }

    func step(_ process: SimulatedProcess, in world: World) {
        if world.mayFail(oneIn: 24) {
            world.note("\(process.name) rests or leaves")
            if world.choices.happens(oneIn: 2) { return world.end(process, status: 0) }
            process.sleepsUntil = world.now + world.choices.element(of: [1, 100, 5000]) * 10_000_000
            return
        }
        switch life {
        case .begins:
            guard world.connect(process) else { return world.end(process, status: 0) }
            if case .stop(let service) = order { ledger.left.insert(service) }
            life = .asks(LineOutput(), rest: lines)
        case .asks(var output, var rest):
            if !output.isEmpty {
                output.write(process, in: world, ledger)
            } else if !rest.isEmpty {
                let line = rest.removeFirst()
                output.begin(line.text, id: line.id)
            } else {
                return finishAsking(process, in: world)
            }
            life = .asks(output, rest: rest)
        case .listens: listen(process, in: world)
        case .done: world.end(process, status: 0)
        }
    }

    func willEnd() { if case .asks(let output, _) = life { output.leave(ledger) } }

    private func finishAsking(_ process: SimulatedProcess, in world: World) {
        life = .listens
        askedAt = world.now
        world.note("\(process.name) has asked: \(order)")
        if case .send = order { process.closeOutput() }
    }

    private func listen(_ process: SimulatedProcess, in world: World) {
        guard let input = process.input, input.count > 0, !isLazy else { return hangUp(process, in: world) }
        let bytes = input.take(world.choices.happens(oneIn: 4) ? 1 + world.choices.pick(input.count) : .max)
        answers += bytes.count { $0 == 0x0A }
        if case .tap = order { return watch.read(bytes) }
        guard answers > 0 else { return }
        world.note("\(process.name) has its answer")
        life = .done
    }

    /// The session has closed the connection.
    private func hangUp(_ process: SimulatedProcess, in world: World) {
        if !isLazy, answers == 0, world.hasServices || world.now - askedAt > Self.patience {
            world.fail("\(process.name) gets no answer, though the session goes on", world)
        }
        world.end(process, status: 0)
    }
}
