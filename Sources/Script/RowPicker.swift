import JSON
import ViewMessages
import Wire
import SessionResult

/// A list of which a person chooses, as in fzf: what is typed picks among the rows, Enter chooses. The rows may still be coming.
struct RowPicker: Sendable {
    private let settings: ScriptSettings
    private var rows: Rows
    /// Those that replace them when all have come, while the program is called again.
    private var next: Rows?
    private var search = RowSearch()
    private var selected: String?
    /// The rows that the view wants to have.
    private var wanted = 0..<Self.leastShown
    /// The newest action on the scene.
    private(set) var newest: Event
    private var isReading = true
    private var failure: Alert?
    /// Something has changed that the view has not been shown.
    private(set) var isUnshown = true
    private var hasTold = false
    /// When the first row came, in milliseconds.
    private var began: Int?
    /// Reading has taken so long that it no longer counts as under way.
    private var isPatient = false

    /// Rows of a screen, at least; the view asks for others.
    private static let leastShown = 200
    private static let mostShown = 1000
    /// Bytes of the rows of a screen, as they are before they are escaped.
    private static let mostBytes = 200_000
    /// Milliseconds for which reading counts as under way. After that more rows come by themselves.
    private static let patience = 1000

    private enum Rows: Sendable {
        case lines(LineRows)
        case listed(ListedRows, title: String?)

        var all: any PickedRows {
            switch self {
            case .lines(let lines): lines
            case .listed(let rows, _): rows
            }
        }
    }

    init(_ settings: ScriptSettings, answering event: Event) {
        self.settings = settings
        newest = event
        rows = .lines(LineRows(separator: settings.separator))
    }

    var query: String { search.text }
    var isEmpty: Bool { rows.all.count == 0 }

    var isFull: Bool {
        guard case .lines(let lines) = next ?? rows else { return true }
        return lines.isFull
    }

    /// Whether there is something to be looked through.
    var isSearching: Bool { !search.isComplete(rows.all) }

    // MARK: What comes

    mutating func read(_ bytes: [UInt8], now: Int) {
        switch next ?? rows {
        case .lines(var lines):
            // Without a second reference, so that the rows are not copied.
            if next != nil {
                next = .listed(ListedRows([]), title: nil)
            } else {
                rows = .listed(ListedRows([]), title: nil)
            }
            lines.append(bytes)
            if next != nil { next = .lines(lines) } else { rows = .lines(lines) }
        case .listed: return
        }
        began = began ?? (isEmpty ? nil : now)
        isUnshown = isUnshown || next == nil
    }

    /// - Parameter selected: the id of the row that is selected at first.
    mutating func list(_ listed: [Row], title: String?, selected: String? = nil) {
        self.selected = selected
        rows = .listed(ListedRows(listed), title: title)
        next = nil
        search.begin()
        isUnshown = true
    }

    /// The program is called again.
    mutating func reload() {
        next = .lines(LineRows(separator: settings.separator))
        isReading = true
        failure = nil
    }

    /// All rows are here.
    /// - Parameter failure: why they may not be.
    mutating func end(_ failure: Alert?) {
        isReading = false
        isUnshown = true
        self.failure = failure
        if case .lines(var lines) = next ?? rows {
            lines.finish()
            rows = .lines(lines)
            if next != nil { search.begin() }
        }
        next = nil
    }

    mutating func advance() {
        search.advance(rows.all)
        isUnshown = true
    }

    // MARK: What is told

    /// Whoever has started the session learns that there are rows, or that there are none.
    mutating func takeResult() -> SessionResult? {
        guard !hasTold, !isEmpty || !isReading && failure == nil && settings.interval == nil else { return nil }
        hasTold = true
        return isEmpty ? .nothing : .rows
    }

    // MARK: The person

    /// What follows from an action besides that the screen is shown.
    enum Consequence: Equatable {
        case shown, chosen(SessionResult), left, reload
    }

    mutating func receive(_ event: Event) throws(PayloadError) -> Consequence {
        isUnshown = true
        defer { newest = event.head }
        switch event.type {
        case ViewOutput.DidSearch.type: type(try event.decode(ViewOutput.DidSearch.self).query)
        case ViewOutput.DidChange.type:
            if case .text(let text)? = try event.decode(ViewOutput.DidChange.self).value {
                type(text)
            } else {
                type("")
            }
        case ViewOutput.DidScroll.type: scroll(to: try event.decode(ViewOutput.DidScroll.self))
        case ViewOutput.DidSelect.type:
            let selected = try event.decode(ViewOutput.DidSelect.self)
            return choose(selected.rows ?? [selected.row]).map { .chosen($0) } ?? .shown
        case ViewOutput.DidPress.type:
            failure = nil
            let control = try event.decode(ViewOutput.DidPress.self).control
            return control == OwnControl.refresh || control == OwnControl.retry ? .reload : .shown
        case ViewOutput.DidGoBack.type: return .left
        default: break
        }
        return .shown
    }

    /// Filters the rows.
    mutating func type(_ text: String) {
        guard text != search.text else { return }
        search.search(text)
        wanted = 0..<Self.leastShown
    }

    private mutating func scroll(to rows: ViewOutput.DidScroll) {
        let first = max(0, min(rows.first, LineRows.most))
        let count = max(Self.leastShown, min(rows.count, Self.mostShown))
        wanted = first..<first + count
    }

    /// - Parameter ids: those that are not here any more are left out.
    /// - Returns: nil where none of them is here.
    private mutating func choose(_ ids: [String]) -> SessionResult? {
        let chosen = rows.all.indices(of: Array(ids.prefix(Self.mostChosen))).map { rows.all.result(at: $0) }
        return chosen.isEmpty ? nil : .chosen(chosen)
    }

    /// As many as the view lets be marked.
    private static let mostChosen = 10_000

    // MARK: The screen

    /// When the screen changes without anything from outside: reading does not count as under way for ever.
    var deadline: Int? { isReading && next == nil && !isPatient ? began.map { $0 + Self.patience } : nil }

    mutating func screen(now: Int) -> Screen {
        isUnshown = false
        isPatient = isPatient || deadline.map { now >= $0 } ?? false
        let isBusy = isReading && next == nil && !isFull && !isPatient
        var title: String?
        if case .listed(_, let given) = rows { title = given }
        return Screen(
            title: title ?? settings.title,
            prompt: Prompt(placeholder: "Type to filter", text: search.text, isLive: true, picksRows: true),
            activity: isBusy ? "Reading…" : nil, parts: [.list(list)], alert: failure,
            keys: settings.hasProgram ? [OwnControl.refreshKey] : nil, notice: notice)
    }

    private var list: List {
        let matches = search.matches
        let total = matches?.count ?? rows.all.count
        var shown: [Row] = []
        var bytes = 0
        let first = min(wanted.lowerBound, max(total - 1, 0))
        for place in first..<max(min(wanted.upperBound, total), first) where bytes < Self.mostBytes {
            let row = rows.all.row(at: matches.map { $0[place] } ?? place)
            bytes += row.title.utf8.count + (row.subtitle?.utf8.count ?? 0) + row.id.utf8.count + 40
            shown.append(row)
        }
        let isPiece = shown.count < total
        return List(
            rows: shown, empty: isReading ? nil : isEmpty ? "There is nothing to choose from" : "No row matches",
            offset: isPiece ? first : nil, total: isPiece ? total : nil, isMultiple: true,
            selected: search.text.isEmpty ? selected : nil)
    }

    private var notice: ScreenNotice? {
        guard case .lines(let lines) = rows else { return nil }
        if lines.isFull {
            return ScreenNotice(
                id: "full", text: "Only the first \(lines.count) rows are here: a list has a limit", tone: .warning)
        }
        guard lines.leftOut > 0 else { return nil }
        return ScreenNotice(
            id: "left-out", text: "Rows of more than 1 MiB are left out: \(lines.leftOut)", tone: .warning)
    }
}
