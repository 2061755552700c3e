import Platform
import Languages
import Picking
import SafeText
import SessionResult
import ViewMessages
import Wire

/// A list that the user chooses from, as in fzf: typing filters the rows, Enter chooses. Rows may still be arriving.
struct RowPicker: Sendable {
    let settings: AppSettings
    var source: RowSource
    var search: RowSearch
    /// The changes that actions have made.
    var changes = PickingChanges()
    /// The message of the last action that failed.
    var message: ScreenNotice?
    private var selected: String?
    /// The rows that the view asked for.
    private var wanted = 0..<Self.leastShown
    /// The newest action on the scene.
    private(set) var newest: Event
    private(set) var view = View.outdated
    private var hasReported = false
    var preview: RowPreview
    var selection: SelectionWish?
    var events = PickerEvents()

    /// The least rows of a screen; the view asks for others.
    private static let leastShown = 200
    private static let mostShown = 1000
    /// The most bytes of the rows of a screen, before escaping.
    private static let mostBytes = 200_000
    /// The view's knowledge of the list.
    enum View: Sendable {
        case current, outdated
        /// The view waits for nothing but this screen: the rows are complete.
        case waiting
    }

    init(_ settings: AppSettings, answering event: Event) {
        self.settings = settings
        newest = event
        source = RowSource(settings)
        let options = settings.picking
        search = RowSearch(reading: options.reading, order: options.order, isEnabled: !options.search.isDisabled)
        search.search(options.search.query ?? "")
        changes.isPreviewHidden = settings.isPreviewHidden ? true : nil
        preview = RowPreview(settings.preview, wraps: settings.previewWraps)
    }

    private var options: PickingOptions { settings.picking }

    var query: String { search.text }
    var isEmpty: Bool { source.isEmpty }

    var isSearching: Bool { !search.isComplete(source.rows.all) }

    // MARK: Rows

    mutating func read(_ bytes: [UInt8], now: Instant) {
        guard case .lines = source.next?.rows ?? source.rows else { return }
        if source.read(bytes, now: now) { showAll() }
        if source.next == nil {
            if let excluded = changes.rows?.excluded, !excluded.isEmpty {
                search.exclude(excluded, of: source.rows.all.count)
            }
            outdate()
        }
    }

    /// - Parameter selected: the id of the row that is selected at first.
    mutating func list(_ listed: [Row], title: String?, selected: String? = nil) {
        self.selected = selected
        source.list(listed, title: title)
        search.begin()
        outdate()
    }

    /// Expects the rows of a command, in place of the program's or the input's.
    mutating func reload(by command: [String], waits: Bool) {
        changes.reload = command
        changes.rows?.excluded = []
        source.expect(waits: waits)
        source.next?.isAwaited = true
    }

    /// Expects the rows of a new call, which replace the others once they are complete.
    mutating func reload() { source.expect(waits: true) }

    mutating func adopt(now: Instant) { if source.adopt(now: now) { showAll() } }

    /// New rows have replaced the others.
    private mutating func showAll() {
        view = .waiting
        search.begin()
    }

    /// Handles the end of the rows.
    /// - Parameters:
    ///   - failure: the reason why some may be missing.
    ///   - complaint: the lines that the program wrote to stderr.
    mutating func end(_ failure: Alert?, complaint: [String] = []) {
        if source.end(failure, complaint: complaint) { search.begin() }
        view = .waiting
    }

    /// The view has another list than this one.
    mutating func outdate() { if view == .current { view = .outdated } }

    mutating func advance() {
        search.advance(source.rows.all)
        outdate()
    }

    /// True if there is work that a key would otherwise wait for.
    var isPreparing: Bool { !search.isPrepared(source.rows.all) || source.rows.unnamed > 0 }

    /// Does some of it.
    mutating func prepare() {
        guard search.isPrepared(source.rows.all) else { return search.prepare(source.rows.all) }
        source.rows.name(upTo: source.rows.all.count - source.rows.unnamed + RowSearch.stride)
    }

    /// Shows nothing before there is a row: the view has those of an earlier process.
    mutating func awaitRows() { view = .current }

    // MARK: The result

    /// The result for `viperline app`: rows, if there are some to choose from.
    mutating func takeResult() -> SessionResult? {
        // With `--print-query`, an empty list is there for something new.
        let isOver = source.life == .whole && settings.interval == nil && !options.choice.printsQuery
        guard !hasReported, !isEmpty || isOver else { return nil }
        hasReported = true
        return isEmpty ? .nothing(source.complaint.map { Array($0.utf8) }) : .rows
    }

    /// The result that needs no user: there is only one row, or none.
    mutating func takeDecision() -> SessionResult? {
        guard options.choice.selectsOnly || options.choice.exitsIfEmpty, changes.hasDecided != true,
            source.life == .whole, !isSearching
        else { return nil }
        // Rows that were left out might match, too.
        if case .lines(let lines) = source.rows, lines.leftOut > 0 { return nil }
        changes.hasDecided = true
        switch matchCount {
        case 0 where options.choice.exitsIfEmpty: return .unmatched(lines(with: []))
        case 1 where options.choice.selectsOnly: return .chosen(lines(with: [index(at: 0)]))
        default: return nil
        }
    }

    /// The output for these rows: before them the filter text, the key, and what actions print, if that is wanted.
    func lines(with indices: [Int], key: String? = nil) -> [[UInt8]] {
        let key = options.choice.expected.isEmpty ? [] : [Array((key ?? "").utf8)]
        return (options.choice.printsQuery ? [Array(search.text.utf8)] : []) + key
            + changes.printed.map { Array($0.utf8) }
            + indices.map { source.rows.all.result(at: $0) }
    }

    var matchCount: Int { search.matches?.count ?? source.rows.all.count }

    func index(at place: Int) -> Int { search.matches?[place] ?? inOrder(place) }

    /// The place of a row in the list; nil if the filter leaves it out.
    func place(of index: Int) -> Int? {
        if let matches = search.matches { matches.firstIndex(of: index) } else { inOrder(index) }
    }

    /// The row at a place of the list, and the place of a row, while there is no filter.
    private func inOrder(_ index: Int) -> Int { options.search.isReversed ? source.rows.all.count - 1 - index : index }

    // MARK: User actions

    /// The newest action that a screen answers.
    var answered: Event { source.next?.answered ?? newest }

    /// Typing reads the rows again; choosing waits for those.
    /// - Parameter earlier: the newest action before it that was answered.
    mutating func answerTyping(after earlier: Event) {
        if source.next?.isAwaited == true { source.next?.answered = earlier }
    }

    mutating func receive(_ event: Event) throws(PayloadError) -> PickingResult {
        outdate()
        defer { newest = event.head }
        switch event.type {
        case ViewOutput.DidSearch.type:
            let text = try event.decode(ViewOutput.DidSearch.self).query
            defer { type(text) }
            return text == search.text ? .shown : .typed
        case ViewOutput.DidChange.type:
            let value = try event.decode(ViewOutput.DidChange.self).value
            let text = if case .text(let text)? = value { text } else { "" }
            defer { type(text) }
            return text == search.text ? .shown : .typed
        case ViewOutput.DidScroll.type:
            let rows = try event.decode(ViewOutput.DidScroll.self)
            show(from: rows.first, count: rows.count)
        case ViewOutput.DidSelect.type:
            let selected = try event.decode(ViewOutput.DidSelect.self)
            return choose(selected.rows ?? [selected.row], or: selected.row).map { .chosen($0) } ?? .shown
        case ViewOutput.DidPress.type:
            source.closeFailure()
            let press = try event.decode(ViewOutput.DidPress.self)
            let control = press.control
            if let run = BoundRun(press, of: settings.bindings, isReplayed: event.isReplayed) { return .bound(run) }
            return control == OwnControl.refresh || control == OwnControl.retry ? .reload : .shown
        case ViewOutput.DidHighlight.type:
            return .preview(highlight(try event.decode(ViewOutput.DidHighlight.self).row))
        case ViewOutput.DidResize.type:
            let isElsewhere = resize(to: try event.decode(ViewOutput.DidResize.self))
            return isElsewhere ? .preview(previewAgain(of: changes.highlighted)) : .shown
        case ViewOutput.DidGoBack.type: return .left
        default: break
        }
        return .shown
    }

    /// Filters the rows.
    mutating func type(_ text: String) {
        guard text != search.text else { return }
        changes.recalled = 0
        search.search(text)
        events.beginsAtFirst = !tracks
        wanted = 0..<Self.leastShown
    }

    private mutating func show(from first: Int, count: Int) {
        let first = max(0, min(first, LineRows.most))
        wanted = first..<first + max(Self.leastShown, min(count, Self.mostShown))
    }

    /// The row that an action has wished to select, once. The next screen has it.
    mutating func takeSelection() -> String? {
        guard let selection, source.life != .reading || selection.isThere(among: matchCount) else { return nil }
        self.selection = nil
        guard matchCount > 0 else { return nil }
        let current = indices(of: selection.row.map { [$0] } ?? []).first.flatMap { place(of: $0) } ?? 0
        let next = max(0, min(selection.place(from: current, of: matchCount), matchCount - 1))
        if !wanted.contains(next) { show(from: next - Self.leastShown / 2, count: Self.leastShown) }
        let found = index(at: next)
        source.rows.name(upTo: found + 1)
        return source.rows.all.row(at: found).id
    }

    // MARK: The preview

    /// - Returns: the command for the row.
    private mutating func highlight(_ id: String) -> [String]? {
        changes.highlighted = id
        events.beginsAtFirst = false
        guard let index = source.rows.all.indices(of: [id]).first else {
            preview.clear()
            return nil
        }
        guard changes.isPreviewHidden != true else { return nil }
        return preview.begin(values(at: index), in: settings.words)
    }

    func values(at index: Int?) -> RowCommand.Values {
        var values = RowCommand.Values()
        values.row = index.map { source.rows.all.text(at: $0) }
        values.rows = values.row.map { [$0] } ?? []
        (values.number, values.query, values.delimiter) = (index ?? 0, search.text, options.rows.delimiter)
        values.variables = [
            "FZF_QUERY": search.text, "FZF_PROMPT": changes.prompt ?? options.screen.prompt ?? "> ",
            "FZF_POS": "\(index.flatMap(place).map { $0 + 1 } ?? 0)", "FZF_MATCH_COUNT": "\(matchCount)",
            "FZF_TOTAL_COUNT": "\(source.rows.all.count)", "FZF_SELECT_COUNT": "0",
        ]
        return values
    }

    /// - Parameter bytes: output of the preview's command.
    /// - Returns: true if there is room for more.
    mutating func readPreview(_ bytes: [UInt8], now: Instant) -> Bool {
        outdate()
        return preview.append(bytes, now: now)
    }

    mutating func endPreview(_ message: String) {
        preview.end(message)
        view = .waiting
    }

    // MARK: Choosing

    /// - Parameter ids: unknown ones are skipped.
    /// - Returns: nil if all are unknown.
    mutating func choose(_ ids: [String], or row: String? = nil, key: String? = nil) -> SessionResult? {
        let marked = indices(of: ids)
        // Marked rows may be gone.
        let chosen = marked.isEmpty ? row.map { indices(of: [$0]) } ?? [] : marked
        return chosen.isEmpty ? nil : .chosen(lines(with: chosen, key: key))
    }

    mutating func indices(of ids: [String]) -> [Int] {
        source.rows.name(upTo: source.rows.all.count)
        return source.rows.all.indices(of: Array(ids.prefix(Self.mostChosen)))
    }

    /// The most rows that the view lets the user mark.
    static let mostChosen = 10_000

    // MARK: The screen

    /// The time when the screen changes without input.
    var deadline: Instant? { earliest(source.deadline, preview.deadline) }

    private var words: Words { settings.words }

    /// - Parameter isWorking: true if a command of an action is waited for.
    mutating func screen(now: Instant, isWorking: Bool = false) -> Screen {
        view = .current
        source.look(now: now)
        preview.look(now: now)
        var title: String?
        if case .listed(_, let given) = source.rows { title = given }
        return Screen(
            title: title ?? settings.title,
            prompt: Prompt(
                placeholder: options.screen.ghost ?? words["Type to filter"], text: search.text, isLive: true,
                picksRows: true,
                mark: (changes.prompt ?? options.screen.prompt).map { TerminalSequences.removed(from: $0) },
                cycles: options.screen.cycles ? true : nil, isBelowHead: options.look.hasHeaderFirst ? true : nil),
            activity: activity(isWorking: isWorking), parts: [.list(list())], alert: source.failure,
            keys: keys, notice: message ?? source.notice(words),
            preview: isPreviewShown && matchCount > 0 ? preview.parts(words) : nil,
            reportsHighlight: isPreviewShown || tracks || settings.bindings.needsSelection ? true : nil, head: header,
            reportsSize: preview.hasCommand || settings.bindings[.resize] != nil ? true : nil)
    }

    private func activity(isWorking: Bool) -> String? {
        if source.isBusy || source.next?.isAwaited == true { return words["Reading…"] }
        if isWorking { return words["Working…"] }
        return isPreviewShown && preview.isAwaited ? words["Reading the preview…"] : nil
    }

    /// The lines above the rows, which are not wrapped, so that their columns stay above those of the rows.
    private var header: [Part]? {
        var lines = (changes.header ?? options.screen.header).map { [TerminalSequences.removed(from: $0)] } ?? []
        if case .lines(let rows) = source.rows { lines += rows.header }
        return lines.isEmpty ? nil : [.text(Text(body: lines.joined(separator: "\n"), format: .code))]
    }

    private mutating func list() -> List {
        let total = matchCount
        // A view wraps the rows of a whole list only.
        var (first, shown) = (0, wraps && total <= Self.mostShown ? rows(at: 0..<total) : [])
        if shown.count < total {
            first = min(wanted.lowerBound, max(total - 1, 0))
            shown = rows(at: first..<max(min(wanted.upperBound, total), first))
        }
        let isPiece = shown.count < total
        return List(
            rows: shown, empty: source.life == .reading ? nil : isEmpty ? emptyText : words["No row matches"],
            offset: isPiece ? first : nil, total: isPiece ? total : nil,
            isMultiple: mostMarked == nil ? nil : true,
            selected: tracks ? changes.highlighted : search.text.isEmpty ? selected : nil, look: look,
            most: mostMarked.flatMap { $0 < Self.mostChosen ? $0 : nil })
    }

    /// A program may fail with exit code 0, such as a pipeline whose last command succeeds.
    private var emptyText: String {
        let complaint = source.complaint.joined(separator: " ")
        return complaint.isEmpty ? words["There are no rows"] : words("There are no rows: %", complaint)
    }

    /// The rows at these places, as far as a screen has room for them.
    private mutating func rows(at places: Range<Int>) -> [Row] {
        let matches = search.matches
        let places = places.map { matches?[$0] ?? inOrder($0) }
        source.rows.name(upTo: (places.max() ?? 0) + 1)
        let all = source.rows.all
        var shown: [Row] = []
        var bytes = 0
        for place in places where bytes < Self.mostBytes {
            let row = all.row(at: place)
            bytes += row.title.utf8.count + (row.subtitle?.utf8.count ?? 0) + row.id.utf8.count + 40
            bytes += 60 * (row.paint?.count ?? 0)
            shown.append(row)
        }
        return shown
    }

    private var tracks: Bool { changes.rows?.tracks ?? options.screen.tracks }

    private var mostMarked: Int? {
        guard let most = changes.rows?.most else { return options.mostMarked }
        return most > 0 ? most : nil
    }

    private var wraps: Bool { changes.rows?.wraps ?? (options.look.wrap != nil) }

    private var look: RowLook? {
        let overflow: RowOverflow? = wraps ? .wrap : options.look.keepsRight ? .end : nil
        let given = options.look
        var look = RowLook()
        (look.pointer, look.marker, look.ellipsis) = (given.pointer, given.marker, given.ellipsis)
        look.overflow = overflow ?? (given.staysLeft ? .start : nil)
        look.gap = given.gap.map { Int($0) ?? 1 }
        look.scrollOff = given.scrollOff > 0 ? given.scrollOff : nil
        return look == RowLook() ? nil : look
    }
}

/// The row that an action selects.
struct SelectionWish: Equatable, Sendable {
    /// The selected row before, where that is known.
    var row: String?
    var action: PickAction

    /// True if rows that have not come do not matter.
    func isThere(among count: Int) -> Bool {
        if case .select(let number) = action { number > 0 && number <= count } else { count > 0 }
    }

    func place(from current: Int, of count: Int) -> Int {
        switch action {
        case .select(let number): number < 0 ? count + number : number - 1
        case .move(let distance): current + distance
        default: current
        }
    }
}

/// The result of a user action in a list, in addition to a new screen.
enum PickingResult: Equatable {
    case shown, chosen(SessionResult), left, reload
    /// The user has changed the filter text.
    case typed
    case bound(BoundRun)
    /// Ends the command of the preview; and starts this one.
    case preview([String]?)
}
