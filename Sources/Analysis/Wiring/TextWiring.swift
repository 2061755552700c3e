import TerminalText

/// Draws a session's wiring for a terminal: a line down from each service, and an arrow between each two that speak.
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
