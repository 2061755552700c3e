import Platform
import Processes

/// A child process that shares our standard streams.
package struct ChildProcess: Sendable {
    private let id: pid_t

    /// - Parameters:
    ///   - command: the program, looked up in PATH, and its arguments.
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

    /// The exit status as in a shell: 128 plus the signal's number for a killed program; nil while it runs.
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

    /// As in a shell: 127 for a missing program, 126 for one that cannot be executed.
    package var exitStatus: Int32 { code == ENOENT ? 127 : 126 }

    package var description: String {
        code == ENOENT
            ? "run \(program): command not found; check its spelling and PATH"
            : "run \(program): \(String(cString: strerror(code)))"
    }
}
