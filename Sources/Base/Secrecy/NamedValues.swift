import Platform
import JSON

/// Secrets named by a neighbour: `{"name":"Cookie","value":"…"}` as in HAR files, `["Authorization","…"]` as in lists
/// of headers, `["--token","…"]` as in commands.
enum NamedValues {
    private static let nameKeys = SecretTable.set("name keys")
    private static let valueKeys = SecretTable.set("value keys")
    private static let labelKeys = SecretTable.set("label keys")
    private static let textKeys = SecretTable.set("text keys")
    private static let columnKeys = SecretTable.set("column keys")
    private static let rowKeys = SecretTable.set("row keys")
    private static let kinds: Set = ["password", "secret"]

    /// The value that another member of the object names as secret.
    static func ofObject(_ json: [UInt8], _ members: [JSONSlices.Member]) -> Range<Int>? {
        guard members.count > 1 else { return nil }
        let keys = members.map { keyText(json, $0)?.lowercased() ?? "" }
        func member(_ wanted: Set<String>) -> Range<Int>? {
            keys.firstIndex(where: wanted.contains).map { members[$0].value }
        }
        if let value = member(valueKeys) {
            if let name = member(nameKeys).flatMap({ text(json, $0) }),
                SecretName.isSecret(name, withValue: text(json, value) ?? "")
            {
                return value
            }
            if let kind = member(["type", "kind"]).flatMap({ text(json, $0) })?.lowercased(), kinds.contains(kind) {
                return value
            }
        }
        guard let value = member(valueKeys) ?? member(textKeys), let chosen = text(json, value),
            let name = (member(labelKeys) ?? member(nameKeys)).flatMap({ text(json, $0) })
        else { return nil }
        return isChosen(chosen, for: name) ? value : nil
    }

    /// True if it is a password beside its label, and not a label itself.
    private static func isChosen(_ value: String, for name: String) -> Bool {
        name.utf8.count <= 48
            && (SecretName.matches(name) && SecretValue.looksChosen(value)
                || SecretName.isNumber(name, withValue: value))
    }

    /// The member with a table's rows, and which of its columns are named as secret.
    static func columns(_ json: [UInt8], _ members: [JSONSlices.Member]) -> (rows: Range<Int>, secret: Set<Int>)? {
        guard members.count > 1 else { return nil }
        let keys = members.map { keyText(json, $0)?.lowercased() ?? "" }
        guard let columns = keys.firstIndex(where: columnKeys.contains),
            let rows = keys.firstIndex(where: rowKeys.contains),
            json[members[rows].value.lowerBound] == UInt8(ascii: "["),
            let names = JSONSlices.elements(ofArray: json.span.extracting(members[columns].value))
        else { return nil }
        let start = members[columns].value.lowerBound
        let secret = names.indices.filter { index in
            columnName(json, names[index].lowerBound + start..<names[index].upperBound + start).map(SecretName.matches)
                ?? false
        }
        return secret.isEmpty ? nil : (members[rows].value, Set(secret))
    }

    private static func columnName(_ json: [UInt8], _ range: Range<Int>) -> String? {
        if let text = text(json, range) { return text }
        guard range.count <= longestText, json[range.lowerBound] == UInt8(ascii: "{") else { return nil }
        let column = Array(json[range])
        for key in ["name", "label", "title", "key", "id", "text"] {
            if let name = JSONSlices.member(key, of: column.span) { return text(column, name) }
        }
        return nil
    }

    /// The elements that their predecessors name as secret, and where the secret begins in their texts.
    static func ofArray(_ json: [UInt8], _ elements: [Range<Int>]) -> [Int: Int] {
        let texts = elements.map { text(json, $0) }
        var named = CommandRules.secrets(in: texts)
        for (index, name) in texts.enumerated().dropLast() where named[index] == nil {
            guard let name, !name.hasPrefix("-"), json[elements[index + 1].lowerBound] == UInt8(ascii: "\"") else {
                continue
            }
            let value = texts[index + 1] ?? ""
            let isPair = elements.count == 2 && SecretName.isSecret(name, withValue: value)
            if isPair || SecretName.isHeader(name) || isChosen(value, for: name) { named[index + 1] = 0 }
        }
        return named
    }

    private static func keyText(_ json: [UInt8], _ member: JSONSlices.Member) -> String? {
        member.key.count <= 64 ? JSONText.decode(json.span.extracting(member.key)) : nil
    }

    /// Bytes of a string, or of an object, in JSON.
    private static let longestText = 1 << 12

    /// Decodes a string; nil for another value and for a long one.
    private static func text(_ json: [UInt8], _ range: Range<Int>) -> String? {
        guard json[range.lowerBound] == UInt8(ascii: "\""), range.count <= longestText else { return nil }
        return JSONText.decode(json.span.extracting(range))
    }
}
