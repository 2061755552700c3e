package import Recording

/// When an event is as a conversation expects it: all members that are listed match. Objects may have more members; `null`
/// means that a member is absent; lists have the listed length. What differs from run to run is never compared.
/// `scripts/conform` has the same rules.
package enum ConversationRules {
    /// Members of an event that are never compared.
    package static let neverCompared: Set<String> = ["id", "source", "time", "specversion"]

    /// The first place in which an event is not as expected.
    package static func difference(_ expected: JSONTree, _ event: JSONTree) -> JSONTree.Difference? {
        difference(expected, event, at: "")
    }

    private static func difference(
        _ expected: JSONTree, _ actual: JSONTree?, at path: String
    ) -> JSONTree.Difference? {
        switch (expected, actual) {
        case (.null, nil): return nil
        case (.object(let members), .object(let others)?):
            for (key, value) in members.sorted(by: { $0.key < $1.key })
            where !path.isEmpty || !neverCompared.contains(key) {
                let place = path.isEmpty ? key : "\(path).\(key)"
                if let found = difference(value, others[key], at: place) { return found }
            }
            return nil
        case (.array(let elements), .array(let others)?) where elements.count == others.count:
            for (index, pair) in zip(elements, others).enumerated() {
                if let found = difference(pair.0, pair.1, at: "\(path)[\(index)]") { return found }
            }
            return nil
        default:
            guard expected != actual else { return nil }
            return JSONTree.Difference(
                path: path.isEmpty ? "the event" : path, expected: expected, actual: actual)
        }
    }
}
