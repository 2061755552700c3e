/// Writes a sequence diagram as Mermaid source, line by line (mermaid.js.org, "Sequence diagrams").
package struct MermaidDiagram: SequenceDiagram {
    private var names = MermaidNames()

    package init() {}

    package mutating func begin(_ participants: [String]) -> [String] {
        ["sequenceDiagram"] + participants.compactMap { declare($0) }
    }

    package mutating func lines(for row: DiagramRow) -> [String] {
        switch row {
        case .action(let action):
            let declaration = declare(action.service)
            let note =
                "Note over \(identifier(of: action.service)): \(action.number). \(MermaidText.escaped(action.text))"
            return [declaration, "    " + note].compactMap(\.self)
        case .message(let message):
            let declarations = ([message.sender] + message.receivers).compactMap { declare($0) }
            let label = MermaidText.escaped(message.label)
            return declarations
                + message.receivers.map {
                    "    \(identifier(of: message.sender))->>\(identifier(of: $0)): \(label)"
                }
        case .missed(let count): return ["    %% \(count) events were not recorded"]
        }
    }

    /// - Returns: nil for a known one.
    private mutating func declare(_ service: String) -> String? {
        guard names.known(service) == nil else { return nil }
        // The others share a lifeline.
        guard names.count < Participants.most else {
            return names.known(Participants.others) == nil ? declaration(of: Participants.others) : nil
        }
        return declaration(of: service)
    }

    private mutating func declaration(of service: String) -> String {
        let identifier = names.identifier(for: service)
        return "    participant \(identifier)" + (identifier == service ? "" : " as \(MermaidText.escaped(service))")
    }

    private func identifier(of service: String) -> String {
        names.known(service) ?? names.known(Participants.others) ?? "others"
    }
}
