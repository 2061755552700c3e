/// Recorded messages, by their places in the recording, that are found again when live ones repeat them: equal ones in their order.
/// Doubles of services and of dialogues are made of it.
package struct RecordedOrder<Key: Hashable & Sendable>: Sendable {
    /// Messages with one key; those before `start` are of no use any more.
    private struct Alike: Sendable {
        var all: [Int] = []
        var start = 0
    }

    private var alike: [Key: Alike] = [:]

    package init() {}

    package mutating func append(_ place: Int, for key: Key) { alike[key, default: Alike()].all.append(place) }

    /// All places with this key, in their order.
    package func all(_ key: Key) -> [Int] { alike[key]?.all ?? [] }

    /// The places with this key from the first useful one on.
    /// - Parameter isUseful: never true again for a place once it was false.
    package mutating func rest(_ key: Key, while isUseful: (Int) -> Bool) -> ArraySlice<Int> {
        guard var places = alike[key] else { return [] }
        while places.start < places.all.count, !isUseful(places.all[places.start]) { places.start += 1 }
        alike[key] = places
        return places.all[places.start...]
    }
}

/// The recorded messages that have not come yet.
package struct AwaitedPlaces: Sendable {
    private var isAwaited: [Bool]
    /// Everything before it has come, or will not.
    package private(set) var first = 0

    package init(_ isAwaited: [Bool]) {
        self.isAwaited = isAwaited
        advance()
    }

    package subscript(_ place: Int) -> Bool { isAwaited[place] }

    /// The message has come, or will not.
    package mutating func remove(_ place: Int) {
        isAwaited[place] = false
        advance()
    }

    private mutating func advance() {
        while first < isAwaited.count, !isAwaited[first] { first += 1 }
    }
}

/// The things that are due later, by time; those of one time, in the order in which they were added.
package struct Agenda<Time: Comparable & Sendable, Entry: Sendable>: Sendable {
    private struct Item: Sendable {
        let time: Time
        let entry: Entry
    }

    private var items: [Item] = []

    package init() {}

    package var isEmpty: Bool { items.isEmpty }
    package var nextDue: Time? { items.first?.time }

    package mutating func add(_ entry: Entry, at time: Time) {
        items.insert(Item(time: time, entry: entry), at: (items.lastIndex { $0.time <= time } ?? -1) + 1)
    }

    /// Removes the next entry that is due by a time.
    package mutating func next(by now: Time) -> Entry? {
        guard let first = items.first, first.time <= now else { return nil }
        return items.removeFirst().entry
    }

    /// Removes the entries of a kind, whenever they are due.
    package mutating func take(where isTaken: (Entry) -> Bool) -> [Entry] {
        let taken = items.filter { isTaken($0.entry) }
        items.removeAll { isTaken($0.entry) }
        return taken.map(\.entry)
    }
}
