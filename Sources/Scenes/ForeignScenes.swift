import JSON
import RouterMessages

/// The scenes on the stack that another process presents: what is said about them is none of this one's business.
struct ForeignScenes: JSONCodable, Equatable, Sendable {
    var scenes: [String] = []
    /// Whether the top scene is one of them.
    var isOnTop: Bool = false

    init() {}

    init(in stack: [Scene], besides own: [Scene]) {
        scenes = stack.filter { !own.contains($0) }.map(\.scene)
        isOnTop = stack.last.map { !own.contains($0) } ?? false
    }

    func contains(_ scene: String) -> Bool { scenes.contains(scene) }
}
