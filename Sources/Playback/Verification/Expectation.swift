package import Wire

/// A recorded output, expected again.
package struct Expectation: Sendable {
    /// A place in the cassette, and its time in the session.
    package struct Place: Equatable, Sendable {
        /// From 1.
        package let line: Int
        /// Seconds since the session began.
        package let time: Double

        package init(line: Int, time: Double) {
            self.line = line
            self.time = time
        }
    }

    package let event: Event
    package let place: Place

    package init(_ event: Event, at place: Place) {
        self.event = event
        self.place = place
    }

    /// Whether an output is this one. A program that names no cause is matched by chain and type.
    /// - Parameter said: with recorded ids.
    func isMeant(by said: Event) -> Bool {
        if let cause = said.causationID { return cause == event.causationID }
        guard event.causationID != nil else { return true }
        return said.type == event.type && said.correlationID == event.correlationID
    }
}
