import Platform
import JSON

/// Secrets named by a neighbour: `{"name":"Cookie","value":"…"}` as in HAR files, `["Authorization","…"]` as in lists
/// of headers, `["--token","…"]` as in commands.
struct NamedValues {
    private static let nameKeys = SecretTable.set("name keys")
    private static let valueKeys = SecretTable.set("value keys")
    private static let labelKeys = SecretTable.set("label keys")
    private static let textKeys = SecretTable.set("text keys")
    private static let columnKeys = SecretTable.set("column keys")
    private static let rowKeys = SecretTable.set("row keys")
    private static let kinds: Set = ["password", "secret"]
    private static let kindKeys: Set = ["type", "kind"]

    private let json: [UInt8]
    private let members: [JSONSlices.Member]
    /// The members' names in lower case; empty for an object without neighbours.
    private let keys: [String]

    /// - Parameter members: those of the object.
    init(ofObject json: [UInt8], _ members: [JSONSlices.Member]) {
        self.json = json
        self.members = members
        keys = members.count > 1 ? members.map { Self.keyText(json, $0)?.lowercased() ?? "" } : []
    }

    private func member(_ wanted: Set<String>) -> Range<Int>? {
        keys.firstIndex(where: wanted.contains).map { members[$0].value }
    }

    private func text(of wanted: Set<String>) -> String? { member(wanted).flatMap { Self.text(json, $0) } }

    /// The value that another member of the object names as secret.
    var value: Range<Int>? {
        if let value = member(Self.valueKeys) {
            let text = Self.text(json, value) ?? ""
            if let name = self.text(of: Self.nameKeys), SecretName(name).isSecret(withValue: text) { return value }
            if let kind = self.text(of: Self.kindKeys)?.lowercased(), Self.kinds.contains(kind) { return value }
        }
        guard let value = member(Self.valueKeys) ?? member(Self.textKeys), let chosen = Self.text(json, value),
            let label = member(Self.labelKeys) ?? member(Self.nameKeys), let name = Self.text(json, label)
        else { return nil }
        return Self.isChosen(chosen, for: name) ? value : nil
    }

    /// True if it is a password beside its label, and not a label itself.
    private static func isChosen(_ value: String, for name: String) -> Bool {
        name.utf8.count <= 48
            && (SecretName.matches(name) && SecretValue.looksChosen(value)
                || SecretName(name).isNumber(withValue: value))
    }

    /// The member with a table's rows, and which of its columns are named as secret.
    var table: (rows: Range<Int>, secret: Set<Int>)? {
        guard let columns = member(Self.columnKeys), let rows = member(Self.rowKeys),
            json[rows.lowerBound] == UInt8(ascii: "["),
            let names = JSONSlices.elements(ofArray: json.span.extracting(columns))
        else { return nil }
        let start = columns.lowerBound
        let secret = names.indices.filter { index in
            let name = Self.columnName(json, names[index].lowerBound + start..<names[index].upperBound + start)
            return name.map(SecretName.matches) ?? false
        }
        return secret.isEmpty ? nil : (rows, Set(secret))
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
            let isPair = elements.count == 2 && SecretName(name).isSecret(withValue: value)
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
