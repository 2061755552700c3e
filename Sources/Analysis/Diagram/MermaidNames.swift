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

    /// Whether a name can be its own identifier. Mermaid has many keywords, so only the usual names of roles qualify.
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

    /// Of sequence diagrams and flowcharts.
    private static let keywords: Set<String> = [
        "participant", "actor", "create", "destroy", "box", "loop", "rect", "opt", "alt", "else", "par", "par_over",
        "and", "critical", "option", "break", "end", "left", "right", "links", "link", "properties", "details", "over",
        "note", "activate", "deactivate", "title", "acctitle", "accdescr", "autonumber", "off", "as", "of",
        "sequencediagram", "wrap", "nowrap", "flowchart", "graph", "subgraph", "direction", "style", "linkstyle",
        "classdef", "class", "click", "href", "call", "default", "interpolate", "lr", "rl", "tb", "bt", "td", "br",
    ]
}
