package import RouterMessages
package import ViewMessages

/// The scenes on the router's stack, and the newest state of each.
package struct SceneStack<State: SceneContent>: Sendable {
    /// The stack of scenes, the one on screen last; nil until the router has sent it.
    package private(set) var stack: [Scene]?
    private var states: [String: State] = [:]
    /// Scenes that have a screen and are not on the stack yet, oldest first.
    private var ahead: [String] = []
    /// The memories of an earlier view, of scenes that this one has not shown yet.
    private var remembered: [String: State.Memory] = [:]

    /// A presenter may be ahead of the router by so many scenes. Beyond that the oldest are dropped.
    private static var mostAhead: Int { 64 }

    package init() {}

    package var topID: String? { stack?.last?.scene }
    /// Nil before the scene on screen has a screen.
    package var top: State? { topID.flatMap { states[$0] } }
    package var isAtRoot: Bool { (stack?.count ?? 0) < 2 }
    /// The user has left the last scene.
    package var isFinished: Bool { stack?.isEmpty == true }
    /// The scene on screen is closed rather than gone back from.
    package var isModal: Bool { !isAtRoot && stack?.last?.presentation == .modal }

    /// The titles on the way to the scene on screen, its own last. The way to a modal scene is left out.
    package var titles: [String] {
        let stack = stack ?? []
        let start = stack.lastIndex { $0.presentation == .modal } ?? 0
        return stack[start...].compactMap { states[$0.scene]?.screen.title }
    }

    /// The memories for a successor of this view, of the scenes that it needs.
    package func memory(where isNeeded: (State) -> Bool = { _ in true }) -> [String: State.Memory] {
        states.compactMapValues { isNeeded($0) ? $0.memory : nil }.merging(remembered) { own, _ in own }
    }

    /// Gives each scene its memory back with its first screen.
    package mutating func restore(_ memory: [String: State.Memory]) { remembered = memory }

    /// The images of a scene's screen, by key.
    package func images(of scene: String) -> [String: ImageFile] { states[scene]?.images ?? [:] }

    package mutating func show(_ screen: Screen, images: [String: ImageFile], on scene: String) {
        states[scene, default: State(screen, images: images)].show(screen, images: images)
        if let memory = remembered.removeValue(forKey: scene) { states[scene]?.restore(memory) }
        guard stack?.contains(where: { $0.scene == scene }) != true, !ahead.contains(scene) else { return }
        ahead.append(scene)
        if ahead.count > Self.mostAhead { states[ahead.removeFirst()] = nil }
    }

    /// The scene's next screen will not arrive. The present one stays, and no longer shows that something is under
    /// way; a scene without one shows its name.
    package mutating func giveUp(on scene: String) {
        guard states[scene] == nil else { states[scene]?.endActivity(); return }
        guard let name = stack?.first(where: { $0.scene == scene })?.name else { return }
        show(Screen(title: name).sanitized, images: [:], on: scene)
    }

    package mutating func navigate(to new: [Scene]) {
        let ids = Set(new.map(\.scene))
        for scene in stack ?? [] where !ids.contains(scene.scene) { states[scene.scene] = nil }
        remembered = remembered.filter { ids.contains($0.key) }
        ahead.removeAll { ids.contains($0) }
        stack = new
    }

    @discardableResult
    package mutating func updateTop<Result>(_ change: (inout State) -> Result) -> Result? {
        guard let topID, let index = states.index(forKey: topID) else { return nil }
        return change(&states.values[index])
    }

    package mutating func updateAll(_ change: (inout State) -> Void) {
        for (scene, var state) in states {
            change(&state)
            states[scene] = state
        }
    }
}

/// A scene of a view: its newest screen, and what the user has done there that only the view knows.
package protocol SceneContent: Sendable {
    /// The part that a successor of the view receives.
    associatedtype Memory: Sendable

    /// - Parameters:
    ///   - screen: sanitized; each image in it is replaced by its ``ImageFile/key``.
    ///   - images: by key.
    init(_ screen: Screen, images: [String: ImageFile])
    /// The part that all views keep.
    var shared: SharedScene { get set }
    var screen: Screen { get }
    /// Selects a row, where the view has a selection.
    mutating func select(row: String)
    var images: [String: ImageFile] { get }
    var memory: Memory { get }
    /// The parts as the user sees them: with only the rows that match the filter, and those in its order.
    var seenParts: [Part] { get }
    /// The rows with what the user reads for them in a question.
    var rowTexts: [(id: String, text: String)] { get }
    mutating func show(_ screen: Screen, images: [String: ImageFile])
    mutating func restore(_ memory: Memory)
    /// - Returns: the screen's notice, once.
    mutating func takeNotice() -> ScreenNotice?
    /// The activity will not end.
    mutating func endActivity()
    /// The entry in a field of a form; nil for the value that the screen declares.
    func enteredText(in name: String) -> String?
    /// The secrets that the user has entered, as far as the view does not keep them.
    var touchedSecrets: Set<String> { get }
    /// Puts a text into a field of a form.
    mutating func enter(_ text: String, in name: String)
    /// Shows what is wrong in a form, if anything.
    /// - Parameter texts: the submitted texts, by the fields' names.
    mutating func show(_ submission: FormSubmission, of form: Form, texts: [String: String])
}

extension SceneContent {
    package mutating func select(row: String) {}
}
