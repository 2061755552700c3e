import JSON

/// The stamp of a message of lines, in the header `Viperline-Line`: which process has published it for which one, and its place among the
/// sender's lines. A receiver drops duplicates by it, and finds gaps.
struct LineStamp: Equatable, Sendable {
    /// The processes that publishes and that is to take the lines: their incarnations.
    var sender: String
    var receiver: String
    /// Counts the lines that the sender has taken from its bus, from 1. Of a message with several lines, the first one's.
    var position: UInt64
    /// Lines in this message, all of one type, at successive positions.
    var count = 1
    /// The position of the previous line for this receiver; 0 for none.
    var previous: UInt64
    /// The sender has no earlier line for this receiver.
    var isFirst = false
    /// Lines between the previous one and this one that cannot come any more.
    var lost: UInt64 = 0
    /// The mark of the sender's bus (``PeerLine``).
    var bus: String
    /// The name of the sender's service on its own bus.
    var service: String

    static let header = "Viperline-Line"
    /// The highest number: JSON numbers above it are not exact.
    static let highest: UInt64 = 1 << 53
    /// Bytes of a stamp.
    private static let longestText = 1024

    var last: UInt64 { position + UInt64(count - 1) }

    /// `SENDER RECEIVER POSITION COUNT PREVIOUS LOST BUS SERVICE`, the service percent-encoded. LOST is a
    /// number if the line is the first; otherwise `-`, or `+` and the number.
    var text: String {
        let lost = isFirst ? "\(lost)" : lost > 0 ? "+\(lost)" : "-"
        return
            "\(sender) \(receiver) \(position) \(count) \(previous) \(lost) \(bus) \(AttributeCoding.encode(service))"
    }

    /// - Returns: nil for anything but a number up to ``highest``.
    static func number(_ text: Substring) -> UInt64? {
        guard let number = UInt64(text), number <= highest else { return nil }
        return number
    }
}

extension LineStamp {
    /// - Returns: nil unless a join has written it.
    init?(_ text: String) {
        guard text.utf8.count <= Self.longestText else { return nil }
        let words = SubjectWords.split(text, at: UInt8(ascii: " "), most: 8)
        guard words.count == 8, let link = Acknowledgement(words[..<3]), link.position > 0,
            let count = Self.number(words[3]), 1...UInt64(SendLink.mostTogether) ~= count,
            let previous = Self.number(words[4]), previous < link.position,
            let lost = words[5] == "-" ? 0 : Self.number(words[5]), SubjectWords.isWord(words[6]),
            let service = AttributeCoding.decode(String(words[7])), service.utf8.count <= SubjectWords.longestType
        else { return nil }
        self.init(
            sender: link.sender, receiver: link.receiver, position: link.position, count: Int(count),
            previous: previous, isFirst: words[5].first?.isNumber == true, lost: lost, bus: String(words[6]),
            service: service)
    }
}

/// A receiver's answer to lines: `SENDER RECEIVER POSITION`, the incarnations and the position up to which everything is on its bus. A
/// fourth word, `again`, asks for the lines behind it once more.
struct Acknowledgement: Equatable {
    var sender: String
    var receiver: String
    var position: UInt64
    var asksAgain = false

    /// Bytes of an acknowledgement.
    private static let longestText = 256

    var payload: [UInt8] { Array("\(sender) \(receiver) \(position)\(asksAgain ? " again" : "")".utf8) }
}

extension Acknowledgement {
    /// - Returns: nil unless a join has written it.
    init?(_ payload: [UInt8]) {
        guard payload.count <= Self.longestText else { return nil }
        self.init(SubjectWords.split(String(decoding: payload, as: UTF8.self), at: UInt8(ascii: " "))[...])
    }

    init?(_ words: ArraySlice<Substring>) {
        guard words.count == 3 || words.count == 4 && words[3] == "again", SubjectWords.isWord(words[0]),
            SubjectWords.isWord(words[1]), let position = LineStamp.number(words[2])
        else { return nil }
        self.init(sender: String(words[0]), receiver: String(words[1]), position: position, asksAgain: words.count == 4)
    }
}

/// A join's name, and which of its processes: a successor has its predecessor's incarnation, and a new session another one.
struct JoinID: JSONCodable, Hashable, Sendable {
    let name: String
    let incarnation: String
}

/// The origin of a line: the process that has sent it, and its position among that process's lines.
struct LineOrigin: JSONCodable, Equatable {
    var sender: JoinID
    var position: UInt64
}
