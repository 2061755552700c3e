import Languages
import RouterMessages
import ViewMessages
import Wire

/// The scenes on the stack, and the screens for the view.
struct Pages: Sendable {
    private var pages: [AppPage] = []
    /// The screen for the scene that the router has been asked to open.
    private var opening: AppMemory.Page?
    /// The title of a screen without one.
    private let title: String
    private let words: Words
    private let paths: PathNames?
    /// The longest data of an event, in bytes.
    let longestData: Int
    /// The first screen, if it arrived before its scene.
    private var early: ProgramScreen?
    /// The reason of the first call's failure, if it ended before its scene came.
    private var earlyFailure: String?
    private var notices = 0

    init(title: String, longestData: Int, _ words: Words, _ paths: PathNames?) {
        self.words = words
        self.paths = paths
        self.title = title
        self.longestData = longestData
    }

    var isEmpty: Bool { pages.isEmpty }
    var first: AppPage? { pages.first }
    var top: Int? { pages.indices.last }
    var all: Range<Int> { pages.indices }
    var active: [Int] { pages.indices.filter { pages[$0].activity != nil } }

    subscript(index: Int) -> AppPage {
        get { pages[index] }
        set { pages[index] = newValue }
    }

    /// The page of the scene, or else the first one.
    func place(of scene: String) -> Int? { index(of: scene) ?? pages.indices.first }

    func index(of scene: String?) -> Int? { pages.firstIndex { $0.scene.scene == scene } }

    // MARK: The stack

    /// Follows the router's stack.
    /// - Returns: the indices of new pages, which need a call of the program, and of pages that are ready to show.
    mutating func navigate(to stack: [Scene], _ event: Event) -> (called: [Int], shown: [Int]) {
        let old = pages
        pages = []
        var (called, shown): ([Int], [Int]) = ([], [])
        for scene in stack {
            if let page = old.first(where: { $0.scene == scene }) {
                pages.append(page)
            } else if let memory = opening {
                pages.append(page(memory, scene: scene, newest: event.head))
                opening = nil
                shown.append(pages.count - 1)
            } else {
                let row = scene.parameters["row"]
                let isFirst = old.isEmpty && pages.isEmpty
                let origin = ProgramCall(isFirst ? [] : ["select"] + (row.map { [$0] } ?? []))
                let content = ProgramScreen(screen: Screen(title: title))
                pages.append(AppPage(scene, origin: origin, content: content, newest: event.head))
                if !isFirst { called.append(pages.count - 1) }
            }
        }
        // The screen below no longer opens anything.
        for index in pages.indices.dropLast() where pages[index].activity != nil {
            pages[index].activity = nil
            shown.append(index)
        }
        return (called, shown)
    }

    /// Asks the router for a detail scene.
    mutating func open(_ answer: ProgramScreen, by call: ProgramCall, from index: Int) -> AppEffect {
        opening = AppMemory.Page(
            scene: pages[index].scene, origin: call, screen: answer.screen, completions: answer.completions,
            invalid: answer.invalid, newest: .init(pages[index].newest), sort: nil, isStale: nil,
            refresh: answer.refresh, highlighted: nil)
        let row = call.rows.first ?? ""
        let open = RouterInput.Open(name: "screen", parameters: ["row": String(row.prefix(Self.longestRow))])
        return .send(
            Event(RouterInput.Open.type, open, answering: pages[index].newest, subject: pages[index].scene.scene))
    }

    /// Characters of a row's id that the router keeps.
    private static let longestRow = 1000

    /// Gives up the detail scene, because the router has opened something else or nothing.
    mutating func giveUpOpening() { opening = nil }

    /// Notes that an action on the page may have changed what those below it show.
    mutating func noteEffects(above index: Int) { for below in 0..<index { pages[below].isStale = true } }

    /// The top page, if the user has come back to it and something may have changed meanwhile.
    mutating func takeComeback() -> Int? {
        guard let top, pages[top].isStale else { return nil }
        pages[top].isStale = false
        return top
    }

    // MARK: Before the first scene

    mutating func keep(_ screen: ProgramScreen) { early = screen }
    mutating func keepFailure(_ message: String) { earlyFailure = earlyFailure ?? message }

    /// - Returns: the first screen, once there is a scene for it.
    mutating func takeEarly() -> ProgramScreen? {
        guard !isEmpty else { return nil }
        defer { early = nil }
        return early
    }

    mutating func takeEarlyFailure() -> String? {
        guard !isEmpty else { return nil }
        defer { earlyFailure = nil }
        return earlyFailure
    }

    // MARK: Notices

    /// A successor counts from 1 again, so the id also has that of the newest action.
    mutating func notice(_ text: String) -> ScreenNotice {
        notices += 1
        return ScreenNotice(id: "notice-\(pages.last?.newest.id ?? "")-\(notices)", text: text)
    }

    /// A notice of the program may lack an id: each of them is a new one.
    mutating func named(_ answer: ProgramScreen) -> ProgramScreen {
        guard let text = answer.screen.notice, text.id.isEmpty else { return answer }
        var answer = answer
        answer.screen.notice?.id = notice(text.text).id
        return answer
    }

    // MARK: Memory

    func memory(hasScreens: Bool) -> [AppMemory.Page] {
        pages.map { page in
            AppMemory.Page(
                scene: page.scene, origin: page.origin, screen: hasScreens ? page.content.screen : nil,
                completions: hasScreens ? page.content.completions : [:],
                invalid: hasScreens ? page.content.invalid : [], newest: .init(page.newest), sort: page.sort,
                isStale: page.isStale ? true : nil, refresh: page.content.refresh, highlighted: page.highlighted)
        }
    }

    mutating func restore(_ memory: [AppMemory.Page]) {
        pages = memory.map { page($0, scene: $0.scene, newest: $0.newest.event) }
    }

    private func page(_ memory: AppMemory.Page, scene: Scene, newest: Event) -> AppPage {
        var content = ProgramScreen(screen: memory.screen ?? Screen(title: title))
        (content.completions, content.invalid, content.refresh) = (memory.completions, memory.invalid, memory.refresh)
        var page = AppPage(scene, origin: memory.origin, content: content, newest: newest)
        (page.sort, page.isStale) = (memory.sort, memory.isStale ?? false)
        page.highlighted = memory.highlighted
        return page
    }

    // MARK: Screens

    /// - Parameters:
    ///   - mayRefresh: whether it has a key to refresh it.
    ///   - mayCancel: whether going back stops what is under way.
    func show(_ index: Int, mayRefresh: Bool, mayCancel: Bool) -> AppEffect {
        var screen = pages[index].screen(mayRefresh: mayRefresh, words)
        if let paths { screen.parts = pages[index].pathFields.filled(screen.parts, paths) }
        if mayCancel { screen.mayCancel = true }
        return show(screen, on: index)
    }

    /// Shows a screen; one that is too long for a line becomes an alert.
    func show(_ screen: Screen, on index: Int) -> AppEffect {
        let page = pages[index]
        var newest = page.newest
        newest.subject = nil
        func event(_ screen: Screen) -> Event {
            Event(ViewInput.Show.type, ViewInput.Show(screen: screen), answering: newest, subject: page.scene.scene)
        }
        let whole = event(screen)
        guard whole.data.count > longestData else { return .send(whole) }
        let message =
            words(
                "The screen has % bytes, and % can be shown. Print less: only what the user searches, or plain lines, whose number has no limit.",
                "\(whole.data.count)", "\(longestData)")
        var short = Screen(title: String(screen.title.prefix(200)))
        short.alert = screen.alert ?? OwnControl.alert(words["The screen is too long"], message, mayRetry: false, words)
        return .send(event(short))
    }
}

/// A scene: the program's last screen for it, and the call that made it.
struct AppPage: Sendable {
    let scene: Scene
    /// The call that refreshes the screen.
    var origin: ProgramCall
    var content: ProgramScreen
    /// The newest user action on the scene.
    var newest: Event
    /// English words for what the program is doing.
    var activity: String?
    var alert: Alert?
    var notice: ScreenNotice?
    /// The failed call, for a retry.
    var failed: ProgramCall?
    /// The texts that the user types in the fields of paths.
    var pathFields = PathFields()
    /// The order that the user has chosen.
    var sort: ViewOutput.DidSort?
    /// An action on a screen above may have changed what this one shows.
    var isStale = false
    /// The row whose preview the user sees, or waits for.
    var highlighted: String?
    /// The program's reply for that row.
    var preview: [Part]?

    init(_ scene: Scene, origin: ProgramCall, content: ProgramScreen, newest: Event) {
        self.scene = scene
        self.origin = origin
        self.content = content
        self.newest = newest
    }

    /// The rows that the page is about: its own, if the user has opened it from one.
    var rows: [String] { origin.rows }

    var query: String { content.screen.prompt?.text ?? "" }

    /// The screen for the view.
    /// - Parameter mayRefresh: whether it has a key to refresh it.
    func screen(mayRefresh: Bool, _ words: Words) -> Screen {
        var screen = content.screen
        screen.activity = activity.map { words[$0] } ?? screen.activity
        screen.alert = alert ?? screen.alert
        screen.notice = notice ?? screen.notice
        screen.preview = preview ?? screen.preview
        if mayRefresh, !origin.hasEffects, screen.keys?.contains(where: { $0.character == "r" }) != true {
            screen.keys = (screen.keys ?? []) + [OwnControl.refreshKey(words)]
        }
        return screen
    }

    /// True if another call has ended the one for the preview.
    var lacksPreview: Bool { preview == nil && showsHighlighted }

    /// True if the row that was highlighted is on the page, which wants a preview for it.
    var showsHighlighted: Bool {
        guard content.screen.reportsHighlight == true, let highlighted else { return false }
        return content.screen.parts.contains { part in
            switch part {
            case .list(let list): list.rows.contains { $0.id == highlighted }
            case .tree(let tree): tree.rows.contains { $0.id == highlighted }
            case .table(let table): table.rows.contains { $0.id == highlighted }
            default: false
            }
        }
    }

    /// The title of a row, for the title of its detail screen.
    func title(ofRow id: String) -> String? {
        for part in content.screen.parts {
            switch part {
            case .list(let list): if let row = list.rows.first(where: { $0.id == id }) { return row.title }
            case .tree(let tree): if let row = tree.rows.first(where: { $0.id == id }) { return row.title }
            default: continue
            }
        }
        return nil
    }
}

extension Event {
    /// The event without its data: as much as a reply to it needs.
    var head: Event {
        var head = self
        head.data = Array("{}".utf8)
        return head
    }
}
