package import Wire

/// What a service has said in the recorded session, and is expected to say again.
package struct Expectation: Sendable {
    /// Where in the cassette, and when in the session, something stands.
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

    /// Whether this is what an output stands for. A program that names no cause is taken by the chain and the type.
    /// - Parameter said: with recorded ids.
    func isMeant(by said: Event) -> Bool {
        if let cause = said.causationID { return cause == event.causationID }
        guard event.causationID != nil else { return true }
        return said.type == event.type && said.correlationID == event.correlationID
    }
}
