import Testing

@testable import NATSBridge

/// Lines as words: `a3` is the line of type `x.y.a` at position 3.
struct PeerOrderTests {
    private static let sender = SenderID(name: "b", incarnation: "1") ?? .unknown
    private static let successor = SenderID(name: "b", incarnation: "2") ?? .unknown

    /// The sender says `a1 b2 a3 b4 b5 a6`, of which each consumer brings one letter; `c` is heard by nobody.
    private static let said: [Character] = ["a", "b", "a", "b", "b", "a", "c", "a"]

    private static func order(_ last: [String: UInt64] = [:]) -> PeerOrder {
        var positions = PeerPositions()
        for (type, position) in last { positions.note(position, of: type, from: sender) }
        return PeerOrder(positions) { ["a": 0, "b": 1][$0] }
    }

    private static func arrival(
        _ position: Int, stored: UInt64 = 0, from sender: SenderID = sender
    ) -> PeerOrder.Arrival {
        var counter = StampCounter()
        var place: (position: UInt64, previous: UInt64, others: [TypePosition])?
        for letter in said.prefix(position) { place = counter.next(of: String(letter)) }
        let type = String(said[position - 1])
        return PeerOrder.Arrival(
            stamp: LineStamp(
                sender: sender, service: "net", position: UInt64(position), stored: min(stored, UInt64(position - 1)),
                previous: place?.previous ?? 0, others: place?.others ?? []),
            type: type, line: Array("\(type)\(position)".utf8), consumer: type == "a" ? 0 : 1, sequence: 100 + position,
            entries: [ConsumerEntry(consumer: type == "a" ? 0 : 1, number: position)])
    }

    private static func text(_ arrivals: [PeerOrder.Arrival]) -> String {
        arrivals.map { String(decoding: $0.line, as: UTF8.self) }.joined(separator: " ")
    }

    /// In whatever order they come, however often.
    @Test(arguments: [
        [1, 2, 3, 4, 5, 6], [1, 3, 6, 2, 4, 5], [2, 4, 5, 1, 3, 6], [6, 5, 4, 3, 2, 1],
        [1, 1, 3, 3, 2, 1, 2, 6, 6, 5, 4, 4],
        [2, 1, 4, 3, 6, 5],
    ])
    func `Lines come in the order of their sender, once`(arrivals: [Int]) {
        var order = Self.order()
        var written: [PeerOrder.Arrival] = []
        for position in arrivals { written += order.take(Self.arrival(position)).ready }
        #expect(Self.text(written) == "a1 b2 a3 b4 b5 a6")
        #expect(order.held == 0)
    }

    @Test func `All orders of a few lines lead to the same`() {
        for shuffled in Self.permutations([1, 2, 3, 4, 5, 6]) {
            var order = Self.order()
            var written: [PeerOrder.Arrival] = []
            for position in shuffled { written += order.take(Self.arrival(position)).ready }
            #expect(Self.text(written) == "a1 b2 a3 b4 b5 a6", "\(shuffled)")
        }
    }

    private static func permutations(_ items: [Int]) -> [[Int]] {
        guard items.count > 1 else { return [items] }
        return items.flatMap { first in permutations(items.filter { $0 != first }).map { [first] + $0 } }
    }

    @Test func `A successor goes on behind what was written`() {
        var order = Self.order(["a": 3, "b": 4])
        let twice = order.take(Self.arrival(3))
        #expect(!twice.isNew && twice.ready.isEmpty)
        #expect(Self.text(order.take(Self.arrival(6)).ready).isEmpty)
        #expect(Self.text(order.take(Self.arrival(5)).ready) == "b5 a6")
    }

    /// A type that this join does not hear is not waited for.
    @Test func `What others hear is not missed`() {
        var order = Self.order(["a": 6, "b": 5])
        #expect(Self.text(order.take(Self.arrival(8)).ready) == "a8")
    }

    @Test func `What was published before this join listened is not waited for for ever`() {
        var order = Self.order()
        #expect(order.take(Self.arrival(4, stored: 2)).ready.isEmpty)
        #expect(order.blockers.map(\.isStored) == [true], "a3 is not known to be stored, but b2 is, and stands first")
        #expect(order.complete(1, upTo: order.storedPositions).isEmpty, "a3 may come")
        order.note(stored: 3, of: Self.sender)
        #expect(Self.text(order.complete(0, upTo: order.storedPositions)) == "b4")
        #expect(Self.text(order.take(Self.arrival(5)).ready) == "b5")
    }

    @Test func `A consumer that has passed a line's place brings nothing from before`() {
        var order = Self.order()
        order.reach(106, consumer: 0)
        order.reach(105, consumer: 1)
        #expect(Self.text(order.take(Self.arrival(5, stored: 4)).ready) == "b5")
        #expect(order.take(Self.arrival(6, stored: 3)).ready.map(\.type) == ["a"], "consumer 1 has brought b5")
    }

    @Test func `Another stream's places begin anew`() {
        var order = Self.order()
        order.reach(200, consumer: 0)
        order.forgetPlaces()
        #expect(order.take(Self.arrival(2, stored: 1)).ready.isEmpty, "a1 may come")
        #expect(Self.text(order.take(Self.arrival(1)).ready) == "a1 b2")
    }

    @Test func `A line that may be published again is waited for`() {
        var order = Self.order()
        order.reach(200, consumer: 0)
        order.reach(200, consumer: 1)
        #expect(order.take(Self.arrival(3, stored: 0)).ready.isEmpty, "a1 was refused, and is sent again")
        #expect(order.blockers.map(\.isStored) == [false])
        #expect(Self.text(order.take(Self.arrival(1)).ready) == "a1")
        #expect(Self.text(order.take(Self.arrival(2)).ready) == "b2 a3")
    }

    @Test(arguments: [true, false])
    func `What waits is written when the sender's successor speaks`(isPresence: Bool) {
        var order = Self.order()
        #expect(order.take(Self.arrival(6)).ready.isEmpty)
        if isPresence {
            #expect(Self.text(order.hasSuccessor(Self.successor)) == "a6")
        } else {
            #expect(Self.text(order.take(Self.arrival(1, from: Self.successor)).ready) == "a6 a1")
        }
        let (isNew, _) = order.take(Self.arrival(6))
        #expect(!isNew)
        #expect(order.hasSuccessor(Self.successor).isEmpty)
    }

    @Test func `A sender that never says what it promised takes no more than so much room`() {
        var order = Self.order()
        var written = 0
        for position in 2...PeerOrder.mostHeld + 2 {
            let stamp = LineStamp(
                sender: Self.sender, service: "net", position: UInt64(position), stored: 0,
                previous: UInt64(position - 1))
            let arrival = PeerOrder.Arrival(
                stamp: stamp, type: "a", line: [0], consumer: 0, sequence: position, entries: [])
            written += order.take(arrival).ready.count
        }
        #expect(written == PeerOrder.mostHeld + 1)
        #expect(order.held == 0)
    }

    @Test func `Senders come and go without end`() {
        var order = Self.order()
        for number in 1...1000 {
            guard let sender = SenderID(name: "b\(number)", incarnation: "1") else { continue }
            _ = order.take(Self.arrival(1, from: sender))
        }
        #expect(order.storedPositions.isEmpty)
        let (isNew, _) = order.take(Self.arrival(1))
        #expect(isNew)
    }
}
