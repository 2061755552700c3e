import Languages
import Picking
import SessionResult
import ViewMessages

/// The actions of a key or an event that are left to do, and the rows for them.
struct BoundRun: Equatable, Sendable {
    var actions: [PickAction]
    /// The ids of the selected row, and of the marked rows.
    let row: String?
    var marks: [String]
    /// The user did it in an earlier process, which may have carried it out.
    let isReplayed: Bool

    private static let prefix = "viperline.bind."

    static func control(_ index: Int) -> String { prefix + String(index) }

    init(_ actions: [PickAction], row: String? = nil, isReplayed: Bool = false) {
        (self.actions, self.row, marks, self.isReplayed) = (actions, row, [], isReplayed)
    }

    /// Nil for another control.
    init?(_ press: ViewOutput.DidPress, of bindings: PickBindings, isReplayed: Bool) {
        guard press.control.hasPrefix(Self.prefix), let index = Int(press.control.dropFirst(Self.prefix.count)),
            bindings.all.indices.contains(index)
        else { return nil }
        actions = bindings.all[index].reported
        (row, marks, self.isReplayed) = (press.row, press.rows ?? [], isReplayed)
    }

    mutating func mark(_ marking: PickAction.Marking) {
        let isMarked = row.map { marks.contains($0) } ?? false
        switch marking {
        case .none: marks = []
        case .toggled where isMarked, .unmarked: marks.removeAll { $0 == row }
        case .toggled, .marked: if let row, !isMarked { marks.append(row) }
        }
    }

    /// The rows that it is done to.
    var ids: [String] { marks.isEmpty ? row.map { [$0] } ?? [] : marks }
}

/// The actions of a list that change it. ``AppRole`` carries out those that need a process or end the session.
extension RowPicker {
    /// Bytes of all rows in a command.
    private static let mostBytes = 1 << 20
    /// Words of a command in an event, and their bytes: as many as a view takes.
    private static let mostWords = 1000
    private static let longestWords = 1 << 16

    /// The keys of the screen: one that reads the rows again, and those that the user has bound.
    var keys: [ScreenKey]? {
        let own = settings.hasProgram ? [OwnControl.refreshKey(settings.words)] : []
        let bound = settings.bindings.all.enumerated().compactMap { index, binding -> ScreenKey? in
            guard case .key(let key) = binding.trigger, !changes.unbound.contains(index) else { return nil }
            return ScreenKey(
                control: BoundRun.control(index), title: String(binding.title.prefix(60)), character: key.name,
                does: binding.steps.compactMap { KeyStep(rawValue: $0) })
        }
        return own.isEmpty && bound.isEmpty ? nil : own + bound
    }

    /// The actions at an event of the session.
    mutating func run(at trigger: PickTrigger) -> BoundRun? {
        guard let index = settings.bindings.all.firstIndex(where: { $0.trigger == trigger }),
            !changes.unbound.contains(index)
        else { return nil }
        let row = settings.bindings.needsSelection ? selectedRow : changes.highlighted
        return BoundRun(settings.bindings.all[index].actions, row: row)
    }

    /// The row that the view selects among those that match. Its last report may be of a row that the filter has left out since.
    private var selectedRow: String? {
        mutating get {
            guard !isSearching else { return changes.highlighted }
            if !events.beginsAtFirst, let row = changes.highlighted, indices(of: [row]).first.flatMap(place) != nil {
                return row
            }
            guard matchCount > 0 else { return nil }
            let first = self.index(at: 0)
            source.rows.name(upTo: first + 1)
            return source.rows.all.row(at: first).id
        }
    }

    /// Shows a passing message.
    mutating func show(_ notice: ScreenNotice) {
        message = notice
        outdate()
    }

    mutating func restore(_ changes: PickingChanges) {
        self.changes = changes
        useFields()
        search.set(sorts: changes.keepsOrder.map { !$0 }, isEnabled: changes.isDisabled.map { !$0 })
    }

    /// Carries out an action that needs nothing but the list.
    /// - Returns: true if the preview is to be made again.
    mutating func change(_ action: PickAction, in run: inout BoundRun) -> Bool {
        outdate()
        switch action {
        case .changePrompt(let text): changes.prompt = text
        case .changeHeader(let text): changes.header = text
        case .changeQuery(let text): type(text)
        case .put(let text): type(search.text + text)
        case .select, .move: selection = SelectionWish(row: run.row, action: action)
        case .mark(let marking): run.mark(marking)
        case .exclude, .track, .toggleWrap, .changeMost, .changeSearched, .changeShown: changeRows(action, in: &run)
        case .replaceQuery:
            if let index = indices(of: run.row.map { [$0] } ?? []).first { type(source.rows.all.row(at: index).title) }
        case .previousHistory: recall(1)
        case .nextHistory: recall(-1)
        case .toggleSort:
            let keepsOrder = !(changes.keepsOrder ?? settings.picking.search.keepsOrder)
            changes.keepsOrder = keepsOrder
            search.set(sorts: !keepsOrder)
        case .search(let isEnabled):
            let isEnabled = isEnabled ?? (changes.isDisabled ?? settings.picking.search.isDisabled)
            changes.isDisabled = !isEnabled
            search.set(isEnabled: isEnabled)
        case .print(let text): changes.print(text)
        case .unbind(let triggers): changes.unbind(settings.bindings.places(of: triggers))
        case .rebind(let triggers): changes.rebind(settings.bindings.places(of: triggers))
        case .selectAll, .toggleAll:
            // Marked rows that do not match stay marked.
            let marked = Set(run.marks)
            let all = allIDs
            run.marks =
                all.filter { action == .selectAll || !marked.contains($0) } + marked.subtracting(all).sorted()
        case .changePreview(let command, let shows):
            preview.use(command)
            if shows { changes.isPreviewHidden = nil }
            return true
        case .showPreview(let isShown):
            changes.isPreviewHidden = isShown ? nil : true
            return true
        case .changeWindow(let windows):
            preview.wraps = changes.takeWindow(of: windows)
            return true
        case .togglePreview:
            changes.isPreviewHidden = changes.isPreviewHidden == true ? nil : true
            return true
        case .togglePreviewWrap:
            preview.wraps.toggle()
            changes.previewWraps = preview.wraps
        case .refreshPreview: return true
        default: break
        }
        return false
    }

    private mutating func changeRows(_ action: PickAction, in run: inout BoundRun) {
        var rows = changes.rows ?? RowChanges()
        switch action {
        case .track(let tracks): rows.tracks = tracks ?? !(rows.tracks ?? settings.picking.screen.tracks)
        case .toggleWrap: rows.wraps = !(rows.wraps ?? (settings.picking.look.wrap != nil))
        case .changeMost(let most): rows.most = most.map { max(0, $0) }
        case .changeSearched(let choices): rows.searched = rows.take(of: choices, \.argument)
        case .changeShown(let choices): rows.shown = rows.take(of: choices, \.argument)
        case .exclude(let marked):
            let places = indices(of: marked ? run.ids : run.row.map { [$0] } ?? [])
            rows.excluded += places.prefix(max(0, RowChanges.mostExcluded - rows.excluded.count))
            search.exclude(rows.excluded, of: source.rows.all.count)
            if marked { run.marks = [] }
        default: break
        }
        let hasNewFields = rows.searched != changes.rows?.searched || rows.shown != changes.rows?.shown
        changes.rows = rows
        if hasNewFields { useFields() }
    }

    /// Searches and shows the fields that actions have chosen.
    private mutating func useFields() {
        guard let rows = changes.rows else { return }
        let given = settings.lines.fields
        source.use(
            searched: rows.searched.map { FieldRanges(argument: $0) } ?? given.searched,
            shown: rows.shown.map { FieldTemplate(argument: $0) ?? given.shown } ?? given.shown)
        search.begin()
        search.exclude(rows.excluded, of: source.rows.all.count)
    }

    /// The rows that match, as many as can be marked.
    private var allIDs: [String] {
        mutating get {
            let places = search.first(Self.mostChosen) ?? (0..<min(matchCount, Self.mostChosen)).map { index(at: $0) }
            source.rows.name(upTo: (places.max() ?? -1) + 1)
            return places.map { source.rows.all.row(at: $0).id }
        }
    }

    private mutating func recall(_ step: Int) {
        guard let text = changes.recall(step, in: settings.history?.texts ?? [], instead: search.text) else { return }
        let place = changes.recalled
        type(text)
        changes.recalled = place
    }

    // MARK: Commands

    /// True if the preview has a command that runs now.
    var isPreviewShown: Bool { preview.hasCommand && changes.isPreviewHidden != true }

    var previewVariables: [String: String] { changes.previewVariables }

    /// - Returns: true if the preview is to be made again, for another place.
    mutating func resize(to size: ViewOutput.DidResize) -> Bool {
        changes.resize(to: size) && isPreviewShown && changes.highlighted != nil
    }

    /// - Returns: the command of the preview for the row; nil if none runs.
    mutating func previewAgain(of row: String?) -> [String]? {
        guard isPreviewShown, let row, let index = indices(of: [row]).first else { return nil }
        return preview.begin(values(at: index), in: settings.words)
    }

    /// - Returns: the command for the rows of a run; nil if it needs a row and there is none.
    mutating func words(of command: RowCommand, in run: BoundRun) throws(RowCommand.Refusal) -> [[UInt8]]? {
        let row = indices(of: run.row.map { [$0] } ?? []).first
        guard row != nil || !command.needsRow else { return nil }
        var values = values(at: row)
        values.variables["FZF_SELECT_COUNT"] = "\(run.marks.count)"
        if command.takesAllRows {
            let indices = indices(of: run.ids)
            guard indices.reduce(0, { $0 + source.rows.all.text(at: $1).count }) <= Self.mostBytes else {
                throw RowCommand.Refusal(description: "The marked rows have more than 1 MiB, too much for a command")
            }
            values.rows = indices.map { source.rows.all.text(at: $0) }
        }
        return try command.words(for: values)
    }

    /// - Parameter isShort: true if the command must fit into an event.
    /// - Returns: the command as texts; nil if it needs a row and there is none.
    mutating func texts(
        of command: RowCommand, in run: BoundRun, isShort: Bool
    ) throws(RowCommand.Refusal) -> [String]? {
        guard let words = try words(of: command, in: run) else { return nil }
        let texts = words.compactMap { String(validating: $0, as: UTF8.self) }
        guard texts.count == words.count else {
            throw RowCommand.Refusal(
                description: settings.words["This row is not valid UTF-8, so it cannot be an argument here."])
        }
        let bytes = words.reduce(0) { $0 + $1.count }
        guard !isShort || words.count <= Self.mostWords && bytes <= Self.longestWords else {
            throw RowCommand.Refusal(
                description: settings.words(
                    "The command is too long: it has room for % words and % KiB.", "\(Self.mostWords)",
                    "\(Self.longestWords >> 10)"))
        }
        return texts
    }

    /// The output, if an action ends the session.
    /// - Returns: nil if there is no row, and the session goes on.
    mutating func result(of acceptance: PickAction.Acceptance, in run: BoundRun) -> SessionResult? {
        switch acceptance {
        case .queryOnly: .chosen([Array(search.text.utf8)])
        case .plain, .nonEmpty: choose(run.ids, or: run.row)
        case .orQuery: choose(run.ids, or: run.row) ?? .chosen([Array(search.text.utf8)])
        case .key(let key): choose(run.ids, or: run.row, key: key) ?? .unmatched(lines(with: [], key: key))
        }
    }
}
