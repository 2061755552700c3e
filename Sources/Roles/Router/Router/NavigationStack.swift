import JSON
import RouterMessages

/// The open scenes, the top one last. Instances are numbered, and a number is never reused, so that a late message
/// about a closed scene cannot be mistaken for one about another.
struct NavigationStack: JSONCodable, Equatable, Sendable {
    private(set) var scenes: [Scene] = []
    private(set) var count: Int = 0

    init(root: String, parameters: [String: String]) {
        push(root, parameters: parameters)
    }

    mutating func push(_ name: String, parameters: [String: String], presentation: Presentation? = nil) {
        count += 1
        scenes.append(
            Scene(scene: "\(name)-\(count)", name: name, parameters: parameters, presentation: presentation))
    }

    /// Leaves the top scene, if there is one.
    mutating func pop() {
        _ = scenes.popLast()
    }

    /// Reads a snapshot, which may contain anything: counting from a huge number would overflow.
    init(from reader: inout JSONReader) throws(JSONError) {
        var scenes: [Scene]?
        var count: Int?
        let object = try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "scenes" where scenes == nil: scenes = try reader.read()
            case "count" where count == nil:
                let start = reader.offset
                let value = try reader.read(Int.self)
                guard 0...Self.highest ~= value else {
                    throw JSONError(.invalid("is not a count of scenes"), at: start)
                }
                count = value
            default: try reader.skipValue()
            }
        }
        guard let scenes else { throw .missing("scenes", at: object) }
        guard let count else { throw .missing("count", at: object) }
        self.scenes = scenes
        self.count = count
    }

    private static let highest = 1 << 53
}
