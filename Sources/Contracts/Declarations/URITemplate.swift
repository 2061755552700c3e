import Platform
import Encodings

/// A URI template (RFC 6570): `{x}` (simple), `{+x}` (reserved), `{/x}`, `{?a,b}` and `{&a,b}`; beyond the RFC, `{&p=a}` gives `a` as the
/// parameter `p`. A variable without a value is left out. There are no modifiers (`:3`, `*`), since the values are texts.
package struct URITemplate: Equatable, Sendable {
    package struct Malformed: Error, Equatable, Sendable {
        package var reason: String
    }

    private enum Piece: Equatable {
        /// Percent-encoded as far as it has to be.
        case literal(String)
        case expression(Operator, [Variable])
    }

    private struct Variable: Equatable {
        var name: String
        /// The name of the parameter; another one only where the template says so.
        var parameter: String
    }

    private enum Operator: Character {
        case reserved = "+"
        case path = "/"
        case query = "?"
        case continuation = "&"
        case simple = " "
    }

    private let pieces: [Piece]
    package let text: String

    package init(_ text: String) throws(Malformed) {
        self.text = text
        var pieces: [Piece] = []
        var rest = text[...]
        while let next = rest.first {
            if next == "}" { throw Malformed(reason: "a \"}\" has no \"{\" before it") }
            guard next == "{" else {
                let literal = rest.prefix { $0 != "{" && $0 != "}" }
                rest = rest[literal.endIndex...]
                pieces.append(.literal(try Self.literal(literal)))
                continue
            }
            guard let end = rest.firstIndex(of: "}") else { throw Malformed(reason: "a \"{\" has no \"}\" after it") }
            pieces.append(try Self.expression(rest[rest.index(after: rest.startIndex)..<end]))
            rest = rest[rest.index(after: end)...]
        }
        self.pieces = pieces
    }

    /// The names of the template's variables.
    package var names: [String] {
        pieces.flatMap { piece -> [String] in
            if case .expression(_, let variables) = piece { variables.map(\.name) } else { [] }
        }
    }

    /// The names of the variables in the path.
    package var pathNames: [String] {
        let path = pieces.prefix { piece in
            switch piece {
            case .literal(let text): !text.contains("?")
            case .expression(let sign, _): sign != .query
            }
        }
        return path.flatMap { piece -> [String] in
            if case .expression(_, let variables) = piece { variables.map(\.name) } else { [] }
        }
    }

    /// The text before the first variable.
    package var beginning: String { if case .literal(let text) = pieces.first { text } else { "" } }

    /// True if a part of the path is "." or "..", which means another place of the server. Percent-encoded it would mean
    /// the same (RFC 3986 §6.2.2.2), and many servers take it so.
    package func hasDotSegment(with values: [String: String]) -> Bool {
        let whole = expand(values)
        let path = whole.drop { $0 != ":" }.dropFirst(3).prefix { $0 != "?" && $0 != "#" }
        return path.split(separator: "/").contains { segment in
            [".", ".."].contains(segment.lowercased().replacing("%2e", with: "."))
        }
    }

    package func expand(_ values: [String: String]) -> String {
        pieces.map { piece in
            switch piece {
            case .literal(let text): text
            case .expression(let sign, let variables): Self.expand(sign, variables, values)
            }
        }.joined()
    }

    private static func expand(_ sign: Operator, _ variables: [Variable], _ values: [String: String]) -> String {
        let known = variables.compactMap { variable in values[variable.name].map { (variable.parameter, $0) } }
        guard !known.isEmpty else { return "" }
        let encode = PercentEncoding.unreserved.encode
        switch sign {
        case .simple: return known.map { encode($1) }.joined(separator: ",")
        case .reserved: return known.map { PercentEncoding.reserved.encode($1) }.joined(separator: ",")
        case .path: return known.map { "/" + encode($1) }.joined()
        case .query: return "?" + known.map { "\($0)=\(encode($1))" }.joined(separator: "&")
        case .continuation: return known.map { "&\($0)=\(encode($1))" }.joined()
        }
    }

    private static func expression(_ text: Substring) throws(Malformed) -> Piece {
        var names = text
        var sign = Operator.simple
        if let first = text.first, first != " ", let known = Operator(rawValue: first) {
            sign = known
            names = text.dropFirst()
        } else if let first = text.first, "#.;=,!@|".contains(first) {
            throw Malformed(reason: "the operator \"\(first)\" is not among + / ? &")
        }
        let list = names.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        let isQuery = sign == .query || sign == .continuation
        let variables = list.map { name in
            let parts = name.split(separator: "=", maxSplits: 1).map(String.init)
            return isQuery && parts.count == 2
                ? Variable(name: parts[1], parameter: parts[0]) : Variable(name: name, parameter: name)
        }
        for name in variables.flatMap({ [$0.name, $0.parameter] }) where !name.utf8.isWord(with: "_") {
            throw Malformed(
                reason: name.contains(":") || name.contains("*")
                    ? "\"{\(text)}\" has a modifier, and values here are texts" : "\"{\(text)}\" names no variable")
        }
        return .expression(sign, variables)
    }

    private static func literal(_ text: Substring) throws(Malformed) -> String {
        guard text.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F }), !text.contains(where: { "\"<>\\^`|".contains($0) })
        else { throw Malformed(reason: "a blank, or a character that no URL has") }
        return PercentEncoding.literal.encode(String(text))
    }
}
