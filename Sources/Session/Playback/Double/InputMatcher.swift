import JSON
import Recording
import Wire

/// Finds the recorded input that matches a live one, and tracks which have come.
struct InputMatcher: Sendable {
    private struct Content: Hashable {
        let topic: Topic
        let data: [UInt8]
    }

    private let script: ServiceScript
    /// A later input of its type and subject overtakes one: the bus dropped that as a superseded state.
    private var awaited: AwaitedPlaces
    private var byContent = RecordedOrder<Content>()
    private var byTopic = RecordedOrder<Topic>()
    private var byType: [String: [Int]] = [:]

    init(_ script: ServiceScript) {
        self.script = script
        awaited = AwaitedPlaces(script.inputs.map { _ in true })
        for (place, input) in script.inputs.enumerated() {
            byContent.append(place, for: Self.content(of: input.event))
            byTopic.append(place, for: Topic(input.event))
            byType[input.event.type, default: []].append(place)
        }
    }

    /// Inputs before it have come, or will not come.
    var firstAwaited: Int { awaited.first }

    func isAwaited(_ place: Int) -> Bool { awaited[place] }

    /// The input with the same type, subject and data. Of several, the first that is still awaited, preferably in the
    /// same chain; when all have come, the last again.
    /// - Parameter event: an input with recorded ids.
    mutating func find(_ event: Event) -> Int? {
        let content = Self.content(of: event)
        let fresh = byContent.rest(content) { awaited[$0] }.prefix(64).filter(isAwaited)
        return fresh.first { script.inputs[$0].event.correlation == event.correlation }
            ?? fresh.first ?? byContent.all(content).last
    }

    /// The next input of the type and subject, or else of the type; the last one if all have come.
    mutating func findLike(_ event: Event, onTopicOnly: Bool = false) -> Int? {
        if let next = byTopic.rest(Topic(event), while: { awaited[$0] }).first { return next }
        guard !onTopicOnly, let places = byType[event.type] else { return nil }
        return places.first(where: isAwaited) ?? places.last
    }

    /// Notes that an input has come.
    mutating func came(_ place: Int) {
        let fresh = byTopic.rest(Topic(script.inputs[place].event)) { awaited[$0] }
        for place in fresh.prefix(while: { $0 <= place }) + [place] { awaited.remove(place) }
    }

    /// Recorded inputs of the type, to compare with an unrecorded one; those with its subject first.
    func candidates(for event: Event) -> [ServiceScript.Input] {
        let inputs = (byType[event.type] ?? []).map { script.inputs[$0] }
        let near = inputs.filter { $0.event.subject == event.subject }
        return Array((near.isEmpty ? inputs : near).prefix(100))
    }

    private static func content(of event: Event) -> Content {
        if event.isSubmission { return Content(topic: Topic(event), data: Array(event.tree().text.utf8)) }
        var data: [UInt8] = []
        if (try? JSONCanonicalForm.append(event.data.span, to: &data)) == nil { data = event.data }
        return Content(topic: Topic(event), data: data)
    }
}

/// Describes how an unrecorded input differs from the nearest recorded one.
enum Unrecorded {
    /// Differences that are listed.
    private static let mostDifferences = 5

    /// - Parameter event: an input with recorded ids.
    static func description(of event: Event, among candidates: [ServiceScript.Input]) -> String {
        let name = event.type + (event.subject.map { " (subject \($0))" } ?? "")
        let compared = candidates.map { ($0, $0.event.tree().differences(from: event.tree())) }
        guard let (nearest, differences) = compared.min(by: { $0.1.count < $1.1.count }) else {
            return "\(name) was not recorded, nor anything of its type"
        }
        let listed = differences.prefix(mostDifferences).map { "\n  \(Excerpt.beginning(of: "\($0)"))" }.joined()
        let more = differences.count > mostDifferences ? "\n  and \(differences.count - mostDifferences) more" : ""
        return "\(name) was not recorded; the nearest is line \(nearest.line):\(listed)\(more)"
    }
}
