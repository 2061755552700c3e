package import Processes
package import Recording

/// The first thing that was not as a conversation expects.
package struct ConversationDeviation: Error {
    package enum Kind {
        case differs(JSONTree.Difference)
        case missing(JSONTree)
        case additional(JSONTree)
        /// A line that is no event.
        case stray(String)
        /// It ended before it said what is expected.
        case ended(Outcome, JSONTree)
        /// It ended otherwise than with 0.
        case outcome(Outcome)
        /// It did not end after its input.
        case endless
    }

    package let kind: Kind
    /// The expectation's line in the file; nil if there is none.
    package let line: Int?
}

extension ConversationDeviation: CustomStringConvertible {
    /// The place, and the two texts, one under the other.
    package var description: String {
        let place = line.map { "line \($0): " } ?? ""
        switch kind {
        case .differs(let difference):
            let (expected, actual) = Excerpt.ofDifference(
                difference.expected?.text ?? "(nothing)", difference.actual?.text ?? "(nothing)")
            return "\(place)\(difference.path) differs\n  - \(expected)\n  + \(actual)"
        case .missing(let event): return "\(place)this is missing\n  - \(Excerpt.beginning(of: event.text))"
        case .additional(let event): return "\(place)this is additional\n  + \(Excerpt.beginning(of: event.text))"
        case .stray(let text): return "\(place)it said what is no event (diagnostics belong on stderr)\n  + \(text)"
        case .ended(let outcome, let event):
            return "\(place)this is missing: the program \(outcome)\n  - \(Excerpt.beginning(of: event.text))"
        case .outcome(let outcome): return "\(place)the program \(outcome), not with 0"
        case .endless: return "\(place)the program did not end after its input"
        }
    }
}
