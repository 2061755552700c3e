import TerminalText

/// Who sends what to whom in a session, for a drawing.
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

    /// All that two services send to each other.
    struct Edge: Equatable {
        /// By their places in the list of services; the lower one first.
        let ends: Pair
        /// From the first to the second.
        var there: [String] = []
        var back: [String] = []
    }

    /// Which services must not send to which.
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
    /// Between services of which one must not send anything to the other, or neither; by ``Edge/ends``.
    let barriers: [Barrier]
    /// The services that send or receive anything in the drawing.
    let connected: Set<Int>

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

    /// Where an arrow begins, where it ends, and its label. The label of an arrow with two heads names the receivers,
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

/// Draws a session's wiring for a terminal: a line down from each service, and an arrow between each two that exchange
/// messages.
///
///     view
///     │       presenter
///     │       │       router
///     │       │       │
///     ◀───────▶       │   → view.output
///     │       │       │   ← view.input
///     ◀───────┼───────┤   ← router.output
package struct TextWiring {
    private let graph: WiringGraph
    private let width: Int
    /// The columns of the services that have a line.
    private let columns: [Int: Int]
    private let labelColumn: Int

    private static let spacings = 2...8
    /// Cells between the last line and the labels.
    private static let margin = 3
    /// Cells that a label needs at least.
    private static let leastLabel = 18

    /// - Parameter width: the terminal's, in cells.
    package init(_ graph: WiringGraph, width: Int) {
        self.graph = graph
        self.width = max(20, width)
        let gaps = max(0, graph.connected.count - 1)
        let label = graph.edges.flatMap { $0.there + $0.back }
            .map { CellWidth.of(Sanitizer.line($0)) + 2 }.max()
        let room = self.width - 1 - Self.margin - (label ?? 0)
        let spacing = min(max(room / max(1, gaps), Self.spacings.lowerBound), Self.spacings.upperBound)
        columns = Dictionary(
            uniqueKeysWithValues: graph.connected.sorted().enumerated().map { ($1, $0 * spacing) })
        labelColumn = gaps * spacing + 1 + Self.margin
    }

    package var lines: [String] { (fits ? drawing : list) + silent }

    /// Whether there is room for a line for each service.
    private var fits: Bool { labelColumn + Self.leastLabel <= width }

    private var drawing: [String] {
        header + graph.edges.flatMap(rows) + graph.barriers.map(row)
    }

    /// The names, each above its line.
    private var header: [String] {
        let services = columns.keys.sorted()
        guard let last = services.last else { return [] }
        return services.map { service in
            let column = column(of: service)
            var line = verticals(before: column)
            line.put(Sanitizer.line(graph.services[service]).truncated(to: width - column), at: column)
            return line.description
        } + [verticals(before: column(of: last) + 1).description]
    }

    private func rows(for edge: WiringGraph.Edge) -> [String] {
        let labels = edge.there.map { "→ \($0)" } + edge.back.map { "← \($0)" }
        return labels.enumerated().map { index, label in
            var line = verticals(before: labelColumn)
            if index == 0 {
                let heads = (edge.back.isEmpty ? "├" : "◀", edge.there.isEmpty ? "┤" : "▶")
                draw(edge.ends, "─", heads, into: &line)
            }
            line.put(Sanitizer.line(label).truncated(to: width - labelColumn), at: labelColumn)
            return line.description
        }
    }

    private func row(for barrier: WiringGraph.Barrier) -> String {
        var line = verticals(before: labelColumn)
        draw(barrier.ends, "╌", (barrier.back ? "✗" : "├", barrier.there ? "✗" : "┤"), into: &line)
        line.put("forbidden", at: labelColumn)
        return line.description
    }

    private func draw(
        _ ends: WiringGraph.Pair, _ stroke: String, _ heads: (first: String, second: String),
        into line: inout CellLine
    ) {
        let start = column(of: ends.first)
        let end = column(of: ends.second)
        for column in start..<end { line.put(stroke, at: column) }
        for column in columns.values where start < column && column < end { line.put("┼", at: column) }
        line.put(heads.first, at: start)
        line.put(heads.second, at: end)
    }

    private func column(of service: Int) -> Int { columns[service] ?? 0 }

    private func verticals(before end: Int) -> CellLine {
        var line = CellLine(width: width)
        for column in columns.values where column < end { line.put("│", at: column) }
        return line
    }

    /// For more services than have room beside each other.
    private var list: [String] {
        let edges = graph.edges.flatMap { edge in
            edge.there.map { "\(names(edge.ends, "→"))  \(Sanitizer.line($0))" }
                + edge.back.map { "\(names(edge.ends, "←"))  \(Sanitizer.line($0))" }
        }
        return edges
            + graph.barriers.map { barrier in
                let arrow = barrier.there && barrier.back ? "↔" : barrier.there ? "→" : "←"
                return "\(names(barrier.ends, arrow))  forbidden"
            }
    }

    private func names(_ ends: WiringGraph.Pair, _ arrow: String) -> String {
        "\(Sanitizer.line(graph.services[ends.first])) \(arrow) \(Sanitizer.line(graph.services[ends.second]))"
    }

    /// The services that take no part.
    private var silent: [String] {
        graph.services.indices.filter { !graph.connected.contains($0) }
            .map { "\(Sanitizer.line(graph.services[$0])) (not on the bus)" }
    }
}
