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

    /// A count that is no count of ours would end in a number that cannot be counted on from.
    init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        scenes = try members.decode([Scene].self, forKey: .scenes)
        count = try members.decode(Int.self, forKey: .count)
        guard 0...Self.highest ~= count else {
            throw DecodingError.dataCorruptedError(
                forKey: .count, in: members, debugDescription: "is no count of scenes")
        }
    }

    private static let highest = 1 << 53

    /// Leaves the top scene; in an empty stack there is nothing to leave.
    mutating func pop() {
        _ = scenes.popLast()
    }
}
