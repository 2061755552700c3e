import JSON
import Platform

/// A text with `${name}` where a value belongs. A line that names what has no value is left out; without any line left, the text has
/// no value either.
///
/// Between quotes of JSON a value is written without its own quotes. `${name|base64}` and `${name|count}` are the value's bytes, in
/// lines as GitHub writes them, and their number; `${name|if}` is nothing, but its line needs the value.
struct AnswerTemplate: Sendable {
    private struct Place: Sendable {
        let name: String
        let form: Substring?
        let isQuoted: Bool
    }

    private enum Piece: Sendable { case text([UInt8]), value(Place) }

    private var lines: [[Piece]] = [[]]

    /// - Parameter isJSON: false for what is inside of quotes, or no JSON at all.
    init(_ text: [UInt8], isJSON: Bool) {
        var isQuoted = !isJSON
        var start = 0, at = 0
        func pending(_ end: Int) -> [Piece] { start < end ? [.text(Array(text[start..<end]))] : [] }
        while at < text.count {
            switch text[at] {
            case UInt8(ascii: "\\"): at += 1
            case UInt8(ascii: "\"") where isJSON: isQuoted.toggle()
            case UInt8(ascii: "\n"):
                lines[lines.count - 1] += pending(at)
                lines.append([])
                start = at + 1
            case UInt8(ascii: "$") where at + 1 < text.count && text[at + 1] == UInt8(ascii: "{"):
                guard let end = text[at...].firstIndex(of: UInt8(ascii: "}")) else { break }
                let parts = String(decoding: text[at + 2..<end], as: UTF8.self).split(separator: "|")
                let place = Place(name: String(parts.first ?? ""), form: parts.dropFirst().first, isQuoted: isQuoted)
                lines[lines.count - 1] += pending(at) + [.value(place)]
                at = end
                start = end + 1
            default: break
            }
            at += 1
        }
        lines[lines.count - 1] += pending(text.count)
    }

    init(_ text: String, isJSON: Bool) { self.init(Array(text.utf8), isJSON: isJSON) }

    var isEmpty: Bool { lines.allSatisfy(\.isEmpty) }

    /// The name, if the text is nothing else than one.
    var onlyName: String? {
        guard lines.count == 1, lines[0].count == 1, case .value(let place) = lines[0][0], place.form == nil else {
            return nil
        }
        return place.name
    }

    func filled(from scope: Scope, depth: Int = 0) -> [UInt8]? {
        let filled = lines.compactMap { Self.line($0, scope, depth) }
        return filled.isEmpty ? nil : Array(filled.joined(separator: [UInt8(ascii: "\n")]))
    }

    /// The same as plain text: without the escapes of JSON.
    func text(from scope: Scope) -> String? {
        filled(from: scope).flatMap { Fragment(bytes: $0, isText: true).text }
    }

    private static func line(_ pieces: [Piece], _ scope: Scope, _ depth: Int) -> [UInt8]? {
        var line: [UInt8] = []
        for piece in pieces {
            switch piece {
            case .text(let text): line += text
            case .value(let place):
                guard let value = scope.value(place.name, depth: depth) else { return nil }
                switch place.form {
                case "base64": line += Base64Lines.text(Array((value.text ?? "").utf8)).utf8
                case "count": line += String((value.text ?? "").utf8.count).utf8
                case "if": break
                default: line += place.isQuoted || !value.isText ? value.bytes : value.quoted
                }
            }
        }
        return line
    }
}

/// A value as JSON; of a text, what is between its quotes.
struct Fragment: Equatable, Sendable {
    let bytes: [UInt8]
    let isText: Bool

    init(bytes: [UInt8], isText: Bool) { (self.bytes, self.isText) = (bytes, isText) }

    init(json: ArraySlice<UInt8>) {
        isText = json.first == UInt8(ascii: "\"")
        bytes = Array(isText ? json.dropFirst().dropLast() : json)
    }

    init(_ text: String) { self.init(json: text.json[...]) }

    init(_ number: Int) { self.init(bytes: Array(String(number).utf8), isText: false) }

    var quoted: [UInt8] { [UInt8(ascii: "\"")] + bytes + [UInt8(ascii: "\"")] }

    /// The text without the escapes of JSON; nil for a text with a broken one.
    var text: String? {
        isText && bytes.contains(UInt8(ascii: "\\"))
            ? try? String(json: quoted) : String(decoding: bytes, as: UTF8.self)
    }
}

/// The values of a template's names: in a row, in the request, in what a vendor's rows share.
struct Scope: Sendable {
    /// Texts that name one another in a circle have no value.
    private static let mostDepth = 8

    var row: AnswerRow?
    var values: [String: Fragment]
    let shared: [String: Fragment]

    /// A value of the request is no template, whatever a client sends.
    func value(_ name: String, depth: Int = 0) -> Fragment? {
        if let found = row?[name] { return filled(found, depth: depth) }
        return values[name] ?? shared[name].flatMap { filled($0, depth: depth) }
    }

    func filled(_ value: Fragment, depth: Int = 0) -> Fragment? {
        guard value.bytes.contains(UInt8(ascii: "$")) else { return value }
        guard depth < Self.mostDepth else { return nil }
        let template = AnswerTemplate(value.bytes, isJSON: !value.isText)
        if let name = template.onlyName { return self.value(name, depth: depth + 1) }
        return template.filled(from: self, depth: depth + 1).map { Fragment(bytes: $0, isText: value.isText) }
    }
}
