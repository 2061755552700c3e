import Platform
import Processes

/// A program that runs beside this one, with its standard streams.
package struct ChildProcess: Sendable {
    private let id: pid_t

    /// - Parameters:
    ///   - command: the program, looked for in PATH, and its arguments.
    ///   - environment: added to this process's own.
    package init(_ command: [String], environment: [String: String]) throws(SpawnError) {
        var launch = Launch(command)
        launch.searchesPath = true
        launch.environment = OwnEnvironment.variables.merging(environment) { $1 }
        do throws(SystemError) { id = try launch.start() } catch {
            throw SpawnError(program: command.first ?? "", code: error.code)
        }
    }

    package func send(_ signal: Int32) { kill(id, signal) }

    /// The exit status as a shell tells it, 128 and the signal's number for a program that was killed; nil while it runs.
    package func exitStatus() -> Int32? {
        var status: Int32 = 0
        guard waitpid(id, &status, WNOHANG) == id else { return nil }
        return Outcome(waitStatus: status).code
    }
}

/// Why a program could not be started.
package struct SpawnError: Error, Equatable, Sendable, CustomStringConvertible {
    package let program: String
    package let code: Int32

    /// As shells have it: 127 for a program that is not there, 126 for one that cannot be run.
    package var exitStatus: Int32 { code == ENOENT ? 127 : 126 }

    package var description: String {
        code == ENOENT
            ? "run \(program): command not found; check its spelling and PATH"
            : "run \(program): \(String(cString: strerror(code)))"
    }
}
