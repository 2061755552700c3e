import Commands
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

/// The frame of every subcommand around its loop.
enum NATSProgram {
    /// - Parameter body: connects and runs; it returns the exit status.
    static func run(_ environment: RoleEnvironment, _ body: () throws -> ExitStatus) -> ExitStatus {
        do {
            return try body()
        } catch let error as UsageError {
            StandardStream.diagnose(environment.service, error.message)
            return .usage
        } catch let error as RoleWiring.Malformed {
            StandardStream.diagnose(environment.service, "\(error)")
            return .usage
        } catch {
            StandardStream.diagnose(environment.service, "\(error)")
            return .unavailable
        }
    }

    /// Ends the program without the ends of its libraries: a thread of libnats may still connect, and use memory that OpenSSL frees at a
    /// usual exit.
    static func leave(_ status: ExitStatus) -> Never { _exit(status.rawValue) }

    /// Reads the program's input without connecting, in a rehearsal: the server would take a connection for the service itself,
    /// which is still running.
    static func rehearse() throws -> ExitStatus {
        var room = [UInt8](repeating: 0, count: 1 << 16)
        while try room.withUnsafeMutableBytes({ bytes in
            try StandardStream.read(StandardStream.input, into: bytes)
        }) > 0 {}
        return .done
    }
}

NATSCommand.main()
