package import Wire

/// How answers are written: as events, or in a form without an envelope.
package protocol AnswerFormat {
    /// The bytes of an answer; none if it is reported in another way.
    mutating func encode(_ answer: Event) -> [UInt8]
}

/// An event a line.
package struct EventFormat: AnswerFormat {
    private var stamp: EventStamp
    private let aliases: ProtocolAliases

    package init(_ stamp: EventStamp, _ aliases: ProtocolAliases = .none) {
        self.stamp = stamp
        self.aliases = aliases
    }

    package mutating func encode(_ answer: Event) -> [UInt8] {
        var event = stamp.stamp(answer)
        aliases.applyToOutput(&event)
        return event.line
    }
}
