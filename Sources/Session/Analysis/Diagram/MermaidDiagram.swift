import TerminalText

/// Writes a sequence diagram as Mermaid source, line by line (mermaid.js.org, "Sequence diagrams").
package struct MermaidDiagram: Sendable {
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
        // All other services share a lifeline.
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

/// Identifiers for services in Mermaid's language: their names, where these are plain words.
struct MermaidNames {
    private var identifiers: [String: String] = [:]
    private var used: Set<String> = []

    var count: Int { identifiers.count }

    /// The identifier that a service has already.
    func known(_ service: String) -> String? { identifiers[service] }

    mutating func identifier(for service: String) -> String {
        if let known = identifiers[service] { return known }
        var number = identifiers.count + 1
        var identifier = service
        while !Self.isPlain(identifier) || used.contains(identifier) {
            identifier = "service\(number)"
            number += 1
        }
        identifiers[service] = identifier
        used.insert(identifier)
        return identifier
    }

    /// True if a name can be its own identifier. Mermaid has many keywords, so only the usual names of roles qualify.
    private static func isPlain(_ name: String) -> Bool {
        guard let first = name.utf8.first, UInt8(ascii: "a")...UInt8(ascii: "z") ~= first | 0x20 else { return false }
        let isWord = name.utf8.allSatisfy {
            switch $0 | 0x20 {
            case UInt8(ascii: "a")...UInt8(ascii: "z"): true
            default: UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 || $0 == UInt8(ascii: "_")
            }
        }
        return isWord && !keywords.contains(name.lowercased())
    }

    /// Keywords of sequence diagrams and flowcharts.
    private static let keywords: Set<String> = [
        "participant", "actor", "create", "destroy", "box", "loop", "rect", "opt", "alt", "else", "par", "par_over",
        "and", "critical", "option", "break", "end", "left", "right", "links", "link", "properties", "details", "over",
        "note", "activate", "deactivate", "title", "acctitle", "accdescr", "autonumber", "off", "as", "of",
        "sequencediagram", "wrap", "nowrap", "flowchart", "graph", "subgraph", "direction", "style", "linkstyle",
        "classdef", "class", "click", "href", "call", "default", "interpolate", "lr", "rl", "tb", "bt", "td", "br",
    ]
}

/// Text from strangers in Mermaid's language.
package enum MermaidText {
    /// Mermaid has no quotes in a sequence diagram, and none within quotes in a flowchart: `;` ends a statement, `#`
    /// begins an entity, `%%` a comment, `$$` a formula, `` ` `` Markdown, and text is drawn as HTML. These characters
    /// become entities.
    package static func escaped(_ text: String) -> String {
        var output = ""
        for scalar in Sanitizer.line(text).unicodeScalars {
            switch scalar {
            case "#", ";", "%", "$", "<", ">", "&", "\"", "`", "\\": output += "#\(scalar.value);"
            default: output.unicodeScalars.append(scalar)
            }
        }
        return output
    }
}
