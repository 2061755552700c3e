import JSON
import ScreenModel
package import Wire

/// What a linear view that takes this one's place has to know. The supervisor keeps it.
package struct LinearMemory: JSONCodable, Equatable, Sendable {
    /// The ids of the events that wait for their answers.
    var pending: [String]
    /// By scene, where something was entered.
    var scenes: [String: ViewMemory.OfScene] = [:]
    /// The field whose secret is the next line.
    var awaitedSecret: String?
    var transcript: Transcript
    /// The exit code so far.
    var status: Int32
    /// Commands that have been read and not been carried out, to the byte.
    var typed: [UInt8]
    var isOverlong: Bool
    var lineNumber: Int
    /// How far the commands have been read, where they are a file.
    package var input: Int?
    /// How far the output has been written, where it is a file.
    package var output: Int?
    /// What the bus has dropped and the person has not been told yet.
    var lost: LostLine?

    package var snapshot: Event {
        var event = Event(type: ProcessOutput.Snapshot.type)
        event.data = Payload.encode(self)
        return event
    }
}
