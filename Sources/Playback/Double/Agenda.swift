/// A double's pending outputs, by time.
struct Agenda: Sendable {
    struct Entry: Sendable {
        let time: Double
        let effects: [ServiceDouble.Effect]
        /// Whether it is spontaneous, so the next such output waits for it.
        let isInitiative: Bool
    }

    /// Ordered by time, then by insertion.
    private var entries: [Entry] = []

    var isEmpty: Bool { entries.isEmpty }
    var nextDue: Double? { entries.first?.time }

    mutating func add(_ effects: [ServiceDouble.Effect], at time: Double, isInitiative: Bool) {
        let place = (entries.lastIndex { $0.time <= time } ?? -1) + 1
        entries.insert(Entry(time: time, effects: effects, isInitiative: isInitiative), at: place)
    }

    /// Removes the next entry due by a time.
    mutating func next(by now: Double) -> Entry? {
        guard let first = entries.first, first.time <= now else { return nil }
        return entries.removeFirst()
    }
}
