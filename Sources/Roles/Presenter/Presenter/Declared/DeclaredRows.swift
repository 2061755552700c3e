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
        /// Nil until the first reply.
        var pages: ItemPages<JSONItem>?
        /// Those of the items that the program could make one of.
        var rows: [Row] = []
        /// Why the program has failed on others.
        var failure: String?
        /// The id of the selected item, and the parts of its preview.
        var highlighted: String?
        var preview: [Part]?
    }

    var state = State()
    private let scene: SceneDeclaration
    private let content: SceneDeclaration.Content
    private let id: String?
    private let title: String
    private let service: String
    private let programs: ItemPrograms
    private let actions: DeclaredActions
    private let reader: Reader
    var alert: AlertText?

    /// - Parameters:
    ///   - parameters: the `id` of a list that has several.
    ///   - service: who is asked, for alerts.
    init(
        _ actions: DeclaredActions, _ content: SceneDeclaration.Content, parameters: [String: String],
        service: String, _ reader: Reader
    ) {
        self.actions = actions
        self.content = content
        self.reader = reader
        self.service = service
        scene = actions.scene
        programs = actions.programs
        id = parameters["id"]
        title = content.action == .list && id != nil ? parameters["title"] ?? scene.title : scene.title
    }

    private var isSearch: Bool { content.action == .search }

    var screen: Screen {
        let prompt = isSearch ? Prompt(placeholder: scene.prompt ?? "Search", text: state.term) : nil
        return Screen(
            title: title, prompt: prompt, parts: state.pages.map(parts(of:)) ?? [], hasMore: state.pages?.hasMore,
            keys: state.rows.isEmpty ? nil : actions.keys(forRows: true), preview: state.preview,
            reportsHighlight: scene.preview == nil ? nil : true)
    }

    private func parts(of pages: ItemPages<JSONItem>) -> [Part] {
        let text = SearchText(of: pages, term: state.term, service: service)
        let empty = isSearch ? text.empty : pages.items.isEmpty ? "There is nothing here" : nil
        let failed = pages.items.count - state.rows.count
        let failure =
            failed > 0 ? state.failure.map { "\(Quantity.text(failed, "result", "results")) left out: \($0)" } : nil
        return SearchLayout.parts(.list(List(rows: state.rows, empty: empty)), text)
            + (failure.map { [.caption($0)] } ?? [])
    }

    var activity: String {
        isSearch || state.pages != nil ? SearchText.activity(isFirstPage: state.pages == nil) : DetailText.activity
    }

    mutating func begin() -> [SceneRequest] { isSearch ? [] : [nextPage] }

    mutating func retry() -> [SceneRequest] { [nextPage] }

    mutating func receive(_ action: UserAction) -> [SceneRequest] {
        switch action {
        case .search(let query) where isSearch: return search(query.trimmingBlanks)
        case .select(let row): return item(row).map { actions.choose($0, title: title(of: $0)) } ?? []
        case .pressRow(let control, let row):
            return item(row).map { actions.press(control, $0, title: title(of: $0)) } ?? []
        case .press(let control):
            return state.highlighted.flatMap(item).map { actions.press(control, $0, title: title(of: $0)) } ?? []
        case .highlight(let row):
            highlight(row)
            return []
        case .follow(let url): return [.openURL(RouterInput.OpenURL(url: url))]
        case .reachEnd where state.pages?.cursor != nil: return [nextPage]
        default: return []
        }
    }

    mutating func receive(found event: Event) throws(PayloadError) -> [SceneRequest] {
        let found = try event.decode(InteractorOutput.Found<JSONItem>.self)
        var pages = state.pages ?? ItemPages()
        let asked = pages.cursor
        let new = pages.appendNew(found)
        if let program = scene.row {
            let made = programs.rows(of: new, program)
            state.rows += made.values.compactMap(\.self)
            state.failure = state.failure ?? made.failure
        }
        state.pages = pages
        // The user cannot scroll to the end of a page without rows, so the scene requests the next one at once.
        return state.rows.isEmpty && pages.cursor != nil && pages.cursor != asked ? [nextPage] : []
    }

    mutating func receive(failure: InteractorOutput.Failed) {
        let title =
            isSearch || state.pages != nil
            ? SearchText.failure(isFirstPage: state.pages == nil) : "The list cannot be loaded"
        alert = .failure(failure, title: title, service: service, for: reader)
    }

    private mutating func search(_ query: String) -> [SceneRequest] {
        guard !query.isEmpty else {
            alert = SearchText.withoutTerm("\(scene.prompt ?? "Search").")
            return []
        }
        // Rows always belong to the term above them: the old ones go now, not when the new ones come.
        state = State(term: query)
        alert = nil
        return [nextPage]
    }

    private mutating func highlight(_ row: String) {
        guard let program = scene.preview, state.highlighted != row, let item = item(row) else { return }
        state.highlighted = row
        let made = programs.parts(of: item, program)
        state.preview = made.parts ?? made.failure.map { [.caption($0)].compactMap(\.self) }
    }

    private var nextPage: SceneRequest {
        isSearch
            ? .search(
                InteractorInput.Search(source: content.source, term: state.term, cursor: state.pages?.cursor))
            : .list(InteractorInput.List(source: content.source, id: id, cursor: state.pages?.cursor))
    }

    private func item(_ row: String) -> JSONItem? { state.pages?.items.first { $0.id == row } }

    private func title(of item: JSONItem) -> String { state.rows.first { $0.id == item.id }?.title ?? item.id }
}

/// The members of a row, all of them texts.
struct RowText: JSONReadable {
    private var members: [String: String?]

    init(from reader: inout JSONReader) throws(JSONError) {
        members = try reader.read([String: String?].self)
    }

    func row(id: String) -> Row {
        func member(_ name: String) -> String? { members[name].flatMap { $0 } }
        return Row(
            id: id, title: member("title") ?? "", symbol: member("symbol"), subtitle: member("subtitle"),
            accessory: member("accessory"), tone: member("tone").flatMap { Tone(rawValue: $0) })
    }
}
