/// The rule of Tests/Conversations/README.md, also implemented by scripts/conform.
package enum EventMatch {
    private static let neverCompared: Set<String> = ["id", "source", "time", "specversion"]

    /// The first problem of `actual`, or nil.
    package static func compare(_ expected: [JSONValue], _ actual: [JSONValue], inAnyOrder: Bool) -> String? {
        let actual = inAnyOrder ? ordered(actual, like: expected) : actual
        for (index, pair) in zip(expected, actual).enumerated() {
            guard let problem = difference(pair.0, pair.1) else { continue }
            return "event \(index + 1): \(problem)\nwanted \(pair.0)\ngot    \(pair.1)"
        }
        if actual.count < expected.count {
            return "event \(actual.count + 1) is missing\nwanted \(expected[actual.count])"
        }
        if actual.count > expected.count {
            return "event \(expected.count + 1) was not expected\ngot    \(actual[expected.count])"
        }
        return nil
    }

    /// Where `actual` differs from `wanted`; nil if it does not.
    package static func difference(_ wanted: JSONValue, _ actual: JSONValue, path: String = "") -> String? {
        let place = path.isEmpty ? "the event" : String(path.dropFirst())
        switch (wanted, actual) {
        case (.object(let members), .object(let others)):
            let skipped = path.isEmpty ? neverCompared : []
            for (key, value) in members.sorted(by: { $0.key < $1.key }) where !skipped.contains(key) {
                if let problem = difference(value, others[key] ?? .null, path: "\(path).\(key)") { return problem }
            }
            return nil
        case (.list(let elements), .list(let others)):
            guard elements.count == others.count else {
                return "\(place) has \(others.count) elements, not \(elements.count)"
            }
            for (index, pair) in zip(elements, others).enumerated() {
                if let problem = difference(pair.0, pair.1, path: "\(path)[\(index)]") { return problem }
            }
            return nil
        default:
            return wanted == actual ? nil : "\(place) is \(actual), not \(wanted)"
        }
    }

    /// Moves each event to the place of an expectation that it meets; the others fill the remaining places.
    private static func ordered(_ actual: [JSONValue], like expected: [JSONValue]) -> [JSONValue] {
        var rest = actual
        let met = expected.map { wanted in
            rest.firstIndex { difference(wanted, $0) == nil }.map { rest.remove(at: $0) }
        }
        let filled = met.map { event in event ?? (rest.isEmpty ? nil : rest.removeFirst()) }
        return filled.compactMap(\.self) + rest
    }
}
