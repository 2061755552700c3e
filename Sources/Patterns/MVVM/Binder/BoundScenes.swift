import ViewModelMessages
import Wire

/// The scenes on the path, and those that are not on it yet.
struct BoundScenes {
    private var scenes: [String: BoundScene] = [:]
    private var path: Set<String> = []
    /// Oldest first.
    private var ahead: [String] = []

    /// So many scenes may have properties before the path says where they are, as in a view that is started again. Beyond
    /// that the oldest are dropped.
    private static let mostAhead = 64

    subscript(_ scene: String) -> BoundScene? { scenes[scene] }

    mutating func take(_ event: Event, of scene: String) throws(PayloadError) -> BoundScene {
        var bound = scenes[scene] ?? BoundScene()
        try bound.take(event)
        if scenes.updateValue(bound, forKey: scene) == nil, !path.contains(scene) {
            ahead.append(scene)
            if ahead.count > Self.mostAhead { scenes[ahead.removeFirst()] = nil }
        }
        return bound
    }

    /// Scenes never come back, so those that have left the path are forgotten.
    mutating func follow(_ newPath: [Place]) {
        let new = Set(newPath.map(\.scene))
        for gone in path.subtracting(new) { scenes[gone] = nil }
        ahead.removeAll { new.contains($0) }
        path = new
    }
}
