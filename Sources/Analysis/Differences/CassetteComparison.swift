package import Recording

/// Compares two cassettes event by event, as `diff` does with lines.
///
/// Memory is constant: behind a difference, up to 1,000 events (or 16 MiB) of each are searched for the place where
/// they agree again. Events moved further count as removed and added.
package struct CassetteComparison {
    package enum Finding {
        case same(ComparedEvent)
        case changed(ComparedEvent, ComparedEvent, [JSONTree.Difference])
        /// Only in the first cassette.
        case removed(ComparedEvent)
        /// Only in the second cassette.
        case added(ComparedEvent)
    }

    /// Consecutive equal events that are not a coincidence.
    private static let anchor = 3

    private var expected: EventWindow
    private var actual: EventWindow
    private var causes = CausePairs()
    /// In reverse order.
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
        // Each is normalised once.
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
