/// A process of the world, with the ends of its pipes.
final class SimulatedProcess {
    enum Life: Equatable {
        case running
        /// The status as of waitpid(2).
        case ended(status: Int)
        case reaped
    }

    let pid: Int
    let name: String
    let program: any SimulatedProgram
    /// The session has started it.
    let isChild: Bool
    var life = Life.running
    /// Stopped by a signal until another continues it.
    var isSuspended = false
    /// The time until which it does nothing.
    var sleepsUntil = 0
    var input: SimulatedPipe?
    var output: SimulatedPipe?
    var diagnostics: SimulatedPipe?

    init(pid: Int, name: String, program: any SimulatedProgram, isChild: Bool) {
        (self.pid, self.name, self.program, self.isChild) = (pid, name, program, isChild)
    }

    var isRunning: Bool { life == .running }

    func canStep(at now: Int) -> Bool {
        isRunning && !isSuspended && sleepsUntil <= now && program.canStep(self)
    }

    func closeInput() {
        input?.readers -= 1
        input = nil
    }

    func closeOutput() {
        output?.writers -= 1
        output = nil
    }

    func end(_ status: Int) {
        life = .ended(status: status)
        closeInput()
        closeOutput()
        diagnostics?.writers -= 1
        diagnostics = nil
    }
}

/// The behaviour of a process, in steps.
protocol SimulatedProgram: AnyObject {
    /// True if the program has something to do, and need not wait for its pipes.
    func canStep(_ process: SimulatedProcess) -> Bool
    /// Does a little.
    func step(_ process: SimulatedProcess, in world: World)
    /// The process ends, by itself or by a signal.
    func willEnd()
    /// - Returns: whether a signal that asks it to end ends it.
    func obeys(_ signal: Int) -> Bool
}

extension SimulatedProgram {
    func willEnd() {}
    func obeys(_ signal: Int) -> Bool { true }
}
