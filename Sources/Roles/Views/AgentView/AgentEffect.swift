import JSON
import ScreenModel
import TerminalView
package import Wire

/// Effects of a message or an event, in order.
package enum AgentEffect: Equatable, Sendable {
    /// An event for the bus.
    case send(Event)
    /// A message for the client.
    case write([UInt8])
    /// A line for the log.
    case complain(String)
    case end(ExitStatus)
}

/// The memory of an agent's session, which the supervisor keeps for a view that takes this one's place.
package struct AgentMemory: JSONCodable, Equatable, Sendable {
    /// The ids of the events that wait for their answers.
    var pending: [String]
    var scenes: [String: ViewMemory.OfScene]
    /// Line that the bus has dropped and the view has not shown to the user yet.
    var lost: LostLine?
    var handshake: ClientHello
    /// The ids of the calls without an answer.
    var open: [JSONBytes]
    var version: Int

    package var snapshot: Event { Event(ProcessOutput.Snapshot.type, self) }
}
