import Recording
import Wire

/// Pairs of equal events in two cassettes, to tell whether two events have the same cause. Only the newest 16,384 pairs
/// are known; other causes are not compared.
struct CausePairs: Sendable {
    private var pairs = RecentMap<String, String>(capacity: 16_384)

    /// Pairs two events.
    /// - Returns: the members that name different causes.
    mutating func pair(_ expected: ComparedEvent, _ actual: ComparedEvent) -> [JSONTree.Difference] {
        pairs.insert(actual.event.id, for: expected.event.id)
        let causes = [
            ("causationid", expected.event.causationID, actual.event.causationID),
            ("correlationid", expected.event.correlationID, actual.event.correlationID),
        ].filter { !isSame($0.1, $0.2) }
        guard !causes.isEmpty else { return [] }
        func tree(_ ids: [(String, String?)]) -> JSONTree {
            .object(Dictionary(ids.compactMap { name, id in id.map { (name, .string($0)) } }) { $1 })
        }
        return tree(causes.map { ($0.0, $0.1) }).differences(from: tree(causes.map { ($0.0, $0.2) }))
    }

    private func isSame(_ expected: String?, _ actual: String?) -> Bool {
        guard let expected, let actual else { return expected == actual }
        return pairs[expected].map { $0 == actual } ?? true
    }
}
