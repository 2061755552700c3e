/// The position of a line among all lines of its sender. A receiver of only some types, each from a separate consumer, uses it to
/// restore the sender's order and drop duplicates.
package struct LineStamp: Equatable, Sendable {
    package var sender: SenderID
    /// The name of the sender's service on its own bus.
    package var service: String
    /// Counts the sender's lines, from 1.
    package var position: UInt64
    /// The server has stored all lines up to this position.
    package var stored: UInt64
    /// The position of the sender's previous line of the same type; 0 for none.
    package var previous: UInt64
    /// Types of which the sender published a line since then, each with the position of the last one.
    package var others: [TypePosition] = []

    package static let senderHeader = "Viperline-Sender"
    package static let positionHeader = "Viperline-Position"
    /// Above this, JSON numbers are not exact.
    static let highest: UInt64 = 1 << 53
    static let mostTypes = 256
    static let longestText = 1 << 17

    package init(
        sender: SenderID, service: String, position: UInt64, stored: UInt64, previous: UInt64,
        others: [TypePosition] = []
    ) {
        self.sender = sender
        self.service = service
        self.position = position
        self.stored = stored
        self.previous = previous
        self.others = others
    }

    var headers: [NATSHeader] {
        [NATSHeader(Self.senderHeader, senderText), NATSHeader(Self.positionHeader, positionText)]
    }

    /// `NAME INCARNATION SERVICE`, the service percent-encoded
    package var senderText: String { "\(sender.name) \(sender.incarnation) \(AttributeCoding.encode(service))" }

    /// `POSITION STORED PREVIOUS TYPE=POSITION…`
    package var positionText: String {
        var text = "\(position) \(stored) \(previous)"
        for other in others { text += " \(other.type)=\(other.position)" }
        return text
    }

    /// - Returns: nil unless a join has written it.
    package init?(senderText: String, positionText: String) {
        guard senderText.utf8.count <= Self.longestText else { return nil }
        let names = senderText.split(separator: " ", maxSplits: 2)
        guard names.count == 3, names[2].utf8.count <= SessionSubjects.longestType,
            let service = AttributeCoding.decode(String(names[2])),
            let sender = SenderID(name: names[0], incarnation: names[1])
        else { return nil }
        var numbers = NumberReader(positionText[...].utf8)
        let space = UInt8(ascii: " ")
        guard positionText.utf8.count <= Self.longestText, let position = numbers.next(before: space), position > 0,
            position <= Self.highest, let stored = numbers.next(before: space), stored < position
        else { return nil }
        // Most lines have no others.
        var last = numbers
        var others: [TypePosition] = []
        let previous: UInt64
        if let only = last.next(before: nil) {
            previous = only
        } else {
            guard let first = numbers.next(before: space) else { return nil }
            previous = first
            for word in numbers.remainder.split(separator: " ", maxSplits: Self.mostTypes) {
                guard let other = TypePosition(word), other.position < position else { return nil }
                others.append(other)
            }
        }
        guard previous < position, others.count <= Self.mostTypes else { return nil }
        self.init(
            sender: sender, service: service, position: position, stored: stored, previous: previous,
            others: others)
    }

    static func number(_ text: Substring) -> UInt64? {
        guard let number = UInt64(text), number <= highest else { return nil }
        return number
    }
}

/// Numbers the lines that a join publishes.
struct StampCounter {
    /// The last line of each published type; unordered.
    private(set) var types: [TypePosition]
    private(set) var position: UInt64

    init(position: UInt64 = 0, types: [TypePosition] = []) {
        self.position = position
        self.types = types
    }

    /// The next line of a type: its position, the previous one of its type, and those of other types since.
    /// - Returns: nil if there are too many types.
    mutating func next(of type: String) -> (position: UInt64, previous: UInt64, others: [TypePosition])? {
        let place = types.firstIndex { $0.type == type }
        guard place != nil || types.count < LineStamp.mostTypes, position < LineStamp.highest else { return nil }
        position += 1
        let previous = place.map { types[$0].position } ?? 0
        let others = types.filter { $0.position > previous }
        if let place { types[place].position = position } else { types.append(TypePosition(type, position)) }
        return (position, previous, others)
    }
}

/// A process that publishes lines: the join's name, and which of its processes.
package struct SenderID: Hashable, Sendable {
    package let name: String
    package let incarnation: String

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
        text.utf8.count <= longest && SessionSubjects.isWord(Array(text.utf8))
    }
}

/// Reads decimal numbers from a text, one after the other.
struct NumberReader {
    private var rest: Substring.UTF8View

    init(_ text: Substring.UTF8View) { rest = text }

    /// Whether everything is read.
    var isAtEnd: Bool { rest.isEmpty }
    /// The unread rest.
    var remainder: Substring { Substring(rest) }

    /// - Parameter end: the byte after the number, which is consumed too; nil for the end of the text.
    /// - Returns: nil for anything but a number below 2⁶³.
    mutating func next(before end: UInt8?) -> UInt64? {
        var number: UInt64 = 0
        var digits = 0
        while let byte = rest.popFirst() {
            if byte == end { return digits > 0 ? number : nil }
            guard UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte,
                digits < 18 || (digits < 19 && number < 922_337_203_685_477_580)
            else { return nil }
            number = number * 10 + UInt64(byte - UInt8(ascii: "0"))
            digits += 1
        }
        return digits > 0 && end == nil ? number : nil
    }
}
