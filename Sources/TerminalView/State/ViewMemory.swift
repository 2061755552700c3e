package import Wire

/// What the person has done that nobody else knows of: a view that takes this one's place begins with it.
package struct ViewMemory: Codable, Equatable, Sendable {
    /// Of one scene.
    package struct OfScene: Codable, Equatable, Sendable {
        var viewport: Viewport
        var prompt: PromptField
        var isEditing: Bool
        var chosenButton: Int?
        var hasReportedEnd: Bool
        var unfolded: [Fold.ID]
    }

    /// The ids of the events that wait for their answers.
    package var pending: [String]
    package var scenes: [String: OfScene]
    /// What the person has not read yet.
    package var failure: ViewState.Failure?

    /// For the supervisor to keep.
    package var snapshot: Event {
        var event = Event(type: ProcessOutput.Snapshot.type)
        event.data = Payload.encode(self)
        return event
    }
}
