import JSON
import Recording
import SupervisorMessages
package import Wire

/// A line that a session sends to a tap. No line ends a tap: an unreadable one is counted.
package enum TapLine {
    /// An event, by its range in the record.
    case record(event: Range<Int>)
    /// How many events were left out because the tap was too far behind.
    case missed(Int)
    /// The header of a cassette.
    case header
    /// The session has ended, and the tap is complete.
    case ended
    /// The session refused, with this reason.
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
            self = Self.said(event)
        } else {
            self = .unreadable
        }
    }

    private static func count(_ line: [UInt8]) -> Int {
        let digits = JSONSlices.member("missed", of: line.span).map { String(decoding: line[$0], as: UTF8.self) }
        return min(max(1, digits.flatMap { Int($0) } ?? 1), Int(Int32.max))
    }

    private static func said(_ event: Event) -> TapLine {
        switch event.type {
        case SupervisorOutput.Ended.type: .ended
        case SupervisorOutput.Failed.type:
            .refused((try? event.decode(SupervisorOutput.Failed.self))?.message ?? "the session gave no reason")
        default: .answer(event)
        }
    }
}
