import JSON
import Wire

/// Finds the recorded input that a live one is, and keeps the roll of those that have come.
struct InputMatcher: Sendable {
    private struct Content: Hashable {
        let type: String
        let subject: String?
        let data: [UInt8]
    }

    /// Of one type, about one scene.
    private struct Topic: Hashable {
        let type: String
        let subject: String?
    }

    private enum Presence {
        case awaited
        case came
        /// A later one of its type and subject has come: it has been overtaken on the bus, as states are, and won't come.
        case overtaken
    }

    /// Places of inputs in their order; those before ``start`` are awaited no more.
    private struct Places {
        var all: [Int] = []
        var start = 0
    }

    private let script: ServiceScript
    private var presence: [Presence]
    private var byContent: [Content: Places] = [:]
    private var byTopic: [Topic: Places] = [:]
    private var byType: [String: [Int]] = [:]
    /// All recorded inputs before this one have come, or will not come.
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

    /// The input of the same type, subject and data. Recorded several times, it is the first that is still awaited, and
    /// of these rather one of the same chain; when all have come, it is the last once more.
    /// - Parameter event: with recorded ids.
    mutating func find(_ event: Event) -> Int? {
        guard var places = byContent[Self.content(of: event)] else { return nil }
        advance(&places)
        byContent[Self.content(of: event)] = places
        let awaited = places.all[places.start...].prefix(64).filter(isAwaited)
        return awaited.first { script.inputs[$0].event.correlation == event.correlation }
            ?? awaited.first ?? places.all.last
    }

    /// The one that would be next of its type and subject, or else of its type; of those that have all come, the last.
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

    /// Recorded inputs of a type that are worth comparing with one that is none of them: of its subject first.
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
