import JSON
import Platform

/// An event that passes through the bus: when, from whom, to whom. As JSON, with the event's own bytes last:
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

    /// Seconds, about thirty years; later times are invalid.
    package static let latest = 1e9

    private static let tail = Array("}\n".utf8)

    /// Begins a line that replaces events which were not recorded because the recorder was too slow.
    package static let missedHead = Array(#"{"missed":"#.utf8)

    /// The line, with its LF, that replaces `count` lost events.
    package static func missed(_ count: Int) -> [UInt8] { missedHead + "\(count)}\n".utf8 }

    /// The last line, with its LF, of a recording that is complete. It counts no missed event, because older versions
    /// know that member and pass over the others.
    /// - Parameter exit: the code with which the recorded server ended by itself; nil for a session, which has none.
    package static func end(exit: Int32? = nil) -> [UInt8] {
        Array("{\"missed\":0,\"end\":true\(exit.map { ",\"exit\":\($0)" } ?? "")}\n".utf8)
    }

    /// True if a line without its LF ends a recording.
    static func isEnd(_ line: [UInt8]) -> Bool {
        guard line.starts(with: missedHead), let end = JSONSlices.member("end", of: line.span) else { return false }
        return line[end].elementsEqual("true".utf8)
    }

    /// The exit code in the line that ends a recording.
    static func exit(in line: [UInt8]) -> Int32? {
        let digits = JSONSlices.member("exit", of: line.span).map { String(decoding: line[$0], as: UTF8.self) }
        return digits.flatMap { UInt8($0) }.map(Int32.init)
    }

    package init?(line: Span<UInt8>) {
        guard let event = JSONSlices.member("event", of: line), let receivers = JSONSlices.elements(of: "to", in: line),
            let sender = JSONSlices.member("from", of: line), line[sender.lowerBound] == UInt8(ascii: "\""),
            let number = JSONSlices.member("t", of: line),
            let time = Double(String(decoding: number.map { line[$0] }, as: UTF8.self)), 0...Self.latest ~= time
        else { return nil }
        self.init(
            time: time,
            sender: JSONText.decode(line.extracting(sender)) ?? "",
            receivers: receivers.compactMap { JSONText.decode(line.extracting($0)) },
            event: line.extracting(event).withUnsafeBufferPointer { Array($0) })
    }

    /// Appends a line for each of several events that pass together.
    /// - Parameter events: whole lines, each with its LF.
    package static func append(
        _ events: UnsafeRawBufferPointer, at time: Double, from sender: String, to receivers: [String],
        onto output: inout [UInt8]
    ) {
        guard let base = events.baseAddress else { return }
        let head = Self.head(at: time, from: sender, to: receivers)
        let joint = Self.tail + head
        var at = 0
        while at < events.count, let feed = memchr(base + at, 0x0A, events.count - at) {
            let end = UnsafeRawPointer(feed) - base
            output += at == 0 ? head : joint
            output.append(contentsOf: UnsafeRawBufferPointer(rebasing: events[at..<end]))
            at = end + 1
        }
        if at > 0 { output += Self.tail }
    }

    /// Appends the passage's line, with its LF.
    /// - Parameter withTime: false to compare recordings.
    package func appendLine(withTime: Bool = true, to output: inout [UInt8]) {
        output += Self.head(at: withTime ? time : nil, from: sender, to: receivers)
        output += event
        output += Self.tail
    }

    private static func head(at time: Double?, from sender: String, to receivers: [String]) -> [UInt8] {
        var head = Array("{".utf8)
        if let time { append(time, to: &head) }
        head += #""from":"#.utf8
        JSONText.append(sender, to: &head)
        head += #","to":["#.utf8
        for (index, receiver) in receivers.enumerated() {
            if index > 0 { head.append(UInt8(ascii: ",")) }
            JSONText.append(receiver, to: &head)
        }
        return head + #"],"event":"#.utf8
    }

    /// Seconds with microseconds, formatted by hand: this runs once for every recorded event.
    private static func append(_ time: Double, to head: inout [UInt8]) {
        let microseconds = Int((min(max(0, time), latest) * 1_000_000).rounded())
        head += #""t":"#.utf8
        head += "\(microseconds / 1_000_000).".utf8
        var unit = 100_000
        while unit > 0 {
            head.append(UInt8(ascii: "0") + UInt8(microseconds / unit % 10))
            unit /= 10
        }
        head.append(UInt8(ascii: ","))
    }
}

/// Makes a cassette's times monotonic for playback. In a file they may go back, where two recordings were concatenated.
package struct ForwardTime: Sendable {
    private var latest = 0.0

    package init() {}

    /// - Parameter time: the next event's, in seconds since the session began.
    package mutating func next(_ time: Double) -> Double {
        latest = max(latest, time)
        return latest
    }
}

/// The times at which recorded outputs come again.
package enum PlaybackPace: String, CaseIterable, Sendable {
    case immediate
    /// Each output comes as long after its cause as recorded.
    case recorded
}
