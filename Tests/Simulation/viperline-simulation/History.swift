import CSimulation
import Composition
import Platform
import Processes
import Recording
import Supervision

/// One history: of a session, from its start to its end, or of sessions on a network.
struct History {
    /// The broken promise, the decisions that led there, and what happened.
    struct Failure {
        let promise: String
        let choices: [Int]
        let account: [String]
    }

    let keepsAccount: Bool
    let folder: SessionFolder
    /// A closure that is told of a failure, and does not return.
    let fail: (Failure) -> Never

    /// A history that has broken no promise.
    struct Account {
        let decisions: Int
        /// Lines; empty unless they are kept.
        let lines: [String]
    }

    func play(_ given: Choices) -> Account {
        var choices = given
        return choices.happens(oneIn: 8) ? playNetwork(choices) : playSession(choices)
    }

    /// Ends the history, because a promise is broken.
    private func stop(_ promise: String, _ world: Chronicle) -> Never {
        simulation_end()
        fail(Failure(promise: promise, choices: world.choices.essence, account: world.account))
    }

    private func playNetwork(_ given: Choices) -> Account {
        var choices = given
        let faults = choices.pick(8)
        let world = NetworkWorld(choices, faults: faults, keepsAccount: keepsAccount, fail: stop)
        NetworkHistory(in: world).play()
        return Account(decisions: world.choices.made.count, lines: world.account)
    }

    private func playSession(_ given: Choices) -> Account {
        var choices = given
        let services = SimulatedService.session(&choices)
        let composition = Composition(
            name: "simulated", services: services.map(\.described),
            states: services.filter { $0.kind == .states }.map { SimulatedService.pattern($0.name) },
            lineLimit: choices.element(of: [1 << 16, 400]), queueLimit: choices.element(of: [1 << 20, 1, 200, 1000]))
        var stepsToEnd = choices.happens(oneIn: 8) ? 1 + choices.pick(100) : Int.max
        let faults = choices.pick(4)
        let clients = choices.happens(oneIn: 2) ? 1 + choices.pick(3) : 0
        let isRecorded = choices.happens(oneIn: 4)
        let ledger = Ledger()
        let world = World(choices, faults: faults, keepsAccount: keepsAccount, fail: stop)
        world.program = { program($0, of: services, ledger, in: $1) }
        begin(clients, of: services, ledger, in: world)
        world.willStep = { world in
            stepsToEnd -= 1
            if stepsToEnd == 0 { world.interrupt(SIGTERM) }
        }
        let verdict = run(composition, isRecorded: isRecorded, in: world)
        let isCut = stepsToEnd <= 0 || verdict.reason != nil
        if let broken = ledger.brokenPromise(of: services, clients: clients, isCut: isCut) { world.fail(broken, world) }
        if let alive = world.processes.first(where: { $0.isRunning && $0.isChild && !($0.program is GuardProgram) }) {
            world.fail("\(alive.name) outlives the session", world)
        }
        return Account(decisions: world.choices.made.count, lines: world.account)
    }

    /// Runs the supervisor in the world.
    private func run(_ composition: Composition, isRecorded: Bool, in world: World) -> Verdict {
        SimulatedCalls.install(world)
        defer { simulation_end() }
        do throws(SystemError) {
            let recording = isRecorded ? try CassetteOutput("/dev/null") : nil
            return try Supervisor(composition, in: folder, log: .file("/dev/null"), recording: recording).run()
        } catch {
            world.fail("the session does not begin: \(error)", world)
        }
    }

    /// The program of a process; nil where the system has no room for it.
    private func program(
        _ arguments: [String], of services: [SimulatedService], _ ledger: Ledger, in world: World
    ) -> (any SimulatedProgram)? {
        switch arguments.last {
        case "write": return RecorderProgram(ledger.recording)
        case "check": return world.mayFail(oneIn: 24) ? nil : CheckProgram()
        default: break
        }
        guard let service = services.first(where: { $0.name == arguments.last }) else { return GuardProgram() }
        if world.mayFail(oneIn: 24) { return nil }
        let isBroken = arguments.contains("broken")
        return ServiceProgram(service, isStubborn: world.choices.happens(oneIn: 8), isBroken: isBroken, ledger)
    }

    /// Begins so many clients. They often want something of the same service.
    private func begin(_ clients: Int, of services: [SimulatedService], _ ledger: Ledger, in world: World) {
        let target = world.choices.element(of: services).name
        for number in 0..<clients {
            let order = order(&world.choices, services, target)
            let (name, isLazy) = ("client\(number)", world.choices.happens(oneIn: 8))
            world.begin(name, ClientProgram(name, order, isLazy: isLazy, ledger))
        }
    }

    /// An order of a client.
    private func order(
        _ choices: inout Choices, _ services: [SimulatedService], _ target: String
    ) -> ClientProgram.Order {
        let service = choices.happens(oneIn: 2) ? choices.element(of: services).name : target
        switch choices.pick(8) {
        case 0: return .describe
        case 1: return .nonsense
        case 2: return .tap
        case 3: return .send(count: 1 + choices.pick(5))
        case 4: return .stop(service: service)
        default: return .swap(service: service, isBroken: choices.happens(oneIn: 4))
        }
    }
}
