package import Wire

/// How answers are written: as events, or in a form without an envelope.
package protocol AnswerFormat {
    /// The bytes of an answer; none if it is reported in another way.
    mutating func encode(_ answer: Event) -> [UInt8]
}

/// An event a line.
package struct EventFormat: AnswerFormat {
    private var stamp: EventStamp

    package init(_ stamp: EventStamp) {
        self.stamp = stamp
    }

    package mutating func encode(_ answer: Event) -> [UInt8] { stamp.stamp(answer).line }
}
