package import Recording

/// Holds one cassette against another, event by event, as `diff` does with lines.
///
/// Memory is constant: where the two differ, up to 1,000 events (or 16 MiB) of each are looked at for the place from which
/// they are the same again. What is moved further than that is told as removed and added.
package struct CassetteComparison {
    package enum Finding {
        case same(ComparedEvent)
        case changed(ComparedEvent, ComparedEvent, [JSONTree.Difference])
        /// Only the first cassette has it.
        case removed(ComparedEvent)
        /// Only the second cassette has it.
        case added(ComparedEvent)
    }

    /// So many events in a row must be the same, that it is no accident.
    private static let anchor = 3

    private var expected: EventWindow
    private var actual: EventWindow
    private var causes = CausePairs()
    /// In reverse order.
    private var found: [Finding] = []

    /// - Parameters:
    ///   - expected: gives the first cassette's events, one by one.
    ///   - actual: the second one's.
    package init(
        expected: @escaping () throws -> Passage?, actual: @escaping () throws -> Passage?
    ) {
        self.expected = EventWindow(expected)
        self.actual = EventWindow(actual)
    }

    /// What is to be said next; nil at the end of both.
    package mutating func next() throws -> Finding? {
        if let next = found.popLast() { return next }
        switch (try expected.first(), try actual.first()) {
        case (nil, nil): return nil
        case (let one?, nil):
            expected.removeFirst(1)
            return .removed(one)
        case (nil, let other?):
            actual.removeFirst(1)
            return .added(other)
        case (let one?, let other?) where one.isSame(as: other):
            expected.removeFirst(1)
            actual.removeFirst(1)
            return pair(one, other)
        default:
            found = try gap().reversed()
            return found.popLast()
        }
    }

    /// Up to the next place from which they are the same.
    private mutating func gap() throws -> [Finding] {
        let (one, other) = (try expected.filled(), try actual.filled())
        let (skipped, skippedOther) = Self.meeting(one, other)
        let findings = align(one.prefix(skipped), other.prefix(skippedOther))
        expected.removeFirst(skipped)
        actual.removeFirst(skippedOther)
        return findings
    }

    /// How many events of each come before the nearest place from which both are the same; all where there is none.
    private static func meeting(
        _ one: ArraySlice<ComparedEvent>, _ other: ArraySlice<ComparedEvent>
    ) -> (Int, Int) {
        // Each is brought into its form once.
        let (one, other) = (one.map(\.content), other.map(\.content))
        let places = Dictionary(grouping: other.indices) { other[$0] }
        func nearest(_ length: Int) -> (Int, Int)? {
            var best: (Int, Int)?
            for skipped in one.indices {
                // From here on every place is further away.
                if let best, skipped >= best.0 + best.1 { break }
                for place in places[one[skipped]] ?? [] {
                    if let best, skipped + place >= best.0 + best.1 { break }
                    let pairs = zip(one[skipped...].prefix(length), other[place...].prefix(length))
                    // Near the end fewer have to do.
                    if pairs.allSatisfy({ $0 == $1 }) { best = (skipped, place) }
                }
            }
            return best
        }
        return nearest(anchor) ?? nearest(1) ?? (one.count, other.count)
    }

    /// Of what stands between two such places, events of the same kind belong together, in their order.
    private mutating func align(
        _ one: ArraySlice<ComparedEvent>, _ other: ArraySlice<ComparedEvent>
    ) -> [Finding] {
        var findings: [Finding] = []
        var rest = other
        for event in one {
            guard let match = rest.firstIndex(where: { $0.isOfSameKind(as: event) }) else {
                findings.append(.removed(event))
                continue
            }
            findings += rest[..<match].map { .added($0) }
            findings.append(pair(event, rest[match]))
            rest = rest[(match + 1)...]
        }
        return findings + rest.map { .added($0) }
    }

    private mutating func pair(_ one: ComparedEvent, _ other: ComparedEvent) -> Finding {
        var differences = causes.pair(one, other)
        if !one.isSame(as: other), let expected = JSONTree(one.content), let actual = JSONTree(other.content) {
            differences = expected.differences(from: actual) + differences
        }
        return differences.isEmpty ? .same(one) : .changed(one, other, differences)
    }
}
