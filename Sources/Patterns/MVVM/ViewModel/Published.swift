import JSON
import Scenes

/// What a scene has published of its properties.
struct Published: Sendable {
    private var newest: [String: [UInt8]] = [:]

    /// - Returns: the properties whose values are new, in the same order.
    mutating func changes(among properties: [SceneReport]) -> [SceneReport] {
        properties.filter { property in
            let value = property.message.json
            return newest.updateValue(value, forKey: property.type) != value
        }
    }
}
