import ViewMessages
import Wire

/// What the view reports by itself: the rows in sight that are not here, and the row where the selection rests.
///
/// Of each kind one report waits for its answer at a time, so that nobody is told faster than the answers come. Where the
/// selection rests is told at most every 100 ms besides, however fast they come. The clock is the caller's.
struct OwnReports: Sendable {
    /// The person does not wait for these answers.
    private var unanswered = PendingActions()
    private var throttle = Throttle()
    /// The selection rests on another row, and it is too early to say so.
    private var holdsHighlight = false

    /// - Parameter event: may answer a report.
    mutating func settle(by event: Event) { _ = unanswered.settle(by: event) }

    /// Scenes that are gone answer nothing.
    mutating func expectNoAnswers() { unanswered = PendingActions() }

    mutating func sent(_ report: Event) { unanswered.sent(report) }

    /// Milliseconds from `now` until ``take(from:in:now:)`` has something that it has held back; nil for nothing.
    func remaining(now: Int) -> Int? { holdsHighlight ? throttle.remaining(now: now) : nil }

    /// - Returns: the reports that are due, without id and subject.
    mutating func take(from scene: inout SceneState, in size: Size, now: Int) -> [Event] {
        holdsHighlight = false
        guard scene.screen.alert == nil else { return [] }
        var reports: [Event] = []
        if !unanswered.contains(type: ViewOutput.DidScroll.type), let missing = scene.takeMissingRows(in: size) {
            let report = ViewOutput.DidScroll(first: missing.lowerBound, count: missing.count)
            reports.append(Event(ViewOutput.DidScroll.type, report))
        }
        guard !unanswered.contains(type: ViewOutput.DidHighlight.type), scene.hasNewHighlight(in: size) else {
            return reports
        }
        holdsHighlight = !throttle.take(now: now)
        if !holdsHighlight, let row = scene.takeHighlight(in: size) {
            reports.append(Event(ViewOutput.DidHighlight.type, ViewOutput.DidHighlight(row: row)))
        }
        return reports
    }
}
