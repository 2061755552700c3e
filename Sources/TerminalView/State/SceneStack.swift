import RouterMessages
import ViewMessages

/// The scenes on the router's stack, and the newest state of each.
struct SceneStack: Sendable {
    /// The way that the person went, the scene on screen last; nil until the router has told it.
    private(set) var stack: [Scene]?
    private var states: [String: SceneState] = [:]
    /// Scenes that have a screen and are not on the stack yet, oldest first.
    private var ahead: [String] = []
    /// What an earlier view remembered of scenes that this one has not shown yet.
    private var remembered: [String: ViewMemory.OfScene] = [:]

    /// A presenter may be ahead of the router by so many scenes. Beyond that the oldest are dropped.
    private static let mostAhead = 64

    var topID: String? { stack?.last?.scene }
    /// Nil before the scene on screen has a screen.
    var top: SceneState? { topID.flatMap { states[$0] } }
    var isAtRoot: Bool { (stack?.count ?? 0) < 2 }
    /// The person has left the last scene.
    var isFinished: Bool { stack?.isEmpty == true }
    /// The scene on screen is closed rather than gone back from.
    var isModal: Bool { !isAtRoot && stack?.last?.presentation == .modal }

    /// The titles on the way to the scene on screen, its own last. The way to a modal scene is left out.
    var titles: [String] {
        let stack = stack ?? []
        let start = stack.lastIndex { $0.presentation == .modal } ?? 0
        return stack[start...].compactMap { states[$0.scene]?.screen.title }
    }

    /// What a successor of this view is told.
    var memory: [String: ViewMemory.OfScene] { remembered.merging(states.mapValues(\.memory)) { $1 } }

    /// Each scene gets its memory back with its first screen.
    mutating func restore(_ memory: [String: ViewMemory.OfScene]) { remembered = memory }

    /// The images of a scene's screen, by key.
    func images(of scene: String) -> [String: ImageFile] { states[scene]?.images ?? [:] }

    mutating func show(_ screen: Screen, images: [String: ImageFile], on scene: String) {
        states[scene, default: SceneState(screen, images: images)].show(screen, images: images)
        if let memory = remembered.removeValue(forKey: scene) { states[scene]?.restore(memory) }
        guard stack?.contains(where: { $0.scene == scene }) != true, !ahead.contains(scene) else { return }
        ahead.append(scene)
        if ahead.count > Self.mostAhead { states[ahead.removeFirst()] = nil }
    }

    /// The screen that the scene was to have does not come. The one that it has stays, and says no longer that something is under
    /// way; a scene without one shows its name.
    mutating func giveUp(on scene: String) {
        guard states[scene] == nil else { states[scene]?.endActivity(); return }
        guard let name = stack?.first(where: { $0.scene == scene })?.name else { return }
        show(Screen(title: name).sanitized, images: [:], on: scene)
    }

    mutating func navigate(to new: [Scene]) {
        let ids = Set(new.map(\.scene))
        for scene in stack ?? [] where !ids.contains(scene.scene) { states[scene.scene] = nil }
        remembered = remembered.filter { ids.contains($0.key) }
        ahead.removeAll { ids.contains($0) }
        stack = new
    }

    mutating func updateTop(_ change: (inout SceneState) -> Void) {
        guard let topID, var state = states.removeValue(forKey: topID) else { return }
        change(&state)
        states[topID] = state
    }

    mutating func updateAll(_ change: (inout SceneState) -> Void) {
        states = states.mapValues { state in
            var state = state
            change(&state)
            return state
        }
    }
}
