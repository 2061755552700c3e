import Platform
import JSON

/// Secrets named by a neighbour: `{"name":"Cookie","value":"…"}` as in HAR files, `["Authorization","…"]` as in lists
/// of headers, `["--token","…"]` as in commands.
enum NamedValues {
    enum Part {
        case all
        /// The password of `name:password`.
        case behindColon
        /// The password of `name%password`.
        case behindPercent
        /// The rest of `-pPASSWORD`.
        case behindOption
    }

    private static let nameKeys: Set = ["name", "key", "header", "field", "k"]
    private static let valueKeys: Set = ["value", "val", "content", "values", "v"]
    /// What users read, and what identifies: it may also be the name of a page or a choice.
    private static let labelKeys: Set = [
        "label", "id", "title", "param", "parameter", "property", "option", "variable", "env", "caption", "prompt",
        "attribute", "question",
    ]
    private static let textKeys: Set = [
        "text", "data", "input", "answer", "default", "defaultvalue", "current", "string", "subtitle", "detail",
    ]
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

    /// Whether it is a password beside its label, and not a label itself.
    private static func isChosen(_ value: String, for name: String) -> Bool {
        name.utf8.count <= 48
            && (SecretName.matches(name) && SecretValue.looksChosen(value)
                || SecretName.isNumber(name, withValue: value))
    }

    private static let columnKeys: Set = ["columns", "headers", "header", "fields", "cols"]
    private static let rowKeys: Set = ["rows", "data", "values", "records"]

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

    /// The elements that their predecessors name as secret, by their beginnings.
    static func ofArray(_ json: [UInt8], _ elements: [Range<Int>]) -> [Int: Part] {
        let texts = elements.map { text(json, $0) }
        var named: [Int: Part] = [:]
        var program = CommandProgram.of(texts.prefix(3).compactMap(\.self))
        for (index, name) in texts.enumerated() {
            guard let name, named.isEmpty || named[elements[index].lowerBound] == nil else { continue }
            if let part = attached(name, program) { named[elements[index].lowerBound] = part }
            guard index + 1 < elements.count, json[elements[index + 1].lowerBound] == UInt8(ascii: "\"") else {
                continue
            }
            let value = texts[index + 1] ?? ""
            let own = program?.part(of: name, value)
            if own != nil, program?.runsAnother == true { program = nil }
            let part = own ?? part(name, value, isPair: elements.count == 2)
            if let part { named[elements[index + 1].lowerBound] = part }
        }
        return named
    }

    /// `-uname:password`, and `-pPASSWORD` where the program takes it.
    private static func attached(_ word: String, _ program: CommandProgram?) -> Part? {
        guard word.utf8.count > 2, word.hasPrefix("-"), let letter = word.utf8.dropFirst().first,
            letter != UInt8(ascii: "-")
        else { return nil }
        let value = String(word.dropFirst(2))
        if program?.secrets.contains(letter) == true, !SecretValue.isVariable(value) { return .behindOption }
        guard letter == UInt8(ascii: "u"), let colon = value.firstIndex(of: ":"), colon > value.startIndex,
            !value.contains("://"), !value.hasPrefix("ser")
        else { return nil }
        return .behindColon
    }

    private static func part(_ name: String, _ value: String, isPair: Bool) -> Part? {
        if name.hasPrefix("-") {
            guard !value.hasPrefix("-") || SecretValue.isDashed(value) else { return nil }
            let word = Array(name.utf8)[...]
            if CommandOption.isUser(word), CommandOption.password(in: Array(value.utf8), 0..<value.utf8.count) != nil {
                return .behindColon
            }
            return CommandOption.isSecret(word, withValue: value) && !name.contains("=") ? .all : nil
        }
        if isPair, SecretName.isSecret(name, withValue: value) { return .all }
        return SecretName.isHeader(name) || isChosen(value, for: name) ? .all : nil
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
