import JSON
import Recording
import SupervisorMessages
package import Wire

/// A line that a session sends to a tap. No line ends a tap: an unreadable one is counted.
package enum TapLine {
    /// An event, by its range in the record.
    case record(event: Range<Int>)
    /// How many events the session left out because the tap was too slow.
    case missed(Int)
    case header
    /// The session has ended, and the tap is complete.
    case ended
    case refused(String)
    case answer(Event)
    case unreadable

    package init(_ line: [UInt8]) {
        if line.starts(with: Passage.missedHead) {
            self = .missed(Self.count(line))
        } else if let event = JSONSlices.member("event", of: line.span) {
            self = .record(event: event)
        } else if CassetteHeader.begins(line) {
            self = .header
        } else if let event = try? Event(line: line.span) {
            self = Self.parse(event)
        } else {
            self = .unreadable
        }
    }

    private static func count(_ line: [UInt8]) -> Int {
        let digits = JSONSlices.member("missed", of: line.span).map { String(decoding: line[$0], as: UTF8.self) }
        return min(max(1, digits.flatMap { Int($0) } ?? 1), Int(Int32.max))
    }

    private static func parse(_ event: Event) -> TapLine {
        switch event.type {
        case SupervisorOutput.Ended.type: .ended
        case SupervisorOutput.Failed.type:
            .refused((try? event.decode(SupervisorOutput.Failed.self))?.message ?? "the session gave no reason")
        default: .answer(event)
        }
    }
}

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
        if missed > 0 { parts.append("\(missed) events are missing, because the reader is slower than the session") }
        if unreadable > 0 { parts.append("\(unreadable) lines could not be read and are left out") }
        if isCutOff { parts.append("the session was cut off; the last events may be missing") }
        return parts.joined(separator: "; ")
    }
}
