import RouterMessages
import ViewMessages
import Wire

/// The scenes on the stack, and what the view is shown of them.
struct Pages: Sendable {
    private var pages: [Page] = []
    /// What the scene that the router is asked for will show.
    private var opening: ScriptMemory.OfPage?
    /// What a screen is called that nobody has named.
    private let title: String
    /// The longest data of an event, in bytes.
    private let longestData: Int

    init(title: String, longestData: Int) {
        self.title = title
        self.longestData = longestData
    }

    var isEmpty: Bool { pages.isEmpty }
    var first: Page? { pages.first }
    /// The place of the one on top.
    var top: Int? { pages.indices.last }
    var bottom: Int? { pages.indices.first }
    /// Their places.
    var all: Range<Int> { pages.indices }
    /// Those with something under way.
    var active: [Int] { pages.indices.filter { pages[$0].activity != nil } }

    subscript(index: Int) -> Page {
        get { pages[index] }
        set { pages[index] = newValue }
    }

    func index(of scene: String?) -> Int? { pages.firstIndex { $0.scene.scene == scene } }

    // MARK: The stack

    /// Takes over what the router says.
    /// - Returns: the places of the pages that have to be called, since nobody has said what they show, and of those that are
    ///   there to be shown.
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
                let origin = ScriptCall(isFirst ? [] : ["select"] + (row.map { [$0] } ?? []))
                let content = ScriptScreen(screen: Screen(title: title))
                pages.append(Page(scene, origin: origin, content: content, newest: event.head))
                if !isFirst { called.append(pages.count - 1) }
            }
        }
        // The screen below is no longer opening anything.
        for index in pages.indices.dropLast() where pages[index].activity != nil {
            pages[index].activity = nil
            shown.append(index)
        }
        return (called, shown)
    }

    /// Asks for a scene of its own for what a row leads to.
    mutating func open(_ answer: ScriptScreen, by call: ScriptCall, from index: Int) -> ScriptEffect {
        opening = ScriptMemory.OfPage(
            scene: pages[index].scene, origin: call, screen: answer.screen, completions: answer.completions,
            invalid: answer.invalid, newest: .init(pages[index].newest))
        let row = call.words.dropFirst().first ?? ""
        let open = RouterInput.Open(name: "screen", parameters: ["row": String(row.prefix(Self.longestRow))])
        return .send(
            Event(RouterInput.Open.type, open, answering: pages[index].newest, subject: pages[index].scene.scene))
    }

    /// Characters of a row's id that the router keeps.
    private static let longestRow = 1000

    /// The router has opened nothing.
    mutating func giveUpOpening() { opening = nil }

    // MARK: Memory

    /// - Parameter hasScreens: whether the screens are a part of it.
    func memory(hasScreens: Bool) -> [ScriptMemory.OfPage] {
        pages.map { page in
            ScriptMemory.OfPage(
                scene: page.scene, origin: page.origin, screen: hasScreens ? page.content.screen : nil,
                completions: hasScreens ? page.content.completions : [:],
                invalid: hasScreens ? page.content.invalid : [], newest: .init(page.newest))
        }
    }

    mutating func restore(_ memory: [ScriptMemory.OfPage]) {
        pages = memory.map { page($0, scene: $0.scene, newest: $0.newest.event) }
    }

    private func page(_ memory: ScriptMemory.OfPage, scene: Scene, newest: Event) -> Page {
        var content = ScriptScreen(screen: memory.screen ?? Screen(title: title))
        (content.completions, content.invalid) = (memory.completions, memory.invalid)
        return Page(scene, origin: memory.origin, content: content, newest: newest)
    }

    // MARK: Screens

    /// - Parameter mayRefresh: whether a key makes it anew.
    func show(_ index: Int, mayRefresh: Bool) -> ScriptEffect {
        show(pages[index].screen(mayRefresh: mayRefresh), on: index)
    }

    /// A screen that is too long for a line becomes an alert.
    func show(_ screen: Screen, on index: Int) -> ScriptEffect {
        let page = pages[index]
        var newest = page.newest
        newest.subject = nil
        func event(_ screen: Screen) -> Event {
            Event(ViewInput.Show.type, ViewInput.Show(screen: screen), answering: newest, subject: page.scene.scene)
        }
        let whole = event(screen)
        guard whole.data.count > longestData else { return .send(whole) }
        let message =
            "The screen has \(whole.data.count) bytes, and \(longestData) can be shown. Print less: only what was "
            + "searched, or plain lines, of which there may be any number."
        var short = Screen(title: String(screen.title.prefix(200)))
        short.alert = screen.alert ?? OwnControl.alert("The screen is too long", message, mayRetry: false)
        return .send(event(short))
    }
}
