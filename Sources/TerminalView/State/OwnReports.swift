import ViewMessages
import Wire

/// What the view reports by itself: the rows in sight that are not here, and the row where the selection rests. Of each kind
/// one report waits for its answer at a time, so that nobody is told faster than the answers come.
enum OwnReports {
    /// - Parameter waiting: those that nobody has answered yet.
    /// - Returns: the reports that are due, without id and subject.
    static func take(from scene: inout SceneState, in size: Size, waiting: PendingActions) -> [Event] {
        guard scene.screen.alert == nil else { return [] }
        var reports: [Event] = []
        if !waiting.contains(type: ViewOutput.DidScroll.type), let missing = scene.takeMissingRows(in: size) {
            let report = ViewOutput.DidScroll(first: missing.lowerBound, count: missing.count)
            reports.append(Event(ViewOutput.DidScroll.type, report))
        }
        if !waiting.contains(type: ViewOutput.DidHighlight.type), let row = scene.takeHighlight(in: size) {
            reports.append(Event(ViewOutput.DidHighlight.type, ViewOutput.DidHighlight(row: row)))
        }
        return reports
    }
}
