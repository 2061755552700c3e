/// The wiring of a session as a flowchart in Mermaid's language (mermaid.js.org, "Flowcharts").
package struct WiringGraph: Sendable {
    /// A kind of message from one service to another.
    package struct Message: Hashable, Sendable {
        let way: Way
        let name: String

        package init(from: String, _ name: String, to: String) {
            way = Way(from: from, to: to)
            self.name = name
        }
    }

    struct Way: Hashable, Sendable {
        let from: String
        let to: String
    }

    package let lines: [String]

    /// - Parameters:
    ///   - services: in the order of the drawing. Messages from or to any other service are left out, and so are those
    ///     of a service to itself, which the bus does not deliver.
    ///   - forbidden: drawn where nothing is sent in that direction.
    package init(services: [String], messages: [Message], forbidden: [(from: String, to: String)] = []) {
        var names = MermaidNames()
        let identifiers = services.map { names.identifier(for: $0) }
        let nodes = zip(identifiers, services).map { "    \($0)[\"\(MermaidText.escaped($1))\"]" }
        var (sent, known) = ([Way: [String]](), Set<Message>())
        for message in messages where known.insert(message).inserted {
            sent[message.way, default: []].append(MermaidText.escaped(message.name))
        }
        let barred = Set(forbidden.map { Way(from: $0.from, to: $0.to) }).filter { sent[$0] == nil }
        var (edges, barriers) = ([String](), [String]())
        for (place, first) in services.enumerated() {
            for (second, other) in zip(services, identifiers).dropFirst(place + 1) {
                let (there, back) = (Way(from: first, to: second), Way(from: second, to: first))
                edges += Self.edge(there, sent[there] ?? [], sent[back] ?? [], identifiers[place], other)
                switch (barred.contains(there), barred.contains(back)) {
                case (true, true): barriers.append("    \(identifiers[place]) x-.-x \(other)")
                case (true, false): barriers.append("    \(identifiers[place]) -.-x \(other)")
                case (false, true): barriers.append("    \(other) -.-x \(identifiers[place])")
                case (false, false): break
                }
            }
        }
        lines = ["flowchart LR"] + nodes + edges + barriers
    }

    /// An arrow between two services. The label of an arrow with two heads names the receivers, because Mermaid may
    /// draw it in any direction.
    private static func edge(
        _ way: Way, _ there: [String], _ back: [String], _ first: String, _ second: String
    ) -> [String] {
        switch (there.isEmpty, back.isEmpty) {
        case (true, true): return []
        case (false, true): return ["    \(first) -- \"\(there.joined(separator: "<br>"))\" --> \(second)"]
        case (true, false): return ["    \(second) -- \"\(back.joined(separator: "<br>"))\" --> \(first)"]
        case (false, false):
            let labels =
                there.map { "\($0) → \(MermaidText.escaped(way.to))" }
                + back.map { "\($0) → \(MermaidText.escaped(way.from))" }
            return ["    \(first) <-- \"\(labels.joined(separator: "<br>"))\" --> \(second)"]
        }
    }
}
