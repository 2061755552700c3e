import JSON
package import ScreenModel
package import Wire

/// What only the view knows of a session. The supervisor keeps it for a view that takes this one's place. It has no secrets: what
/// opens a page is in a file of the session's folder (``Credentials``).
package struct WebMemory: JSONCodable, Equatable, Sendable {
    /// The ids of the events that wait for their answers.
    package var pending: [String]
    /// By scene.
    package var scenes: [String: WebScene.Memory]
    /// The failure that the person has not closed yet.
    package var failure: Failure?
    /// What the bus has dropped and the person has not been told yet.
    package var lost: LostLine?

    package var snapshot: Event {
        var event = Event(type: ProcessOutput.Snapshot.type)
        event.data = Payload.encode(self)
        return event
    }
}
