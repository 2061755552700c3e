import JSON

/// Secrets named by a neighbour: `{"name":"Cookie","value":"…"}` as in HAR files, `["Authorization","…"]` as in lists
/// of headers, `["--token","…"]` as in commands.
enum NamedValues {
    enum Part {
        case all
        /// The password of `name:password`.
        case behindColon
    }

    private static let nameKeys: Set = ["name", "key", "header", "field"]
    private static let valueKeys: Set = ["value", "val", "content", "values"]
    /// The value that another member of the object names as secret.
    static func ofObject(_ json: [UInt8], _ members: [JSONSlices.Member]) -> Range<Int>? {
        func member(_ keys: Set<String>) -> Range<Int>? {
            members.first { keys.contains(JSONText.decode(json.span.extracting($0.key))?.lowercased() ?? "") }?.value
        }
        guard members.count > 1, let value = member(valueKeys) else { return nil }
        if let name = member(nameKeys).flatMap({ text(json, $0) }),
            SecretName.isSecret(name, withValue: text(json, value) ?? "")
        {
            return value
        }
        return member(["type"]).flatMap { text(json, $0) }?.lowercased() == "password" ? value : nil
    }

    /// The elements that their predecessors name as secret, by their beginnings.
    static func ofArray(_ json: [UInt8], _ elements: [Range<Int>]) -> [Int: Part] {
        var named: [Int: Part] = [:]
        for (name, value) in zip(elements, elements.dropFirst())
        where json[value.lowerBound] == UInt8(ascii: "\"") && json[name.lowerBound] == UInt8(ascii: "\"") {
            guard let name = text(json, name), named.isEmpty || named[value.lowerBound] == nil else { continue }
            named[value.lowerBound] = part(name, text(json, value) ?? "", isPair: elements.count == 2)
        }
        return named
    }

    private static func part(_ name: String, _ value: String, isPair: Bool) -> Part? {
        if name.hasPrefix("-") {
            guard !value.hasPrefix("-") else { return nil }
            let word = Array(name.utf8)[...]
            if CommandOption.isUser(word), CommandOption.password(in: Array(value.utf8), 0..<value.utf8.count) != nil {
                return .behindColon
            }
            return CommandOption.isSecret(word, withValue: value) && !name.contains("=") ? .all : nil
        }
        if isPair { return SecretName.isSecret(name, withValue: value) ? .all : nil }
        return SecretName.isHeader(name) ? .all : nil
    }

    /// Decodes a string; nil for another value and for a long one.
    private static func text(_ json: [UInt8], _ range: Range<Int>) -> String? {
        guard json[range.lowerBound] == UInt8(ascii: "\""), range.count <= 1 << 12 else { return nil }
        return JSONText.decode(json.span.extracting(range))
    }
}
