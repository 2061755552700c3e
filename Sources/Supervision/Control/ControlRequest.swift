import JSON
import Processes
import SupervisorMessages
import Wire

/// What a client of the control socket asks for.
enum ControlRequest: Equatable {
    case describe
    case tap(SupervisorInput.Tap)
    case send
    /// - Parameter program: nil for the one that the service has.
    case swap(service: String, program: Program?)
    /// - Parameter service: nil for the session.
    case stop(service: String?)
    case readLog(SupervisorInput.ReadLog)

    /// - Parameter line: without its LF.
    init(line: [UInt8]) throws(ControlRefusal) {
        let event: Event
        do throws(EnvelopeError) { event = try Event(line: line.span) } catch {
            throw .notUnderstood("a request is no event (\(error))")
        }
        switch event.type {
        case SupervisorInput.Describe.type: self = .describe
        case SupervisorInput.Tap.type: self = .tap(try Self.read(event))
        case SupervisorInput.Send.type: self = .send
        case SupervisorInput.Swap.type:
            let swap: SupervisorInput.Swap = try Self.read(event)
            guard swap.command?.isEmpty != true else { throw .notUnderstood("the command is empty") }
            self = .swap(
                service: swap.service, program: swap.command.map { Program(command: $0, folder: swap.folder) })
        case SupervisorInput.Stop.type:
            let stop: SupervisorInput.Stop = try Self.read(event)
            self = .stop(service: stop.service)
        case SupervisorInput.ReadLog.type: self = .readLog(try Self.read(event))
        default: throw .notUnderstood("there is no request \"\(event.type)\"")
        }
    }

    private static func read<Request: JSONReadable>(_ event: Event) throws(ControlRefusal) -> Request {
        do throws(PayloadError) { return try event.decode(Request.self) } catch {
            throw .notUnderstood(error.reason)
        }
    }
}
