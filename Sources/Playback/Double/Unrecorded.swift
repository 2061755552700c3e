import Recording
import Wire

/// Describes how an unrecorded input differs from the nearest recorded one.
enum Unrecorded {
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
        var members: [String: JSONTree] = ["data": JSONTree(event.data) ?? .null]
        members["subject"] = event.subject.map { .string($0) }
        return .object(members)
    }
}
