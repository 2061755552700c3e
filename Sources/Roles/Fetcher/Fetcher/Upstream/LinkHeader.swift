import HTTPTransfer

/// The Link header (RFC 8288 §3): the addresses of related resources.
enum LinkHeader {
    /// - Parameter relation: in lower case.
    static func target(of relation: String, in response: HTTPResponse) -> String? {
        for value in response.values(of: "Link") {
            var rest = value[...]
            while let link = link(&rest) {
                if link.relations.contains(relation) { return link.target }
            }
        }
        return nil
    }

    /// Takes one `<target>; name=value; name="value"`; nil at the end or at malformed text.
    /// - Returns: the relations in lower case.
    private static func link(_ rest: inout Substring) -> (target: String, relations: [String])? {
        rest = rest.drop { $0.isWhitespace || $0 == "," }
        guard rest.first == "<", let end = rest.firstIndex(of: ">") else { return nil }
        let target = String(rest[..<end].dropFirst())
        rest = rest[end...].dropFirst()
        var relations: [String]?
        while let (name, value) = parameter(&rest) {
            // The first one counts (§3.3).
            if name == "rel", relations == nil {
                relations = value.lowercased().split(whereSeparator: \.isWhitespace).map(String.init)
            }
        }
        return (target, relations ?? [])
    }

    /// Takes one `; name=value`; nil where none follows.
    private static func parameter(_ rest: inout Substring) -> (name: String, value: String)? {
        rest = rest.drop(while: \.isWhitespace)
        guard rest.first == ";" else { return nil }
        rest = rest.dropFirst().drop(while: \.isWhitespace)
        let name = rest.prefix { !"=;,".contains($0) && !$0.isWhitespace }
        rest = rest[name.endIndex...].drop(while: \.isWhitespace)
        guard rest.first == "=" else { return (name.lowercased(), "") }
        rest = rest.dropFirst().drop(while: \.isWhitespace)
        if rest.first == "\"" { return (name.lowercased(), quoted(&rest)) }
        let value = rest.prefix { !";,".contains($0) && !$0.isWhitespace }
        rest = rest[value.endIndex...]
        return (name.lowercased(), String(value))
    }

    /// Takes a quoted string (RFC 9110 §5.6.4), or an unclosed one up to the end.
    private static func quoted(_ rest: inout Substring) -> String {
        var value = ""
        rest = rest.dropFirst()
        while let character = rest.popFirst(), character != "\"" {
            if character != "\\" {
                value.append(character)
            } else if let escaped = rest.popFirst() {
                value.append(escaped)
            }
        }
        return value
    }
}
