import ViewMessages
import Wire

/// What the view reports by itself: the rows in sight that are not here, the row where the selection rests, and its size. Of each
/// kind one report waits for its answer at a time, so that nobody is told faster than the answers come.
enum OwnReports {
    /// - Parameters:
    ///   - rests: whether the size is not just changing.
    ///   - waiting: those that nobody has answered yet.
    /// - Returns: the reports that are due, without id and subject.
    static func take(from scene: inout SceneState, in size: Size, rests: Bool, waiting: PendingActions) -> [Event] {
        guard scene.screen.alert == nil else { return [] }
        var reports: [Event] = []
        if !waiting.contains(type: ViewOutput.DidScroll.type), let missing = scene.takeMissingRows(in: size) {
            let report = ViewOutput.DidScroll(first: missing.lowerBound, count: missing.count)
            reports.append(Event(ViewOutput.DidScroll.type, report))
        }
        if !waiting.contains(type: ViewOutput.DidHighlight.type), let row = scene.takeHighlight(in: size) {
            reports.append(Event(ViewOutput.DidHighlight.type, ViewOutput.DidHighlight(row: row)))
        }
        if rests, !waiting.contains(type: ViewOutput.DidResize.type), let size = scene.takeSize(size) {
            let report = ViewOutput.DidResize(columns: size.columns, rows: size.rows)
            reports.append(Event(ViewOutput.DidResize.type, report))
        }
        return reports
    }
}
