import Encodings
import JSON
import Platform

/// A line of a file of answers.
struct AnswerRow: Sendable {
    let json: [UInt8]
    private var members: [String: Fragment]

    /// - Parameter outer: the row that this one is an element of.
    init?(_ json: [UInt8], in outer: AnswerRow? = nil, adding values: [String: Int]) {
        guard let found = try? JSONSlices.members(json.span) else { return nil }
        self.json = json
        members = outer?.members ?? [:]
        for member in found {
            members[Fragment(json: json[member.key]).text ?? ""] = Fragment(json: json[member.value])
        }
        for (name, number) in values { members[name] = Fragment(number) }
    }

    /// The member at a path such as `package.name`.
    subscript(path: String) -> Fragment? {
        if let member = members[path] { return member }
        let names = path.split(separator: ".", maxSplits: 1).map(String.init)
        guard names.count == 2, let outer = members[names[0]], let inner = AnswerRow(outer.bytes, adding: [:]) else {
            return nil
        }
        return inner[names[1]]
    }

    /// The elements of a member as rows, which have the members around them, too.
    func elements(of name: String) -> [AnswerRow] {
        guard let array = members[name]?.bytes, let found = JSONSlices.elements(ofArray: array.span) else { return [] }
        return found.enumerated().compactMap { AnswerRow(Array(array[$1]), in: self, adding: ["n": $0 + 1]) }
    }
}

/// The rows of a file as an endpoint finds and shows them.
struct AnswerTable: Sendable {
    let rows: [AnswerRow]
    private let template: AnswerTemplate?
    private let scope: Scope
    /// The places of the rows with a key.
    private let places: [String: [Int]]
    private let index: SearchIndex

    init(_ rules: TableRules, of rows: [AnswerRow], shared: [String: Fragment]) {
        self.rows = rows
        template = rules.row
        var scope = Scope(row: nil, values: [:], shared: shared)
        var places: [String: [Int]] = [:]
        var texts: [[String]] = []
        for (place, row) in rows.enumerated() {
            scope.row = row
            for key in rules.keys {
                if let key = key.text(from: scope) { places[key.lowercased(), default: []].append(place) }
            }
            texts.append(rules.texts.map { $0.text(from: scope) ?? "" })
        }
        self.places = places
        index = SearchIndex(texts)
        scope.row = nil
        self.scope = scope
    }

    func places(of key: String) -> [Int] { places[key.lowercased()] ?? [] }

    /// - Parameter term: nil for all rows.
    func places(finding term: String?) -> [Int] { term.map(index.search) ?? Array(rows.indices) }

    /// The text that a search looks at first, usually a name.
    func name(at place: Int) -> String? { index.first(at: place) }

    /// The row as the API shows it.
    func shown(_ place: Int, _ values: [String: Fragment]) -> [UInt8] {
        var scope = scope
        scope.row = rows[place]
        scope.values = values
        return (template ?? AnswerTemplate(rows[place].json, isJSON: true)).filled(from: scope) ?? []
    }

    func value(_ template: AnswerTemplate, at place: Int) -> String {
        var scope = scope
        scope.row = rows[place]
        return template.text(from: scope) ?? ""
    }
}

/// Bytes as Base64 in lines of 60 characters, as GitHub writes the content of files (RFC 2045 §6.8 allows 76).
enum Base64Lines {
    private static let bytesPerLine = 45

    /// The text of bytes, as JSON has it.
    static func text(_ bytes: [UInt8]) -> String {
        stride(from: 0, to: bytes.count, by: bytesPerLine).map { start in
            Base64.encode(Array(bytes[start..<min(start + bytesPerLine, bytes.count)])) + "\\n"
        }.joined()
    }
}
