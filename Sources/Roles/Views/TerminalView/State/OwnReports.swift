import Platform
import ScreenModel
import ViewMessages
import Wire

/// Reports that no user action causes: the missing rows in sight, the row where the selection rests, and the size.
///
/// One report of each kind waits for its reply at a time, so that a slow receiver gets fewer. In addition, the selection is
/// reported at most every 100 ms, and the size when it rests. While a user action waits for its reply, the view reports
/// nothing: the reply to the later report would count for both. The clock is the caller's.
struct OwnReports: Sendable {
    private var throttle = Throttle()
    /// True if the selection rests on another row, and it is too early to report it.
    private var holdsHighlight = false
    private var resting = RestingSize()

    /// Time from `now` until ``take(from:in:now:pending:)`` has something that it has held back; nil for nothing.
    func remaining(now: Instant) -> Duration? {
        let highlight = holdsHighlight ? throttle.remaining(now: now) : nil
        return earliest(highlight, resting.remaining(now: now))
    }

    /// - Parameter pending: actions without a reply yet.
    /// - Returns: the reports that are due, without id and subject.
    mutating func take(
        from scene: inout SceneState, in size: Size, _ panes: PaneSettings, now: Instant, pending: PendingActions
    ) -> [Event] {
        holdsHighlight = false
        let rests = resting.rests(size, panes, now: now)
        guard pending.isEmpty, scene.screen.alert == nil else { return [] }
        var reports: [Event] = []
        if rests, !pending.hasOwn(ViewOutput.DidResize.type), let report = scene.takeSize(size) {
            reports.append(Event(ViewOutput.DidResize.type, report))
        }
        if !pending.hasOwn(ViewOutput.DidScroll.type), let report = scene.takeMissingRows() {
            reports.append(Event(ViewOutput.DidScroll.type, report))
        }
        guard !pending.hasOwn(ViewOutput.DidHighlight.type), scene.newHighlight != nil else {
            return reports
        }
        holdsHighlight = !throttle.take(now: now)
        if !holdsHighlight, let row = scene.takeHighlight() {
            reports.append(Event(ViewOutput.DidHighlight.type, ViewOutput.DidHighlight(row: row)))
        }
        return reports
    }
}

/// A size that rests: while the user drags a window, or the border of the preview, the view reports no size in between. The caller has
/// the clock.
struct RestingSize: Equatable, Sendable {
    /// Time without a change.
    private static let rest = Duration.milliseconds(100)

    private var size: Size?
    private var panes = PaneSettings()
    /// The time when it changed; nil while it rests.
    private var since: Instant?

    init() {}

    /// The first size rests at once.
    mutating func rests(_ new: Size, _ newPanes: PaneSettings, now: Instant) -> Bool {
        if let size, (size, panes) != (new, newPanes) { since = now }
        (size, panes) = (new, newPanes)
        if let since, now - since >= Self.rest { self.since = nil }
        return since == nil
    }

    /// Time from `now` until it rests; nil while it does.
    func remaining(now: Instant) -> Duration? { since.map { max(Self.rest - (now - $0), .zero) } }
}

extension ViewOutput.DidResize {
    init(_ size: Size, _ preview: Panes.Pane?) {
        self.init(
            columns: size.columns, rows: size.rows, previewColumns: preview.map { Content.room(in: $0.columns) },
            previewRows: preview?.rows.count)
    }
}
