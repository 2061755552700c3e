/// What a double is going to say, and when.
struct Agenda: Sendable {
    struct Entry: Sendable {
        let time: Double
        let effects: [ServiceDouble.Effect]
        /// It is said of the service's own accord, so the next such output waits for it.
        let isInitiative: Bool
    }

    /// By time; of the same time, in the order in which they were added.
    private var entries: [Entry] = []

    var isEmpty: Bool { entries.isEmpty }
    var nextDue: Double? { entries.first?.time }

    mutating func add(_ effects: [ServiceDouble.Effect], at time: Double, isInitiative: Bool) {
        let place = (entries.lastIndex { $0.time <= time } ?? -1) + 1
        entries.insert(Entry(time: time, effects: effects, isInitiative: isInitiative), at: place)
    }

    /// Takes out the next entry that is due by a time.
    mutating func next(by now: Double) -> Entry? {
        guard let first = entries.first, first.time <= now else { return nil }
        return entries.removeFirst()
    }
}
