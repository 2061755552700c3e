import TerminalText

/// Identifiers for services in Mermaid's language: their names, where these are plain words.
struct MermaidNames {
    private var identifiers: [String: String] = [:]
    private var used: Set<String> = []

    /// The name that a service has, or shares with all others if there are too many.
    private func name(of service: String) -> String {
        let hasOwn = identifiers[service] != nil || identifiers.count < CassetteStatistics.mostNames
        return hasOwn ? service : CassetteStatistics.others
    }

    /// - Returns: the lifelines of services that are new.
    mutating func declare(_ services: [String]) -> [String] {
        services.compactMap { service in
            let name = name(of: service)
            guard identifiers[name] == nil else { return nil }
            let identifier = identifier(for: name)
            return "    participant \(identifier)" + (identifier == name ? "" : " as \(MermaidText.escaped(name))")
        }
    }

    mutating func identifier(for service: String) -> String {
        let service = name(of: service)
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
        name.first?.isLetter == true && !keywords.contains(name.lowercased())
            && name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }
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
