/// Who says what to whom in a session, for a drawing.
package struct WiringGraph: Equatable, Sendable {
    /// One kind of message from one service to another.
    package struct Message: Hashable, Sendable {
        let from: String
        let name: String
        let to: String

        package init(from: String, _ name: String, to: String) {
            self.from = from
            self.name = name
            self.to = to
        }
    }

    /// All that two services say to each other.
    struct Edge: Equatable {
        /// By their places in the list of services; the lower one first.
        let ends: Pair
        /// From the first to the second.
        var there: [String] = []
        var back: [String] = []
    }

    struct Pair: Hashable, Comparable {
        let first: Int
        let second: Int

        static func < (one: Pair, other: Pair) -> Bool { (one.first, one.second) < (other.first, other.second) }
    }

    let services: [String]
    let edges: [Edge]
    /// What must not be said.
    let forbidden: [Edge]
    /// The services that say or hear anything in the drawing.
    let connected: Set<Int>

    /// - Parameter services: in the order of the drawing. Messages from or to any other service are left out, and so are
    ///   those of a service to itself, which the bus does not deliver.
    package init(services: [String], messages: [Message], forbidden: [Message] = []) {
        self.services = services
        let places = Dictionary(services.enumerated().map { ($1, $0) }) { first, _ in first }
        edges = Self.edges(of: messages, places)
        self.forbidden = Self.edges(of: forbidden, places)
        connected = Set((edges + self.forbidden).flatMap { [$0.ends.first, $0.ends.second] })
    }

    private static func edges(of messages: [Message], _ places: [String: Int]) -> [Edge] {
        var edges: [Pair: Edge] = [:]
        var known: Set<Message> = []
        for message in messages where known.insert(message).inserted {
            guard let from = places[message.from], let to = places[message.to], from != to else { continue }
            let ends = Pair(first: min(from, to), second: max(from, to))
            var edge = edges[ends] ?? Edge(ends: ends)
            if from < to { edge.there.append(message.name) } else { edge.back.append(message.name) }
            edges[ends] = edge
        }
        return edges.values.sorted { $0.ends < $1.ends }
    }
}
