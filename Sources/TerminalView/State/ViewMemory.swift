import JSON
package import Wire

/// What only the view knows of a session. The supervisor keeps it for a view that takes this one's place.
package struct ViewMemory: JSONCodable, Equatable, Sendable {
    package struct OfScene: JSONCodable, Equatable, Sendable {
        var viewport: Viewport
        var fields: InputFields.Memory
        var chosenButton: Int?
        var hasReportedEnd: Bool
        var unfolded: [Fold.ID]
        var previewTop: Int = 0
        var isPreviewOpen: Bool = false
    }

    /// The ids of the events that wait for their answers.
    package var pending: [String]
    /// By scene.
    package var scenes: [String: OfScene]
    /// The failure that the person has not closed yet.
    package var failure: Failure?

    package var snapshot: Event {
        var event = Event(type: ProcessOutput.Snapshot.type)
        event.data = Payload.encode(self)
        return event
    }
}
