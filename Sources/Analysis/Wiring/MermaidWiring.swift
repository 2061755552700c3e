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

    /// Where an arrow begins, where it ends, and what stands on it. An arrow with two heads says who gets what; Mermaid may
    /// draw it in any direction.
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
