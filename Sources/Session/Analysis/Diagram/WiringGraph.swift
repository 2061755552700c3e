/// The wiring of a session, for a drawing: the services, and the messages between them.
package struct WiringGraph: Equatable, Sendable {
    /// A kind of message from one service to another.
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

    /// The messages that two services send to each other.
    struct Edge: Equatable {
        /// The places of both in the list of services; the lower one first.
        let ends: Pair
        /// Messages from the first to the second.
        var there: [String] = []
        var back: [String] = []
    }

    /// Two services that must not send to each other, in one direction or in both.
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
    /// Barriers between services of which one must not send anything to the other, or neither; by ``Edge/ends``.
    let barriers: [Barrier]

    /// - Parameters:
    ///   - services: in the order of the drawing. Messages from or to any other service are left out, and so are those
    ///     of a service to itself, which the bus does not deliver.
    ///   - forbidden: drawn where nothing is sent in that direction.
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

/// Writes a session's wiring as a flowchart in Mermaid's language (mermaid.js.org, "Flowcharts").
package struct MermaidWiring {
    package let lines: [String]

    package init(_ graph: WiringGraph) {
        var names = MermaidNames()
        let identifiers = graph.services.map { names.identifier(for: $0) }
        let nodes = zip(identifiers, graph.services).map { "    \($0)[\"\(MermaidText.escaped($1))\"]" }
        let edges = graph.edges.map { edge in
            let (one, other, label) = Self.parts(of: edge, graph, identifiers)
            return "    \(one) \(edge.there.isEmpty || edge.back.isEmpty ? "" : "<")-- \"\(label)\" --> \(other)"
        }
        let barriers = graph.barriers.map { barrier in
            let (first, second) = (identifiers[barrier.ends.first], identifiers[barrier.ends.second])
            if barrier.there, barrier.back { return "    \(first) x-.-x \(second)" }
            return barrier.there ? "    \(first) -.-x \(second)" : "    \(second) -.-x \(first)"
        }
        lines = ["flowchart LR"] + nodes + edges + barriers
    }

    /// The two ends of an arrow, and its label. The label of an arrow with two heads names the receivers,
    /// because Mermaid may draw it in any direction.
    private static func parts(
        of edge: WiringGraph.Edge, _ graph: WiringGraph, _ identifiers: [String]
    ) -> (from: String, to: String, label: String) {
        let (first, second) = (edge.ends.first, edge.ends.second)
        let there = edge.there.map(MermaidText.escaped)
        let back = edge.back.map(MermaidText.escaped)
        if back.isEmpty { return (identifiers[first], identifiers[second], there.joined(separator: "<br>")) }
        if there.isEmpty { return (identifiers[second], identifiers[first], back.joined(separator: "<br>")) }
        let label =
            there.map { "\($0) → \(MermaidText.escaped(graph.services[second]))" }
            + back.map { "\($0) → \(MermaidText.escaped(graph.services[first]))" }
        return (identifiers[first], identifiers[second], label.joined(separator: "<br>"))
    }
}
