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

    /// Who must not speak to whom.
    struct Barrier: Equatable {
        let ends: Pair
        var there = false
        var back = false
    }

    struct Pair: Hashable, Comparable {
        let first: Int
        let second: Int

        static func < (one: Pair, other: Pair) -> Bool { (one.first, one.second) < (other.first, other.second) }
    }

    let services: [String]
    let edges: [Edge]
    /// Between services of which one must not say anything to the other, or neither; by ``Edge/ends``.
    let barriers: [Barrier]
    /// The services that say or hear anything in the drawing.
    let connected: Set<Int>

    /// - Parameters:
    ///   - services: in the order of the drawing. Messages from or to any other service are left out, and so are those of a
    ///     service to itself, which the bus does not deliver.
    ///   - forbidden: drawn where nothing else is said in that direction.
    package init(services: [String], messages: [Message], forbidden: [(from: String, to: String)] = []) {
        self.services = services
        let places = Dictionary(services.enumerated().map { ($1, $0) }) { first, _ in first }
        let edges = Self.edges(of: messages, places)
        let known = Dictionary(uniqueKeysWithValues: edges.map { ($0.ends, $0) })
        self.edges = edges
        barriers = Self.barriers(of: forbidden, places).compactMap { barrier in
            let there = barrier.there && known[barrier.ends]?.there.isEmpty ?? true
            let back = barrier.back && known[barrier.ends]?.back.isEmpty ?? true
            return there || back ? Barrier(ends: barrier.ends, there: there, back: back) : nil
        }
        connected = Set((edges.map(\.ends) + barriers.map(\.ends)).flatMap { [$0.first, $0.second] })
    }

    private static func edges(of messages: [Message], _ places: [String: Int]) -> [Edge] {
        var edges: [Pair: Edge] = [:]
        var known: Set<Message> = []
        for message in messages where known.insert(message).inserted {
            guard let (ends, isBack) = ends(from: message.from, to: message.to, places) else { continue }
            if isBack {
                edges[ends, default: Edge(ends: ends)].back.append(message.name)
            } else {
                edges[ends, default: Edge(ends: ends)].there.append(message.name)
            }
        }
        return edges.values.sorted { $0.ends < $1.ends }
    }

    private static func barriers(of forbidden: [(from: String, to: String)], _ places: [String: Int]) -> [Barrier] {
        var barriers: [Pair: Barrier] = [:]
        for (from, to) in forbidden {
            guard let (ends, isBack) = ends(from: from, to: to, places) else { continue }
            if isBack {
                barriers[ends, default: Barrier(ends: ends)].back = true
            } else {
                barriers[ends, default: Barrier(ends: ends)].there = true
            }
        }
        return barriers.values.sorted { $0.ends < $1.ends }
    }

    /// Nil for a service and itself, and where one of the two is not drawn.
    private static func ends(from: String, to: String, _ places: [String: Int]) -> (ends: Pair, isBack: Bool)? {
        guard let from = places[from], let to = places[to], from != to else { return nil }
        return (Pair(first: min(from, to), second: max(from, to)), from > to)
    }
}
