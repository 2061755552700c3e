import ArgumentParser
import NATSLink
import Processes
import Wire

/// What every subcommand does around its loop.
enum Program {
    /// - Parameter body: connects and runs; it returns the exit status.
    static func run(_ environment: RoleEnvironment, _ body: () throws -> ExitStatus) -> ExitStatus {
        do {
            return try body()
        } catch let error as ValidationError {
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

    /// Plays a bridge's part in a rehearsal. The server would take it for the service itself, which is still running.
    static func rehearse() throws -> ExitStatus {
        var room = [UInt8](repeating: 0, count: 1 << 16)
        while try room.withUnsafeMutableBytes({ bytes in
            try StandardStream.read(StandardStream.input, into: bytes)
        }) > 0 {}
        return .done
    }
}
