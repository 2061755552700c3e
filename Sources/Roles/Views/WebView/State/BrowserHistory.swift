import Encodings

/// The way back to the scene that the user chose in a browser's history: one step after the other, as the application goes.
struct WayBack: Sendable {
    enum Step: Equatable {
        /// Report that the user goes back from the scene on screen.
        case goBack
        case wait
        case arrived
        /// The application stays where it is, or has gone elsewhere.
        case inVain
    }

    /// The target by its id.
    let target: String
    /// The scene from which the user has gone back already.
    private var left: String?

    init(to target: String) { self.target = target }

    /// - Parameters:
    ///   - stack: the ids of the scenes, the one on screen last.
    ///   - isBlocked: whether something else has to be answered first.
    ///   - isAnswered: whether nothing that the user did waits for its answer.
    mutating func next(on stack: [String], isBlocked: Bool, isAnswered: Bool) -> Step {
        guard let top = stack.last, stack.contains(target) else { return .inVain }
        if top == target { return .arrived }
        if isBlocked { return .inVain }
        if top == left { return isAnswered ? .inVain : .wait }
        left = top
        return .goBack
    }
}

/// A scene's name in an address: its id, or a digest of an id that is long or has characters with a meaning in addresses.
///
/// The address only names an entry of the browser's history. The router decides which scene is on screen.
enum SceneAddress {
    /// Bytes of an id.
    private static let longest = 64
    /// Entries of a browser's history: browsers keep 50. The scene on screen is always among them.
    private static let most = 48

    static func name(of scene: String) -> String {
        scene.utf8.count <= longest && !scene.isEmpty && PercentEncoding.form.encode(scene) == scene
            ? scene : Attribute.hash(scene)
    }

    /// - Parameter stack: the ids of the scenes, the one on screen last.
    static func way(_ stack: [String]) -> [String] {
        (stack.count <= most ? stack : stack.prefix(most - 1) + stack.suffix(1)).map(name)
    }
}
