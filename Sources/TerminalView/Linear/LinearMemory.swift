package import Wire

/// What a linear view that takes this one's place has to know: what it has read, what it has printed, what it waits for.
package struct LinearMemory: Codable, Equatable, Sendable {
    /// The ids of the events that wait for their answers.
    var pending: [String]
    var isAnswerDue: Bool
    var lineCount: Int
    var status: Int32
    /// What has been read and not been carried out, to the byte.
    var typed: [UInt8]
    var isOverlong: Bool
    var pages: PrintedPages
    var isPrompting: Bool
    /// How far the commands have been read, where they are a file.
    package var input: Int?
    /// How far the output has been written, where it is a file.
    package var output: Int?

    /// For the supervisor to keep.
    package var snapshot: Event {
        var event = Event(type: ProcessOutput.Snapshot.type)
        event.data = Payload.encode(self)
        return event
    }
}
