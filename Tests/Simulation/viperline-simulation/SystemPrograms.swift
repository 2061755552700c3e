/// The guard of orphans: it reads until the end of its input.
final class GuardProgram: SimulatedProgram {
    func canStep(_ process: SimulatedProcess) -> Bool { process.input?.isReadable ?? true }

    func step(_ process: SimulatedProcess, in world: World) {
        guard let input = process.input, !input.isAtEnd else { return world.end(process, status: 0) }
        _ = input.take(.max)
    }
}

/// The writer of a recording, which may be slow or end.
final class RecorderProgram: SimulatedProgram {
    private let watch: Watch

    init(_ watch: Watch) { self.watch = watch }

    func canStep(_ process: SimulatedProcess) -> Bool { process.input?.isReadable ?? true }
    func obeys(_ signal: Int) -> Bool { false }

    func step(_ process: SimulatedProcess, in world: World) {
        if world.mayFail(oneIn: 100) {
            world.note("the recorder fails or rests")
            if world.choices.happens(oneIn: 2) { return world.end(process, status: 1 << 8) }
            process.sleepsUntil = world.now + world.choices.element(of: [50, 2000, 30_000]) * 1_000_000
            return
        }
        guard let input = process.input, !input.isAtEnd else { return world.end(process, status: 0) }
        watch.read(input.take(world.choices.happens(oneIn: 4) ? 1 + world.choices.pick(input.count) : .max))
    }
}

/// A health check: it succeeds, fails or takes too long.
final class CheckProgram: SimulatedProgram {
    private var hasRested = false

    func canStep(_ process: SimulatedProcess) -> Bool { true }

    func step(_ process: SimulatedProcess, in world: World) {
        if !hasRested, world.choices.happens(oneIn: 8) {
            hasRested = true
            process.sleepsUntil = world.now + world.choices.element(of: [1, 100]) * 1_000_000_000
            return
        }
        world.end(process, status: world.choices.happens(oneIn: 4) ? 1 << 8 : 0)
    }
}

/// A process that another has left behind, with the same pipes. It does nothing, for a time.
final class LeftProgram: SimulatedProgram {
    func canStep(_ process: SimulatedProcess) -> Bool { true }
    func step(_ process: SimulatedProcess, in world: World) { world.end(process, status: 0) }
}
