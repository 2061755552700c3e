import Commands
import NATSBridge
import NATSLink
import Platform
import Processes
import Version
import Wire

/// Plays a service's part on one bus, and offers it to others over NATS.
struct NATSCommand: Command {
    static let configuration = CommandConfiguration(
        name: "viperline-nats",
        abstract: "Run parts of a session on other machines, over NATS.",
        version: Version.current,
        subcommands: [Call.self, ServePool.self, Join.self, Permissions.self])
}

enum NATSProgram {
    /// Connects, runs a bridge, and ends the program.
    /// - Parameters:
    ///   - task: what the service does, for its name in the server's own tools.
    ///   - command: that children run.
    static func run<Part: Bridge>(
        as role: String, on server: ServerOptions, task: String, command: [String] = [],
        _ bridge: (RoleEnvironment, ConnectionSettings) throws -> Part
    ) -> Never {
        let environment = RoleEnvironment.current(role: role)
        let status = status(of: environment.service) {
            let settings = try server.settings(
                name: environment.isSupervised ? "\(environment.service) \(task)" : task, for: environment.service)
            let bridge = try bridge(environment, settings)
            if environment.isRehearsal {
                // No connection: the server would take it for one of the service itself, which is still running.
                var input = EventReader(limit: 0)
                while try input.fill(from: StandardStream.input) > 0 { while input.next() != nil {} }
                return .done
            }
            var loop = try NATSLoop(bridge, NATSConnection(settings), command: command, in: environment)
            return loop.run()
        }
        // Without the ends of its libraries: a thread of libnats may still connect, and use memory that OpenSSL frees at a usual exit.
        _exit(status.rawValue)
    }

    /// The exit status of a body, whose error is reported.
    static func status(of service: String, _ body: () throws -> ExitStatus) -> ExitStatus {
        do { return try body() } catch {
            StandardStream.diagnose(service, "\(error)")
            return error is SystemError || error is StandardStream.Failure ? .unavailable : .usage
        }
    }
}

NATSCommand.main()
