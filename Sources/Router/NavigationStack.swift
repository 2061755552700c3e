import RouterMessages

/// The scenes that the person has gone into, the top one last. Instances are numbered and a number is never used
/// again, so that a late message about a scene that was left cannot be taken for its successor's.
struct NavigationStack: Codable, Equatable, Sendable {
    private(set) var scenes: [Scene] = []
    private var count = 0

    init(root: String, parameters: [String: String]) {
        push(root, parameters: parameters)
    }

    mutating func push(_ name: String, parameters: [String: String], presentation: Presentation? = nil) {
        count += 1
        scenes.append(
            Scene(scene: "\(name)-\(count)", name: name, parameters: parameters, presentation: presentation))
    }

    /// Leaves the top scene; in an empty stack there is nothing to leave.
    mutating func pop() {
        _ = scenes.popLast()
    }
}
