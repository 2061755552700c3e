/// How the person who reads the screens is used to seeing dates and times.
package struct Reader: Sendable {
    private let dateOrder: DateOrder
    private let clock: LocalClock

    package init(dateOrder: DateOrder = .dayMonthYear, clock: LocalClock = .utc) {
        self.dateOrder = dateOrder
        self.clock = clock
    }

    /// The day of an RFC 3339 timestamp; nil where there is none.
    package func date(_ timestamp: String?) -> String? { ReadableDate(timestamp, order: dateOrder)?.description }

    /// The time of day at an RFC 3339 timestamp; nil where there is none.
    package func time(_ timestamp: String?) -> String? { timestamp.flatMap(clock.time) }
}
