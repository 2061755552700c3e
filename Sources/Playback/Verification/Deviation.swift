package import Processes
package import Recording
package import Wire

/// The first difference between a program and a recording.
package struct Deviation: Error {
    package enum Kind {
        /// An output differs, in these members.
        case differs([JSONTree.Difference])
        /// An output is missing.
        case missing
        /// An output was not recorded.
        case additional
        /// It ended too early.
        case ended(Outcome)
        /// It did not read what was typed.
        case unread
        /// It did not read its input.
        case deaf
    }

    package let kind: Kind
    /// The recorded event, or the additional one.
    package let event: Event
    /// Its place in the cassette; nil for an additional event.
    package let place: Expectation.Place?
    /// Its cause.
    package let cause: Cause?

    /// An input's type and place.
    package struct Cause: Sendable {
        package let type: String
        package let place: Expectation.Place
    }

    package init(_ kind: Kind, _ event: Event, at place: Expectation.Place?, cause: Cause?) {
        self.kind = kind
        self.event = event
        self.place = place
        self.cause = cause
    }
}

extension Deviation: CustomStringConvertible {
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
