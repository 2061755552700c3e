import Wire

/// One event on its way through the bus: when, from whom, to whom. As a line of JSON, with the event's own bytes last:
///
///     {"t":1.024310,"from":"view","to":["presenter"],"event":{"specversion":"1.0",…}}
package struct Passage: Equatable, Sendable {
    /// Seconds since the session began.
    package var time: Double
    package var sender: String
    package var receivers: [String]
    /// The event's line without its LF.
    package var event: [UInt8]

    package init(time: Double, sender: String, receivers: [String], event: [UInt8]) {
        self.time = time
        self.sender = sender
        self.receivers = receivers
        self.event = event
    }

    /// How a line begins that stands for events which were not recorded, because who records was too slow.
    package static let missedHead = Array(#"{"missed":"#.utf8)

    /// The line, with its LF, in the place of that many events.
    package static func missed(_ count: Int) -> [UInt8] { missedHead + "\(count)}\n".utf8 }

    /// Nil where the line is no record of a passing event.
    package init?(line: Span<UInt8>) {
        guard let event = JSONSlices.member("event", of: line), let receivers = JSONSlices.elements(of: "to", in: line),
            let sender = JSONSlices.member("from", of: line), line[sender.lowerBound] == UInt8(ascii: "\""),
            let time = JSONSlices.member("t", of: line)
        else { return nil }
        self.init(
            time: Double(String(decoding: time.map { line[$0] }, as: UTF8.self)) ?? 0,
            sender: JSONText.decode(line.extracting(sender)) ?? "",
            receivers: receivers.compactMap { JSONText.decode(line.extracting($0)) },
            event: line.extracting(event).withUnsafeBufferPointer { Array($0) })
    }

    /// Appends one line for each of the events, which pass together.
    /// - Parameter events: whole lines, each with its LF.
    package static func append(
        _ events: UnsafeRawBufferPointer, at time: Double, from sender: String, to receivers: [String],
        onto output: inout [UInt8]
    ) {
        var head = Array(#"{"t":"#.utf8)
        head += Self.text(of: time).utf8
        head += #","from":"#.utf8
        JSONText.append(sender, to: &head)
        head += #","to":["#.utf8
        for (index, receiver) in receivers.enumerated() {
            if index > 0 { head.append(UInt8(ascii: ",")) }
            JSONText.append(receiver, to: &head)
        }
        head += #"],"event":"#.utf8
        for event in events.split(separator: 0x0A) {
            output += head
            output.append(contentsOf: UnsafeRawBufferPointer(rebasing: event))
            output += "}\n".utf8
        }
    }

    /// Seconds, with microseconds.
    private static func text(of time: Double) -> String {
        let microseconds = max(0, Int((time * 1_000_000).rounded()))
        let fraction = String(microseconds % 1_000_000)
        return "\(microseconds / 1_000_000)." + String(repeating: "0", count: 6 - fraction.count) + fraction
    }
}
