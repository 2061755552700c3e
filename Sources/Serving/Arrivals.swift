/// Connections whose request has not come yet, the oldest first.
package struct Arrivals {
    private struct Arrival {
        let connection: Int32
        let since: Int
        /// What has come is no whole head; it is looked at again then, since the bytes stay where they are.
        var lookAgain: Int
    }

    private var all: [Arrival] = []

    /// Beyond these, the oldest gives way: a request's head comes with its connection, and whoever is slow loses nothing else.
    package static let most = 400

    package init() {}

    package var isEmpty: Bool { all.isEmpty }

    /// - Parameter now: in milliseconds, as all times here.
    /// - Returns: the connection that gives way, if there are too many.
    package mutating func add(_ connection: Int32, now: Int) -> Int32? {
        all.append(Arrival(connection: connection, since: now, lookAgain: now))
        return all.count > Self.most ? takeOldest() : nil
    }

    package mutating func takeOldest() -> Int32? { all.isEmpty ? nil : all.removeFirst().connection }

    package mutating func remove(_ connection: Int32) { all.removeAll { $0.connection == connection } }

    package mutating func lookAgain(at connection: Int32, time: Int) {
        guard let place = all.firstIndex(where: { $0.connection == connection }) else { return }
        all[place].lookAgain = time
    }

    /// Those that are to be waited for and looked at.
    package func due(now: Int) -> [Int32] { all.filter { $0.lookAgain <= now }.map(\.connection) }

    /// Takes those that came before a time.
    package mutating func take(before time: Int) -> [Int32] {
        let late = all.prefix { $0.since < time }.map(\.connection)
        all.removeFirst(late.count)
        return late
    }
}
