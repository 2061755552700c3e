import ScreenModel
import ViewMessages
import Wire

/// What the view reports by itself: the rows in sight that are not here, the row where the selection rests, and its size.
///
/// Of each kind one report waits for its answer at a time, so that nobody is told faster than the answers come. Where the
/// selection rests is told at most every 100 ms besides, however fast they come, and the size when it rests. While the person
/// waits for an answer, nothing is reported: the answer to the later report would stand for both. The clock is the caller's.
struct OwnReports: Sendable {
    private var throttle = Throttle()
    /// The selection rests on another row, and it is too early to say so.
    private var holdsHighlight = false
    private var resting = RestingSize()

    /// Milliseconds from `now` until ``take(from:in:now:pending:)`` has something that it has held back; nil for nothing.
    func remaining(now: Int) -> Int? {
        let highlight = holdsHighlight ? throttle.remaining(now: now) : nil
        return [highlight, resting.remaining(now: now)].compactMap(\.self).min()
    }

    /// - Parameter pending: what nobody has answered yet.
    /// - Returns: the reports that are due, without id and subject.
    mutating func take(
        from scene: inout SceneState, in size: Size, now: Int, pending: PendingActions
    ) -> [Event] {
        holdsHighlight = false
        let rests = resting.rests(size, now: now)
        guard pending.isEmpty, scene.screen.alert == nil else { return [] }
        var reports: [Event] = []
        if rests, !pending.hasOwn(ViewOutput.DidResize.type), let size = scene.takeSize(size) {
            let report = ViewOutput.DidResize(columns: size.columns, rows: size.rows)
            reports.append(Event(ViewOutput.DidResize.type, report))
        }
        if !pending.hasOwn(ViewOutput.DidScroll.type), let missing = scene.takeMissingRows(in: size) {
            let report = ViewOutput.DidScroll(first: missing.lowerBound, count: missing.count)
            reports.append(Event(ViewOutput.DidScroll.type, report))
        }
        guard !pending.hasOwn(ViewOutput.DidHighlight.type), scene.hasNewHighlight(in: size) else {
            return reports
        }
        holdsHighlight = !throttle.take(now: now)
        if !holdsHighlight, let row = scene.takeHighlight(in: size) {
            reports.append(Event(ViewOutput.DidHighlight.type, ViewOutput.DidHighlight(row: row)))
        }
        return reports
    }
}
