import JSON
package import ScreenModel
package import Wire

/// State of a session that only the view knows. The supervisor keeps it for a view that takes this one's place.
package struct ViewMemory: JSONCodable, Equatable, Sendable {
    package struct OfScene: JSONCodable, Equatable, Sendable {
        var viewport: Viewport
        var fields: InputFields.Memory
        var chosenButton: Int?
        var confirming: Confirming?
        var leaving: Leaving?
        /// Submitted texts by the fields' names.
        var submitted: [String: String] = [:]
        /// The id of the notice that was shown last.
        var seenNotice: String?
        var hasReportedEnd: Bool
        /// The ids of the rows that are marked.
        var marks: [String] = []
        var unfolded: [Fold.ID]
        var previewTop: Int = 0
        var isPreviewOpen: Bool = false
    }

    /// The ids of the events that wait for their answers.
    package var pending: [String]
    package var scenes: [String: OfScene]
    /// The failure until the user closes it.
    package var failure: Failure?
    var history: History = History()
    /// Line that the bus has dropped and the view has not shown to the user yet.
    var lost: LostLine?
    var panes: PaneSettings = PaneSettings()

    package var snapshot: Event { Event(ProcessOutput.Snapshot.type, self) }
}
