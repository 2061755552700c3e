import Declarations
import Formatting
import InteractorMessages
import JSON
import RouterMessages
import Scenes
import ScreenLayout
import ViewMessages
import Wire

/// A declared scene with rows: the results of a search, or a list, loaded page by page.
struct DeclaredRows: ScenePresenter {
    struct State: JSONCodable {
        /// The latest search term; empty before the first search.
        var term: String = ""
        var choices: FilterChoices  // init: FilterChoices()
        /// Nil until the first reply.
        var loaded: LoadedRows?
        /// Rows that replace `loaded` as soon as they are complete.
        var fresh: FreshRows?
        /// Choices with another order of a column. The rows stay as they are until those in the new order have come.
        var sorting: FilterChoices?
        /// The id of the selected item, and the parts of its preview.
        var highlighted: String?
        var preview: [Part]?
    }

    var state = State(choices: FilterChoices())
    private let scene: SceneDeclaration
    private let content: SceneDeclaration.Content
    private let id: String?
    private let title: String
    private let service: String
    /// How many results the source lists at most.
    private let reach: Int?
    private let programs: ItemPrograms
    private let actions: DeclaredActions
    private let filters: DeclaredFilters
    let reader: Reader
    var alert: AlertText?

    /// - Parameters:
    ///   - parameters: the `id` of a list that has several.
    ///   - service: who is asked, for alerts.
    init(
        _ actions: DeclaredActions, _ content: SceneDeclaration.Content, parameters: [String: String],
        service: String, reach: Int?, _ reader: Reader
    ) {
        self.actions = actions
        self.content = content
        self.reader = reader
        self.service = service
        self.reach = reach
        scene = actions.scene
        programs = actions.programs
        filters = DeclaredFilters(scene: actions.scene)
        id = parameters["id"]
        title = content.action == .list && id != nil ? parameters["title"] ?? scene.title : reader[scene.title]
    }

    private var isSearch: Bool { content.action == .search }

    /// A search needs a term.
    private var canLoad: Bool { !isSearch || !state.term.isEmpty }

    var screen: Screen {
        let prompt = isSearch ? Prompt(placeholder: reader[scene.words.prompt ?? "Search"], text: state.term) : nil
        let form = filters.part(state.choices, for: reader).map { [$0] } ?? []
        return Screen(
            title: title, prompt: prompt, parts: form + (state.loaded.map(parts(of:)) ?? []),
            hasMore: state.loaded?.pages.hasMore,
            keys: actions.keys(hasRows: state.loaded?.isEmpty == false, besides: bestMatch),
            preview: state.preview, reportsHighlight: scene.preview == nil ? nil : true)
    }

    /// The key back to the source's own order.
    private var bestMatch: [ScreenKey] {
        guard scene.isOrderedByColumns, state.choices.order != nil else { return [] }
        return [ScreenKey(control: Self.bestMatchControl, title: reader["Best match"], character: "b")]
    }

    private static let bestMatchControl = "bestMatch"

    private func parts(of loaded: LoadedRows) -> [Part] {
        let pages = loaded.pages
        if pages.items.isEmpty, scene.words.alertsWhenNothingIsFound { return [] }
        let text = SearchText(of: pages, term: state.term, service: service, listingLimit: reach, for: reader)
        let empty = isSearch ? text.empty : pages.items.isEmpty ? reader["There is nothing here"] : nil
        let failed = pages.items.count - loaded.count
        let failure =
            failed > 0
            ? loaded.failure.map { reader.count(failed, "% result left out: %", "% results left out: %", $0) } : nil
        return SearchLayout.parts(loaded.part(filters.columns(state.choices, for: reader), empty: empty), text)
            + (failure.map { [.caption($0)] } ?? [])
    }

    var activity: String {
        if state.sorting != nil { return SearchText.sorting }
        return isSearch || state.loaded != nil ? SearchText.activity(isFirstPage: isFirstPage) : DetailText.activity
    }

    private var isFirstPage: Bool { state.loaded == nil || state.fresh != nil }

    // MARK: What happens

    mutating func begin() -> [SceneRequest] { canLoad ? [nextPage] : [] }

    mutating func retry() -> [SceneRequest] { [nextPage] }

    mutating func returned() -> [SceneRequest] { scene.reloadsOnReturn ? refresh() : [] }

    mutating func receive(_ action: UserAction) -> [SceneRequest] {
        switch action {
        case .search(let query) where isSearch: return search(query.trimmingBlanks)
        case .select(let row): return item(row).map { actions.choose($0, title: title(of: $0)) } ?? []
        case .pressRow(let control, let row): return press(control, item(row))
        case .press(Self.bestMatchControl) where !bestMatch.isEmpty:
            var choices = state.sorting ?? state.choices
            choices.order = nil
            return sort(choices)
        case .press(let control): return press(control, state.highlighted.flatMap(item))
        case .sort(let column, let isDescending):
            return sort(filters.sorting(by: column, isDescending: isDescending, in: state.sorting ?? state.choices))
        case .change(DeclaredFilters.form, let field, let value):
            return load(filters.entering([field: value], in: state.choices))
        case .submit(DeclaredFilters.form, let values):
            return load(filters.entering(values, in: state.choices))
        case .highlight(let row):
            highlight(row)
            return []
        case .follow(let url): return [.openURL(RouterInput.OpenURL(url: url))]
        case .reachEnd where state.loaded?.pages.cursor != nil:
            // The rows that were to replace these have failed.
            state.fresh = nil
            state.sorting = nil
            return [nextPage]
        default: return []
        }
    }

    mutating func receive(found event: Event) throws(PayloadError) -> [SceneRequest] {
        let found = try event.decode(InteractorOutput.Found<JSONItem>.self)
        if let sorting = state.sorting {
            state.choices = sorting
            state.sorting = nil
            var sorted = LoadedRows()
            sorted.append(found, scene, programs)
            show(sorted)
            return []
        }
        if var fresh = state.fresh {
            fresh.rows.append(found, scene, programs)
            fresh.batches += 1
            state.fresh = fresh
            guard fresh.isComplete(comparedWith: state.loaded) else { return [nextPage] }
            show(fresh.rows)
            return []
        }
        var loaded = state.loaded ?? LoadedRows()
        let asked = loaded.pages.cursor
        loaded.append(found, scene, programs)
        state.loaded = loaded
        if loaded.pages.items.isEmpty, scene.words.alertsWhenNothingIsFound {
            alert = .notice(reader["No results"], reader("Nothing was found for “%”.", state.term))
        }
        // The user cannot scroll to the end of a page without rows, so the scene requests the next one at once.
        return loaded.isEmpty && loaded.pages.cursor != nil && loaded.pages.cursor != asked ? [nextPage] : []
    }

    mutating func receive(failure: InteractorOutput.Failed) {
        let title =
            state.sorting != nil
            ? SearchText.sortingFailure
            : isSearch || state.loaded != nil
                ? SearchText.failure(isFirstPage: isFirstPage) : "The list cannot be loaded"
        alert = .failure(failure, title: reader[title], service: service, for: reader)
    }

    // MARK: Loading

    private mutating func search(_ query: String) -> [SceneRequest] {
        guard !query.isEmpty else {
            let hint = scene.words.hint.map { reader[$0] } ?? "\(reader[scene.words.prompt ?? "Search"])."
            alert = SearchText.withoutTerm(hint, for: reader)
            return []
        }
        state.term = query
        return load()
    }

    private mutating func load(_ choices: FilterChoices) -> [SceneRequest] {
        let isSame = filters.variables(choices) == filters.variables(state.choices)
        state.choices = choices
        return isSame || !canLoad ? [] : load()
    }

    /// Asks for the rows in the order of another column, from the first one on: the source sorts all of them, not only those that are
    /// here. Until they come, the old ones stay, unless the order is a filter among others.
    private mutating func sort(_ choices: FilterChoices) -> [SceneRequest] {
        guard scene.isOrderedByColumns else { return load(choices) }
        guard canLoad, choices != state.sorting ?? state.choices else { return [] }
        alert = nil
        state.fresh = nil
        if state.loaded == nil { state.choices = choices } else { state.sorting = choices }
        return [nextPage]
    }

    /// Rows always belong to the term and the filters above them: the old ones go now, not when the new ones come.
    private mutating func load() -> [SceneRequest] {
        state = State(term: state.term, choices: state.choices)
        alert = nil
        return [nextPage]
    }

    /// Loads the same rows again. The old ones stay until then, so that selection and scrolling stay, too.
    private mutating func refresh() -> [SceneRequest] {
        guard canLoad else { return [] }
        state.fresh = state.loaded.map { _ in FreshRows() }
        alert = nil
        return [nextPage]
    }

    private mutating func show(_ fresh: LoadedRows) {
        state.loaded = fresh
        state.fresh = nil
        let highlighted = state.highlighted
        (state.highlighted, state.preview) = (nil, nil)
        if let highlighted { highlight(highlighted) }
    }

    private var nextPage: SceneRequest {
        let choices = state.sorting ?? state.choices
        let cursor =
            state.sorting == nil ? state.fresh.map(\.rows.pages.cursor) ?? state.loaded?.pages.cursor : nil
        let variables = filters.variables(choices)
        return isSearch
            ? .search(
                InteractorInput.Search(
                    source: content.source, term: state.term,
                    order: scene.isOrderedByColumns ? filters.order(choices) : nil, filters: variables, cursor: cursor))
            : .list(InteractorInput.List(source: content.source, id: id, filters: variables, cursor: cursor))
    }

    // MARK: Rows

    private mutating func press(_ control: String, _ item: JSONItem?) -> [SceneRequest] {
        guard let press = scene.press.first(where: { $0.control == control }) else { return [] }
        switch press.action {
        case .reload: return refresh()
        case .set(let entries): return load(filters.setting(entries, in: state.choices))
        case .open, .url:
            if press.isForItem {
                return item.map { actions.requests(for: press.action, $0, title: title(of: $0)) } ?? []
            }
            return actions.requests(for: press.action, in: context)
        }
    }

    /// The scene's variables, for its programs.
    private var context: JSONBytes {
        var values = filters.variables(state.choices) ?? [:]
        values["term"] = isSearch ? state.term : nil
        values["id"] = id
        return JSONBytes(values)
    }

    private mutating func highlight(_ row: String) {
        guard let program = scene.preview, state.highlighted != row, let item = item(row) else { return }
        state.highlighted = row
        let made = programs.parts(of: item.json, program)
        state.preview = made.parts ?? made.failure.map { [.caption($0)].compactMap(\.self) }
    }

    private func item(_ row: String) -> JSONItem? { state.loaded?.pages.items.first { $0.id == row } }

    private func title(of item: JSONItem) -> String { state.loaded?.title(of: item.id, scene.columns) ?? item.id }
}
