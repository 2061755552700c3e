import Languages
import Picking
import Platform
import ViewMessages
import Wire

/// The rows of a list as they come: those that the user sees, and those of a new call that are to replace them.
struct RowSource: Sendable {
    enum Life: Equatable, Sendable {
        case reading, whole
        /// The end of a call that failed; rows may be missing.
        case failed(Alert)
    }

    enum Rows: Sendable {
        case lines(LineRows)
        case listed(ListedRows, title: String?)

        var all: any PickedRows {
            switch self {
            case .lines(let lines): lines
            case .listed(let rows, _): rows
            }
        }

        /// Rows at the end that have no id so far.
        var unnamed: Int {
            guard case .lines(let lines) = self else { return 0 }
            return lines.names.map { lines.count - $0.count } ?? 0
        }

        /// Gives the rows up to that one their ids.
        mutating func name(upTo end: Int) {
            if unnamed > 0 { change { $0.name(upTo: end) } }
        }

        /// Changes the lines, if there are any. Meanwhile there is no second reference, so that they are not copied.
        mutating func change(_ body: (inout LineRows) -> Void) {
            guard case .lines(var lines) = self else { return }
            self = .listed(ListedRows([]), title: nil)
            body(&lines)
            self = .lines(lines)
        }
    }

    /// The rows of a new call.
    struct NewRows: Sendable {
        var rows: Rows
        /// True if the user waits for them.
        var isAwaited = false
        /// True if they replace the others soon after the first one, and not once they are complete.
        var isEarly = false
        /// The time when they do.
        var due: Instant?
        /// The newest action that was answered before typing caused these rows, which answer it.
        var answered: Event?
    }

    var rows: Rows
    var next: NewRows?
    private(set) var life = Life.reading
    /// The lines that the program wrote to stderr, if it ended with exit code 0.
    private(set) var complaint: [String] = []
    /// The time for which reading is shown as an activity.
    private var wait = OutputWait()
    private let settings: AppSettings
    /// The rules by which lines become rows.
    private(set) var format: LineFormat

    /// Time from the first row of a new call until its rows replace the others.
    private static let adoptionPause = Duration.milliseconds(100)

    init(_ settings: AppSettings) {
        self.settings = settings
        format = settings.lines
        rows = .lines(LineRows(format, areReadAgain: settings.readsAgain))
    }

    /// Searches and shows other fields, of the rows that are here and of those that follow.
    mutating func use(searched: FieldRanges?, shown: FieldTemplate?) {
        (format.fields.searched, format.fields.shown) = (searched, shown)
        let format = format
        rows.change { $0.format = format }
        next?.rows.change { $0.format = format }
    }

    var isEmpty: Bool { rows.all.count == 0 }

    var isFull: Bool {
        guard case .lines(let lines) = next?.rows ?? rows else { return true }
        return lines.isFull
    }

    var failure: Alert? { if case .failed(let alert) = life { alert } else { nil } }

    /// Reading is shown as an activity.
    var isBusy: Bool { life == .reading && next == nil && !isFull && !wait.isOver }

    /// The time when something changes without input.
    var deadline: Instant? { next.map(\.due) ?? (life == .reading ? wait.end : nil) }

    mutating func look(now: Instant) { if life == .reading, next == nil { wait.look(now: now) } }

    mutating func closeFailure() { if failure != nil { life = .whole } }

    // MARK: Reading

    /// - Returns: true if new rows have replaced the others.
    mutating func read(_ bytes: [UInt8], now: Instant) -> Bool {
        if next != nil { next?.rows.change { $0.append(bytes) } } else { rows.change { $0.append(bytes) } }
        if let next, next.isEarly, next.due == nil, next.rows.all.count > 0 {
            self.next?.due = now + Self.adoptionPause
        }
        let isReplaced = isFull && adopt()
        if !isEmpty { wait.begin(now: now) }
        return isReplaced
    }

    mutating func list(_ listed: [Row], title: String?) {
        rows = .listed(ListedRows(listed), title: title)
        next = nil
    }

    /// Expects the rows of a new call.
    /// - Parameter waits: whether they replace the others once they are complete, and not before.
    mutating func expect(waits: Bool) {
        let none = LineRows(format, areReadAgain: settings.readsAgain)
        next = NewRows(rows: .lines(none), isEarly: !waits)
        life = .reading
    }

    /// Replaces the rows by those of the new call, if it is time.
    /// - Returns: true if it was.
    mutating func adopt(now: Instant) -> Bool { next?.due.map { now >= $0 } == true && adopt() }

    private mutating func adopt() -> Bool {
        guard let next else { return false }
        rows = next.rows
        self.next = nil
        return true
    }

    /// - Parameter failure: the reason why some rows may be missing.
    /// - Returns: true if new rows have replaced the others.
    mutating func end(_ failure: Alert?, complaint: [String]) -> Bool {
        self.complaint = complaint
        life = failure.map { .failed($0) } ?? .whole
        let isReplaced = adopt()
        rows.change { $0.finish() }
        return isReplaced
    }

    // MARK: The screen

    /// Rows that are not shown.
    func notice(_ words: Words) -> ScreenNotice? {
        guard case .lines(let lines) = rows else { return nil }
        if lines.isFull {
            return ScreenNotice(
                id: "full",
                text: words("Only the first % rows are shown: this is the limit of a list", "\(lines.count)"),
                tone: .warning)
        }
        guard lines.leftOut > 0 else { return nil }
        return ScreenNotice(
            id: "left-out", text: words("Rows of more than 1 MiB were skipped: %", "\(lines.leftOut)"), tone: .warning)
    }
}
