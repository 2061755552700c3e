package import Processes
package import Wire

/// The first difference between a program and a recording.
package struct Deviation: Error {
    package enum Kind {
        /// An output differs, in these members.
        case differs([JSONTree.Difference])
        case missing
        /// An output was not recorded.
        case additional
        /// The program ended too early.
        case ended(Outcome)
        /// The program did not read what was typed.
        case unread
        /// The program did not read its input.
        case deaf
    }

    package let kind: Kind
    /// The recorded event, or the additional one.
    package let event: Event
    /// The place of the event in the cassette; nil for an additional event.
    package let place: Expectation.Place?
    package let cause: Cause?

    /// An input's type and place.
    package struct Cause: Sendable {
        package let type: String
        package let place: Expectation.Place

        package init(type: String, place: Expectation.Place) {
            self.type = type
            self.place = place
        }
    }

    package init(_ kind: Kind, _ event: Event, at place: Expectation.Place?, cause: Cause?) {
        self.kind = kind
        self.event = event
        self.place = place
        self.cause = cause
    }
}

extension Deviation: CustomStringConvertible {
    /// Differences that are listed.
    private static let mostDifferences = 10

    /// A report: the place, the cause, and the two texts, one under the other.
    package var description: String {
        var lines = [headline]
        if let cause { lines.append("  answers \(cause.type), \(Self.text(of: cause.place))") }
        switch kind {
        case .differs(let differences):
            for difference in differences.prefix(Self.mostDifferences) {
                let (expected, actual) = Excerpt.ofDifference(
                    difference.expected?.text ?? "(nothing)", difference.actual?.text ?? "(nothing)")
                lines += ["  \(difference.path)", "  - \(expected)", "  + \(actual)"]
            }
            let more = differences.count - Self.mostDifferences
            if more > 0 { lines.append("  and \(more) more differences") }
        case .missing, .unread, .deaf: lines.append("  - \(summary)")
        case .additional: lines.append("  + \(summary)")
        case .ended(let outcome): lines += ["  - \(summary)", "  the program \(outcome)"]
        }
        return lines.joined(separator: "\n")
    }

    private var headline: String {
        let name = event.type + (event.subject.map { " (subject \($0))" } ?? "")
        let found =
            switch kind {
            case .differs: "\(name) differs"
            case .missing: "\(name) is missing"
            case .additional: "\(name) is additional"
            case .ended: "\(name) is missing: the program has ended"
            case .unread: "what was typed is not read"
            case .deaf: "\(name) is not read, nor what was sent before it"
            }
        return (place.map { "\(Self.text(of: $0)): " } ?? "") + found
    }

    private var summary: String { Excerpt.beginning(of: String(decoding: event.data, as: UTF8.self)) }

    private static func text(of place: Expectation.Place) -> String {
        let milliseconds = Int((place.time * 1000).rounded())
        let fraction = String(milliseconds % 1000 + 1000).dropFirst()
        return "line \(place.line) (\(milliseconds / 1000).\(fraction) s)"
    }
}

/// A recorded output, expected again.
package struct Expectation: Sendable {
    /// A place in the cassette, and its time in the session.
    package struct Place: Equatable, Sendable {
        /// From 1.
        package let line: Int
        /// Seconds since the session began.
        package let time: Double

        package init(line: Int, time: Double) {
            self.line = line
            self.time = time
        }
    }

    package let event: Event
    package let place: Place

    package init(_ event: Event, at place: Place) {
        self.event = event
        self.place = place
    }

    /// True if an output is this one. A program that names no cause is matched by chain and type.
    /// - Parameter actual: the event with recorded ids.
    package func isMeant(by actual: Event) -> Bool {
        if let cause = actual.causationID { return cause == event.causationID }
        guard event.causationID != nil else { return true }
        return actual.type == event.type && actual.correlationID == event.correlationID
    }
}

/// A program's output and its recorded counterpart.
package struct ComparedOutput: Sendable {
    package let expectation: Expectation
    /// The event with recorded ids.
    package let actual: Event
    /// The number of outputs before it.
    package let number: Int
    /// Empty if they are the same.
    package let differences: [JSONTree.Difference]

    package init(_ actual: Event, number: Int, for expectation: Expectation, differences: [JSONTree.Difference]) {
        self.actual = actual
        self.number = number
        self.expectation = expectation
        self.differences = differences
    }

    /// The output, as it would have been recorded.
    package var asRecorded: Event {
        var event = actual
        event.source = expectation.event.source
        // A program that leaves its id to the bus keeps the recorded one, to which other events refer.
        if event.id.isEmpty { event.id = expectation.event.id }
        event.time = expectation.event.time
        event.causationID = actual.causationID ?? expectation.event.causationID
        return event
    }
}

/// Excerpts of long texts.
package enum Excerpt {
    private static let length = 200
    /// Characters shown before the first difference.
    private static let lead = 40

    package static func beginning(of text: String) -> String {
        let beginning = text.prefix(length)
        return beginning.endIndex < text.endIndex ? "\(beginning)…" : text
    }

    /// The same stretch of two texts, around their first difference.
    package static func ofDifference(_ one: String, _ other: String) -> (String, String) {
        let common = zip(one, other).prefix { $0 == $1 }.count
        let start = max(0, common - lead)
        return (stretch(of: one, from: start), stretch(of: other, from: start))
    }

    private static func stretch(of text: String, from start: Int) -> String {
        guard text.count > length else { return text }
        return (start > 0 ? "…" : "") + beginning(of: String(text.dropFirst(start)))
    }
}
