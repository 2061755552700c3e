import CSimulation
import Composition
import Platform
import Processes
import Supervision

/// One history of a session, from its start to its end.
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

    /// - Returns: the number of decisions.
    func play(_ given: Choices) -> Int {
        var choices = given
        let services = SimulatedService.session(&choices)
        let composition = Composition(
            name: "simulated", services: services.map(\.described),
            states: services.filter { $0.kind == .states }.map { SimulatedService.pattern($0.name) },
            lineLimit: choices.element(of: [1 << 16, 400]), queueLimit: choices.element(of: [1 << 20, 1, 200, 1000]))
        var stepsToEnd = choices.happens(oneIn: 8) ? 1 + choices.pick(100) : Int.max
        let faults = choices.pick(4)
        let ledger = Ledger()
        let world = World(choices, faults: faults, keepsAccount: keepsAccount) { promise, world in
            simulation_end()
            fail(Failure(promise: promise, choices: world.choices.essence, account: world.account))
        }
        world.program = { arguments, world in
            guard let service = services.first(where: { $0.name == arguments.last }) else { return GuardProgram() }
            if world.mayFail(oneIn: 24) { return nil }
            return ServiceProgram(service, isStubborn: world.choices.happens(oneIn: 8), ledger)
        }
        world.willStep = { world in
            stepsToEnd -= 1
            if stepsToEnd == 0 { world.interrupt(SIGTERM) }
        }
        SimulatedCalls.install(world)
        defer { simulation_end() }
        let verdict: Verdict
        do throws(SystemError) {
            verdict = try Supervisor(composition, in: folder, log: .file("/dev/null")).run()
        } catch {
            world.fail("the session does not begin: \(error)", world)
        }
        let isCut = stepsToEnd <= 0 || verdict.reason != nil
        if let broken = ledger.brokenPromise(of: services, isCut: isCut) { world.fail(broken, world) }
        if let alive = world.processes.first(where: { $0.isRunning && $0.program is ServiceProgram }) {
            world.fail("\(alive.name) outlives the session", world)
        }
        return world.choices.made.count
    }
}
