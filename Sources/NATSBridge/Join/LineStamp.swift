/// Where a line stands among all that its sender has published, so that whoever hears only some types, each from a consumer of its
/// own, can put them in the sender's order and drop what comes twice.
package struct LineStamp: Equatable, Sendable {
    package var sender: SenderID
    /// The name of the sender's service on its own bus.
    package var service: String
    /// Counts the sender's lines, from 1.
    package var position: UInt64
    /// The server has stored all lines up to this position.
    package var stored: UInt64
    /// The position of the sender's line of the same type before this one; 0 for none.
    package var previous: UInt64
    /// Types of which the sender published a line between that one and this one, and the position of the last.
    package var others: [TypePosition] = []

    package static let senderHeader = "Viperline-Sender"
    package static let positionHeader = "Viperline-Position"
    /// Beyond it JSON's numbers are not exact.
    static let highest: UInt64 = 1 << 53
    static let mostTypes = 256

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
    package var senderText: String { "\(sender.name) \(sender.incarnation) \(PercentCoding.encode(service))" }

    /// `POSITION STORED PREVIOUS TYPE=POSITION…`
    package var positionText: String {
        var text = "\(position) \(stored) \(previous)"
        for other in others { text += " \(other.type)=\(other.position)" }
        return text
    }

    /// - Returns: nil for what no join has written.
    package init?(senderText: String, positionText: String) {
        let names = senderText.split(separator: " ", maxSplits: 2)
        guard names.count == 3, names[2].utf8.count <= SessionSubjects.longestType,
            let service = PercentCoding.decode(String(names[2])),
            let sender = SenderID(name: names[0], incarnation: names[1])
        else { return nil }
        let words = positionText.split(separator: " ", maxSplits: Self.mostTypes + 3)
        guard (3...Self.mostTypes + 3).contains(words.count), let position = Self.number(words[0]), position > 0,
            let stored = Self.number(words[1]), let previous = Self.number(words[2]), stored < position,
            previous < position
        else { return nil }
        var others: [TypePosition] = []
        for word in words.dropFirst(3) {
            guard let other = TypePosition(word), other.position < position else { return nil }
            others.append(other)
        }
        self.init(
            sender: sender, service: service, position: position, stored: stored, previous: previous,
            others: others)
    }

    static func number(_ text: Substring) -> UInt64? {
        guard let number = UInt64(text), number <= highest else { return nil }
        return number
    }
}
