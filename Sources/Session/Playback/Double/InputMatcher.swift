import JSON
import Recording
import Wire

/// Finds the recorded input that matches a live one, and tracks which have come.
struct InputMatcher: Sendable {
    private struct Content: Hashable {
        let type: String
        let subject: String?
        let data: [UInt8]
    }

    /// Inputs of one type and subject.
    private struct Topic: Hashable {
        let type: String
        let subject: String?
    }

    private enum Presence {
        case awaited
        case came
        /// A later one of its type and subject has come: the bus dropped this one as a superseded state.
        case overtaken
    }

    /// Indices of inputs in order; those before ``start`` are no longer expected.
    private struct Places {
        var all: [Int] = []
        var start = 0
    }

    private let script: ServiceScript
    private var presence: [Presence]
    private var byContent: [Content: Places] = [:]
    private var byTopic: [Topic: Places] = [:]
    private var byType: [String: [Int]] = [:]
    /// Inputs before this index have come, or will not come.
    private(set) var firstAwaited = 0

    init(_ script: ServiceScript) {
        self.script = script
        presence = Array(repeating: .awaited, count: script.inputs.count)
        for (place, input) in script.inputs.enumerated() {
            byContent[Self.content(of: input.event), default: Places()].all.append(place)
            byTopic[Self.topic(of: input.event), default: Places()].all.append(place)
            byType[input.event.type, default: []].append(place)
        }
    }

    func isAwaited(_ place: Int) -> Bool { presence[place] == .awaited }

    /// The input with the same type, subject and data. Of several, the first that is still awaited, preferably in the
    /// same chain; when all have come, the last again.
    /// - Parameter event: with recorded ids.
    mutating func find(_ event: Event) -> Int? {
        guard var places = byContent[Self.content(of: event)] else { return nil }
        advance(&places)
        byContent[Self.content(of: event)] = places
        let awaited = places.all[places.start...].prefix(64).filter(isAwaited)
        return awaited.first { script.inputs[$0].event.correlation == event.correlation }
            ?? awaited.first ?? places.all.last
    }

    /// The next input of the type and subject, or else of the type; the last one if all have come.
    mutating func findLike(_ event: Event, onTopicOnly: Bool = false) -> Int? {
        let topic = Self.topic(of: event)
        if var places = byTopic[topic] {
            advance(&places)
            byTopic[topic] = places
            if let next = places.all[places.start...].first { return next }
        }
        guard !onTopicOnly, let places = byType[event.type] else { return nil }
        return places.first(where: isAwaited) ?? places.last
    }

    /// Notes that an input has come.
    mutating func came(_ place: Int) {
        presence[place] = .came
        let topic = Self.topic(of: script.inputs[place].event)
        if var places = byTopic[topic] {
            while places.start < places.all.count, places.all[places.start] <= place {
                if isAwaited(places.all[places.start]) { presence[places.all[places.start]] = .overtaken }
                places.start += 1
            }
            byTopic[topic] = places
        }
        while firstAwaited < presence.count, !isAwaited(firstAwaited) { firstAwaited += 1 }
    }

    /// Recorded inputs of the type, to compare with an unrecorded one; those with its subject first.
    func candidates(for event: Event) -> [ServiceScript.Input] {
        let inputs = (byType[event.type] ?? []).map { script.inputs[$0] }
        let near = inputs.filter { $0.event.subject == event.subject }
        return Array((near.isEmpty ? inputs : near).prefix(100))
    }

    private func advance(_ places: inout Places) {
        while places.start < places.all.count, !isAwaited(places.all[places.start]) { places.start += 1 }
    }

    private static func topic(of event: Event) -> Topic { Topic(type: event.type, subject: event.subject) }

    private static func content(of event: Event) -> Content {
        var data: [UInt8] = []
        if (try? JSONCanonicalForm.append(event.data.span, to: &data)) == nil { data = event.data }
        return Content(type: event.type, subject: event.subject, data: data)
    }
}

/// Describes how an unrecorded input differs from the nearest recorded one.
enum Unrecorded {
    /// Differences that are listed.
    private static let mostDifferences = 5

    /// - Parameter event: with recorded ids.
    static func description(of event: Event, among candidates: [ServiceScript.Input]) -> String {
        let name = event.type + (event.subject.map { " (subject \($0))" } ?? "")
        let compared = candidates.map { ($0, tree(of: $0.event).differences(from: tree(of: event))) }
        guard let (nearest, differences) = compared.min(by: { $0.1.count < $1.1.count }) else {
            return "\(name) was not recorded, nor anything of its type"
        }
        let listed = differences.prefix(mostDifferences).map { "\n  \(Excerpt.beginning(of: "\($0)"))" }.joined()
        let more = differences.count > mostDifferences ? "\n  and \(differences.count - mostDifferences) more" : ""
        return "\(name) was not recorded; the nearest is line \(nearest.line):\(listed)\(more)"
    }

    private static func tree(of event: Event) -> JSONTree {
        var members: [JSONTree.Key: JSONTree] = ["data": JSONTree(event.data) ?? .null]
        members["subject"] = event.subject.map { .string($0) }
        return .object(members)
    }
}
