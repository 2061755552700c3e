package import Wire

/// How answers are written: as events, or in a form that needs no envelope.
package protocol AnswerFormat {
    /// The bytes that go out for an answer; none where it is told in another way.
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
