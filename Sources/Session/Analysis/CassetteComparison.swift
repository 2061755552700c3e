import JSON
package import Recording
package import Wire

/// Compares two cassettes event by event, as `diff` does with lines.
///
/// Memory is constant: after a difference, it searches up to 1,000 events (or 16 MiB) of each for the place where they
/// agree again. Events moved further count as removed and added.
package struct CassetteComparison {
    package struct Finding {
        /// The cassettes that have the event: both, only the first, or only the second; as `diff` marks it.
        package enum Kind: String {
            case same = " ", changed = "!", removed = "-", added = "+"
        }

        package let kind: Kind
        package let event: ComparedEvent
        package var differences: [JSONTree.Difference] = []
    }

    /// Consecutive equal events that are not a coincidence.
    private static let anchor = 3

    private var expected: EventWindow
    private var actual: EventWindow
    private var causes = CausePairs()
    /// Findings in reverse order.
    private var found: [Finding] = []

    /// - Parameters:
    ///   - expected: returns the first cassette's next event.
    ///   - actual: returns the second one's.
    package init(
        expected: @escaping () throws -> Passage?, actual: @escaping () throws -> Passage?
    ) {
        self.expected = EventWindow(expected)
        self.actual = EventWindow(actual)
    }

    /// The next result; nil at the end of both.
    package mutating func next() throws -> Finding? {
        if let next = found.popLast() { return next }
        switch (try expected.first(), try actual.first()) {
        case (nil, nil): return nil
        case (let one?, nil):
            expected.removeFirst(1)
            return Finding(kind: .removed, event: one)
        case (nil, let other?):
            actual.removeFirst(1)
            return Finding(kind: .added, event: other)
        case (let one?, let other?) where one.isSame(as: other):
            expected.removeFirst(1)
            actual.removeFirst(1)
            return pair(one, other)
        default:
            found = try gap().reversed()
            return found.popLast()
        }
    }

    /// Compares up to the next place where both agree again.
    private mutating func gap() throws -> [Finding] {
        let (one, other) = (try expected.filled(), try actual.filled())
        let (skipped, skippedOther) = Self.meeting(one, other)
        let findings = align(one.prefix(skipped), other.prefix(skippedOther))
        expected.removeFirst(skipped)
        actual.removeFirst(skippedOther)
        return findings
    }

    /// The numbers of events before the nearest place where both agree again; all if there is none.
    private static func meeting(
        _ one: ArraySlice<ComparedEvent>, _ other: ArraySlice<ComparedEvent>
    ) -> (Int, Int) {
        // The contents are normalised once.
        let (one, other) = (one.map(\.content), other.map(\.content))
        let places = Dictionary(grouping: other.indices) { other[$0] }
        func nearest(_ length: Int) -> (Int, Int)? {
            var best: (Int, Int)?
            for skipped in one.indices {
                // All further places are more distant.
                if let best, skipped >= best.0 + best.1 { break }
                for place in places[one[skipped]] ?? [] {
                    if let best, skipped + place >= best.0 + best.1 { break }
                    let pairs = zip(one[skipped...].prefix(length), other[place...].prefix(length))
                    // Near the end, fewer are enough.
                    if pairs.allSatisfy({ $0 == $1 }) { best = (skipped, place) }
                }
            }
            return best
        }
        return nearest(anchor) ?? nearest(1) ?? (one.count, other.count)
    }

    /// Between two such places, events of the same kind are paired in order.
    private mutating func align(
        _ one: ArraySlice<ComparedEvent>, _ other: ArraySlice<ComparedEvent>
    ) -> [Finding] {
        var findings: [Finding] = []
        var rest = other
        for event in one {
            guard let match = rest.firstIndex(where: { $0.isOfSameKind(as: event) }) else {
                findings.append(Finding(kind: .removed, event: event))
                continue
            }
            findings += rest[..<match].map { Finding(kind: .added, event: $0) }
            findings.append(pair(event, rest[match]))
            rest = rest[(match + 1)...]
        }
        return findings + rest.map { Finding(kind: .added, event: $0) }
    }

    private mutating func pair(_ one: ComparedEvent, _ other: ComparedEvent) -> Finding {
        var differences = causes.pair(one, other)
        if !one.isSame(as: other), let expected = JSONTree(one.content), let actual = JSONTree(other.content) {
            let found = expected.differences(from: actual)
            // The data differ in bytes alone, such as one of two members with one name.
            let whole = JSONTree.Difference(
                path: "data", expected: .spelled(String(decoding: one.event.data, as: UTF8.self)),
                actual: .spelled(String(decoding: other.event.data, as: UTF8.self)))
            differences = (found.isEmpty ? [whole] : found) + differences
        }
        return Finding(kind: differences.isEmpty ? .same : .changed, event: one, differences: differences)
    }
}

/// Pairs of equal events in two cassettes, to find out whether two events have the same cause. Only the newest 16,384
/// pairs are known; other causes are not compared.
struct CausePairs: Sendable {
    private var pairs = RecentMap<String, String>(capacity: 16_384)

    /// Pairs two events.
    /// - Returns: the members that name different causes.
    mutating func pair(_ expected: ComparedEvent, _ actual: ComparedEvent) -> [JSONTree.Difference] {
        pairs.insert(actual.event.id, for: expected.event.id)
        return differences("causationid", expected.event.causationID, actual.event.causationID)
            + differences("correlationid", expected.event.correlationID, actual.event.correlationID)
    }

    private func differences(_ name: JSONTree.Key, _ expected: String?, _ actual: String?) -> [JSONTree.Difference] {
        if let expected, actual != nil, pairs[expected] == nil || pairs[expected] == actual { return [] }
        func tree(_ id: String?) -> JSONTree { .object(id.map { [name: .string($0)] } ?? [:]) }
        return tree(expected).differences(from: tree(actual))
    }
}

/// An event of a cassette, with the content that is the same in another recording of the session.
package struct ComparedEvent {
    package let time: Double
    package let sender: String
    /// Sorted.
    package let receivers: [String]
    package let event: Event
    private let ids: KnownIDs

    /// - Parameter ids: the ids of the cassette.
    /// - Returns: nil for a line that is not an event.
    init?(_ passage: Passage, ids: KnownIDs) {
        guard let event = try? Event(line: passage.event.span) else { return nil }
        self.event = event
        self.ids = ids
        (time, sender, receivers) = (passage.time, passage.sender, passage.receivers.sorted())
        ids.ids.insert(true, for: event.id)
    }

    /// Sender, receivers, type, subject and data in canonical JSON, without the ids. These are left to ``CausePairs``:
    /// as ordinals, they would all differ after an additional event.
    var content: [UInt8] {
        var members: [JSONTree.Key: JSONTree] = [
            "from": .string(sender), "to": .array(receivers.map { .string($0) }), "type": .string(event.type),
        ]
        if let subject = event.subject { members["subject"] = .string(subject) }
        return Array(JSONTree.object(members).text.utf8.dropLast()) + #","data":"#.utf8 + canonicalData
            + [UInt8(ascii: "}")]
    }

    func isSame(as other: ComparedEvent) -> Bool {
        guard isOfSameKind(as: other), receivers == other.receivers else { return false }
        // Two recordings are mostly equal byte for byte, so normalisation is left for later.
        return event.data == other.event.data || canonicalData == other.canonicalData
    }

    /// True if the other event may be this one with different content.
    func isOfSameKind(as other: ComparedEvent) -> Bool {
        event.type == other.event.type && sender == other.sender && event.subject == other.event.subject
    }

    private var canonicalData: [UInt8] {
        var data: [UInt8] = []
        do throws(JSONError) {
            try JSONCanonicalForm.append(event.data.span, to: &data) { ids.ids[$0] != nil ? "(id)" : nil }
            return data
        } catch { return event.data }
    }
}

extension ComparedEvent: CustomStringConvertible {
    /// A text such as `view.input.show (apps-1) presenter → view`.
    package var description: String {
        "\(event.type)\(event.subject.map { " (\($0))" } ?? "") \(sender) → \(receivers.joined(separator: ", "))"
    }
}

/// A cassette's newest ids, to which payloads may refer, as in a cancellation.
final class KnownIDs {
    fileprivate var ids = RecentMap<String, Bool>(capacity: 16_384)
}

/// A window of a cassette's next events.
struct EventWindow {
    /// Events of a window, and their bytes.
    private static let longest = 1_000
    private static let largest = 16 << 20

    private let source: () throws -> Passage?
    private let ids = KnownIDs()
    private var events: ArraySlice<ComparedEvent> = []
    private var bytes = 0
    private var hasEnded = false

    init(_ source: @escaping () throws -> Passage?) {
        self.source = source
    }

    mutating func first() throws -> ComparedEvent? {
        if events.isEmpty { try readOne() }
        return events.first
    }

    mutating func filled() throws -> ArraySlice<ComparedEvent> {
        while !hasEnded, events.count < Self.longest, bytes < Self.largest { try readOne() }
        return events
    }

    mutating func removeFirst(_ count: Int) {
        bytes -= events.prefix(count).reduce(0) { $0 + $1.event.data.count }
        events.removeFirst(count)
    }

    private mutating func readOne() throws {
        while !hasEnded {
            let passage = try source()
            hasEnded = passage == nil
            guard let passage, let event = ComparedEvent(passage, ids: ids) else { continue }
            events.append(event)
            bytes += event.event.data.count
            return
        }
    }
}
