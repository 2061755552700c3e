import Wire

extension RoleGroup {
    /// What follows from one event: events that wait for their members, in the order in which they were sent, and what has
    /// left the group.
    struct Round {
        /// The event that it began with; nil for the first events of all.
        let cause: Event?
        private(set) var output: [Event] = []
        private var queue: [(event: Event, member: Int)] = []
        private var front = 0

        /// Members that answer each other without end are stopped after this many events.
        static let limit = 10_000

        init(_ cause: Event?) {
            self.cause = cause
        }

        var isEndless: Bool { queue.count > Self.limit }

        mutating func post(_ event: Event, to member: Int) { queue.append((event, member)) }

        mutating func leave(_ event: Event) { output.append(event) }

        mutating func next() -> (event: Event, member: Int)? {
            guard front < queue.count else { return nil }
            defer { front += 1 }
            return queue[front]
        }
    }
}
