import JSON
import ScreenModel
package import Wire

/// The rows that commands take on a scene: those that match.
package struct LinearFilter: JSONCodable, Equatable, Sendable {
    var scene: String
    var text: String
}

/// Memory for a linear view that takes this one's place. The supervisor keeps it.
package struct LinearMemory: JSONCodable, Equatable, Sendable {
    /// The ids of the events that wait for their answers.
    var pending: [String]
    /// The memories by scene, where something was entered.
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
    /// Bytes of the commands that have been read, where they are a file.
    package var input: Int?
    /// Bytes of the output that have been written, where it is a file.
    package var output: Int?
    /// Line that the bus has dropped and the view has not shown to the user yet.
    var lost: LostLine?
    var filter: LinearFilter?

    package var snapshot: Event { Event(ProcessOutput.Snapshot.type, self) }
}
