import Control
package import Processes
import Wire

/// Services that a verified program needs besides the bus, such as an upstream; started before it, ended after it.
package final class BackingServices {
    package enum Failure: Error, CustomStringConvertible {
        case notReady(String, Outcome?)

        package var description: String {
            switch self {
            case .notReady(let name, nil): "start \(name): it has not said in time that it is ready"
            case .notReady(let name, let outcome?): "start \(name): it \(outcome)"
            }
        }
    }

    private static let patience = Duration.seconds(30)
    private var processes: [RoleProcess] = []

    package init() {}

    /// Starts a service and waits until it is ready.
    /// - Parameter workingDirectory: nil for ours.
    package func start(
        _ program: ServiceProgram, environment: [String: String], workingDirectory: String? = nil
    ) throws {
        let process = try RoleProcess(
            program.command, service: program.name, run: "1",
            environment: environment.merging(program.environment) { $1 }, workingDirectory: workingDirectory)
        processes.append(process)
        let deadline = ContinuousClock.now + Self.patience
        while true {
            while let line = process.nextLine() {
                if (try? Event(line: line.span))?.type == ProcessOutput.Ready.type { return }
            }
            if process.isSilent { throw Failure.notReady(program.name, process.leave(within: .seconds(1))) }
            guard ContinuousClock.now < deadline else { throw Failure.notReady(program.name, nil) }
            _ = process.turn(milliseconds: 100)
        }
    }

    package func end() {
        for process in processes.reversed() { _ = process.leave(within: .seconds(2)) }
        processes = []
    }
}
