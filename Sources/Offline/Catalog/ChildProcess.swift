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
        Outcome.reaped(id)?.code
    }
}

/// The reason why a program could not be started.
package struct SpawnError: Error, Equatable, Sendable, CustomStringConvertible {
    package let program: String
    package let code: Int32

    /// The status as in a shell: 127 for a missing program, 126 for one that cannot be executed.
    package var exitStatus: Int32 { code == ENOENT ? 127 : 126 }

    package var description: String {
        code == ENOENT
            ? "run \(program): command not found; check its spelling and PATH"
            : "run \(program): \(String(cString: strerror(code)))"
    }
}

/// Blocked signals, taken one by one where the program waits for them. A ``SignalPipe`` does not report the sender of a signal.
package struct SignalQueue {
    package struct Arrival: Equatable, Sendable {
        package let signal: Int32
        /// Whether the terminal sent it to the whole foreground group, our children included.
        package let isFromTerminal: Bool
    }

    private var awaited = sigset_t()

    /// Blocks the signals. The queue must exist before any other thread: threads inherit the signal mask.
    package init(_ signals: [Int32]) {
        sigemptyset(&awaited)
        for signal in signals { sigaddset(&awaited, signal) }
        pthread_sigmask(SIG_BLOCK, &awaited, nil)
        // An inherited "ignore" would make the system reap our children.
        signal(SIGCHLD, SIG_DFL)
    }

    package mutating func next() -> Arrival {
        while true {
            var about = siginfo_t()
            let signal = sigwaitinfo(&awaited, &about)
            // SI_USER is 0, and other processes' codes are negative.
            if signal > 0 { return Arrival(signal: signal, isFromTerminal: about.si_code > 0) }
        }
    }
}

/// The folder of a command, with the socket. It goes with the command.
package struct CommandFolder: Sendable {
    private let folder: PrivateFolder

    /// - Parameter parent: the folder around it.
    package init(in parent: String) throws(PrivateFolderError) {
        do throws(SystemError) { folder = try PrivateFolder("\(parent)/viperline-catalog.") } catch {
            throw PrivateFolderError(parent: parent, code: error.code)
        }
    }

    package var path: String { folder.path }

    package func remove() { folder.remove() }
}

package struct PrivateFolderError: Error, Equatable, Sendable, CustomStringConvertible {
    package let parent: String
    package let code: Int32

    package var description: String {
        "make a folder in \(parent): \(String(cString: strerror(code))); set TMPDIR to a folder that can be written"
    }
}
