import JSON

/// The stamp of a message of lines, in the header `Viperline-Line`: the process that published it, and its place among the sender's
/// lines. A receiver drops duplicates by it, and finds gaps.
struct LineStamp: Equatable, Sendable {
    /// The process that publishes.
    var incarnation: String
    /// Counts the sender's lines, from 1. Of a message with several lines, the first one's.
    var position: UInt64
    /// Lines in this message, all of one type.
    var count = 1
    /// The sender's previous line of the same type: its position; 0 for none.
    var previous: UInt64
    /// The sender's lines of the same type before this one.
    var number: UInt64
    /// The sender's bus (``BusMark``).
    var bus: String
    /// The name of the sender's service on its own bus.
    var service: String

    static let header = "Viperline-Line"
    /// A header on a message without a payload: the sender has the line, and the server must not store it.
    static let directHeader = "Viperline-Direct"
    /// The highest number: JSON numbers above it are not exact.
    static let highest: UInt64 = 1 << 53
    static let mostTypes = 256
    private static let longestText = 1024

    /// The position of the last line.
    var last: UInt64 { position + UInt64(count - 1) }

    /// `INCARNATION POSITION COUNT PREVIOUS NUMBER BUS SERVICE`, the service percent-encoded
    var text: String {
        "\(incarnation) \(position) \(count) \(previous) \(number) \(bus) \(AttributeCoding.encode(service))"
    }

    init(
        incarnation: String, position: UInt64, count: Int = 1, previous: UInt64, number: UInt64, bus: String,
        service: String
    ) {
        self.incarnation = incarnation
        self.position = position
        self.count = count
        self.previous = previous
        self.number = number
        self.bus = bus
        self.service = service
    }

    /// - Returns: nil unless a join has written it.
    init?(_ text: String) {
        guard text.utf8.count <= Self.longestText else { return nil }
        let words = text.split(separator: " ", maxSplits: 6, omittingEmptySubsequences: false)
        guard words.count == 7, SenderID.isWord(words[0]), let position = Self.number(words[1]), position > 0,
            let count = Self.number(words[2]), 1...UInt64(SentLines.mostTogether) ~= count,
            let previous = Self.number(words[3]), previous < position, let number = Self.number(words[4]),
            number < position, SenderID.isWord(words[5]), let service = AttributeCoding.decode(String(words[6])),
            service.utf8.count <= SessionSubjects.longestType
        else { return nil }
        self.init(
            incarnation: String(words[0]), position: position, count: Int(count), previous: previous, number: number,
            bus: String(words[5]), service: service)
    }

    /// - Returns: nil for anything but a number up to ``highest``.
    static func number(_ text: some StringProtocol) -> UInt64? {
        guard let number = UInt64(text), number <= highest else { return nil }
        return number
    }
}

/// Numbers the lines that a join publishes.
struct StampCounter: Equatable {
    /// A type's last line: its position, and how many lines of the type there were.
    struct Last: JSONCodable, Equatable {
        var position: UInt64
        var number: UInt64
    }

    private(set) var types: [String: Last]
    private(set) var position: UInt64

    init(position: UInt64 = 0, types: [String: Last] = [:]) {
        self.position = position
        self.types = types
    }

    /// The next line of a type: its position, the previous one of its type, and how many lines of the type there were before.
    /// - Returns: nil if there are too many types.
    mutating func next(of type: String) -> (position: UInt64, previous: Last)? {
        let last = types[type]
        guard last != nil || types.count < LineStamp.mostTypes, position < LineStamp.highest else { return nil }
        position += 1
        let previous = last ?? Last(position: 0, number: 0)
        types[type] = Last(position: position, number: previous.number + 1)
        return (position, previous)
    }
}

/// A process that publishes lines: the join's name, and which of its processes.
package struct SenderID: Hashable, Sendable {
    package let name: String
    package let incarnation: String

    /// Bytes of a sender's name in a message.
    package static let longest = 64

    /// - Returns: nil unless both are words of letters, digits, `_` and `-`.
    package init?(name: some StringProtocol, incarnation: some StringProtocol) {
        guard Self.isWord(name), Self.isWord(incarnation) else { return nil }
        self.name = String(name)
        self.incarnation = String(incarnation)
    }

    /// The id of no sender.
    static let unknown = SenderID()

    private init() {
        name = "unknown"
        incarnation = "unknown"
    }

    package static func isWord(_ text: some StringProtocol) -> Bool {
        text.utf8.count <= longest && SessionSubjects.isWord(text.utf8)
    }
}
