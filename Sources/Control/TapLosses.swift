/// What a tap has missed.
package struct TapLosses: Equatable, Sendable {
    /// Events that the session has left out.
    package private(set) var missed = 0
    /// Lines that are not records.
    package private(set) var unreadable = 0
    /// The connection ended before the tap was complete.
    package private(set) var isCutOff = false

    package init() {}

    package mutating func miss(_ count: Int) { missed = Self.sum(missed, count) }

    package mutating func leaveOut(_ count: Int = 1) { unreadable = Self.sum(unreadable, count) }

    package mutating func cutOff() { isCutOff = true }

    private static func sum(_ one: Int, _ other: Int) -> Int {
        let (sum, overflow) = one.addingReportingOverflow(other)
        return overflow ? .max : sum
    }

    package var isEmpty: Bool { self == TapLosses() }
}

extension TapLosses: CustomStringConvertible {
    package var description: String {
        var parts: [String] = []
        if missed > 0 { parts.append("\(missed) events were missed, because the reader is slower than the session") }
        if unreadable > 0 { parts.append("\(unreadable) lines could not be read and are left out") }
        if isCutOff { parts.append("the session broke off; the last events may be missing") }
        return parts.joined(separator: "; ")
    }
}
