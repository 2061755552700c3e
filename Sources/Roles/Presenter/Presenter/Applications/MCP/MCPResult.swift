import Formatting
import JSON
import Platform
import ViewMessages

/// The result of a call as parts of a screen.
struct MCPResult {
    private let reader: Reader
    private let members: Members
    private let largestPicture: Int
    /// The resources that it links to, by the ids of their rows.
    let links: [(row: String, link: Content)]

    /// Characters of one text that are shown.
    static let longestText = 200_000
    /// Bytes of Base64 of one picture that views show.
    static let largestPicture = 2 << 20
    /// Rows and columns of a table.
    static let mostRows = 1000
    static let mostColumns = 20
    /// Parts of one result.
    static let mostParts = 500

    /// The members of the answers to `tools/call`, `resources/read` and `prompts/get`.
    struct Members: JSONReadable {
        var content: [JSONBytes]?
        var contents: [JSONBytes]?
        var messages: [JSONBytes]?
        var structuredContent: JSONBytes?
        var description: String?
        var isError: Bool?
        var resultType: String?

        init() {}
    }

    /// A piece of content, of any kind.
    struct Content: JSONReadable {
        var type: String?
        var text: String?
        var data: String?
        var blob: String?
        var mimeType: String?
        var uri: String?
        var name: String?
        var title: String?
        var description: String?
        var resource: JSONBytes?
    }

    /// A message of a prompt.
    struct Message: JSONReadable {
        var role: String?
        var content: JSONBytes
    }

    init(_ json: [UInt8], for reader: Reader, largestPicture: Int = MCPResult.largestPicture) {
        self.reader = reader
        self.largestPicture = largestPicture
        members = (try? Members(json: json)) ?? Members()
        let found = Self.contents(members).filter { $0.type == "resource_link" && $0.uri != nil }
        links = found.enumerated().map { ("link-\($0)", $1) }
    }

    /// True if the tool reports that it has failed.
    var isFailure: Bool { members.isError == true }

    /// True if the server wants more input, which a user can't give here.
    var asksForMore: Bool { members.resultType == "input_required" }

    /// All its text, for an alert.
    var text: String { Self.contents(members).compactMap(\.text).joined(separator: "\n") }

    private static func contents(_ members: Members) -> [Content] {
        ((members.content ?? []) + (members.contents ?? [])).prefix(mostParts).compactMap {
            try? Content(json: $0.bytes)
        }
    }

    var parts: [Part] {
        var parts: [Part] = members.description.map { [.label(Label($0, style: .caption))] } ?? []
        if let structured = members.structuredContent { parts += structure(structured.bytes) }
        for content in Self.contents(members) where !repeatsStructure(content) { parts += self.parts(of: content) }
        for message in (members.messages ?? []).prefix(Self.mostParts) {
            guard let read = try? Message(json: message.bytes) else { continue }
            if let role = read.role { parts.append(.label(Label(role, style: .heading))) }
            if let content = try? Content(json: read.content.bytes) { parts += self.parts(of: content) }
        }
        if !links.isEmpty {
            parts.append(
                .list(
                    List(
                        rows: links.map { row, link in
                            Row(
                                id: row, title: link.title ?? link.name ?? link.uri ?? "", symbol: "→",
                                subtitle: link.description ?? link.uri)
                        })))
        }
        return parts.isEmpty
            ? [.text(Text(body: reader["The result is empty."], tone: .muted))] : Array(parts.prefix(Self.mostParts))
    }

    // MARK: Content

    private func parts(of content: Content) -> [Part] {
        if content.type == "resource_link" { return [] }
        if let resource = content.resource.flatMap({ try? Content(json: $0.bytes) }) { return parts(of: resource) }
        if let text = content.text { return parts(ofText: text, content.mimeType) }
        guard let data = content.data ?? content.blob else { return [] }
        let type = content.mimeType ?? content.type ?? "application/octet-stream"
        let caption = reader("%, %", type, reader.count(data.utf8.count / 4 * 3, "% byte", "% bytes"))
        let isShown = ["image/png", "image/jpeg"].contains(type) && data.utf8.count <= largestPicture
        return [isShown ? .picture(Picture(caption: caption, image: data)) : .label(Label(caption, style: .caption))]
    }

    private func parts(ofText text: String, _ type: String?) -> [Part] {
        let shown = String(text.prefix(Self.longestText))
        let cut: [Part] =
            shown.utf8.count < text.utf8.count
            ? [
                .caption(
                    reader(
                        "The beginning of %", reader.count(text.utf8.count, "% byte", "% bytes")), tone: .warning)
            ] : []
        return cut + [.text(Text(body: shown, format: Self.format(of: shown, type)))]
    }

    /// The format of a text, which MCP does not state.
    private static func format(of text: String, _ type: String?) -> Text.Format {
        switch type {
        case "text/markdown": return .markdown
        case .some(let type) where type.hasSuffix("json"): return .code
        case "text/plain", nil: break
        default: return .code
        }
        if let first = text.utf8.first, first == UInt8(ascii: "{") || first == UInt8(ascii: "[") { return .code }
        let isMarkdown =
            text.hasPrefix("# ") || ["\n# ", "\n## ", "```", "](http", "\n- **"].contains { text.contains($0) }
        return isMarkdown ? .markdown : .plain
    }

    // MARK: Structured content

    /// Servers send structured content as text, too, for older clients.
    private func repeatsStructure(_ content: Content) -> Bool {
        guard let structured = members.structuredContent, let text = content.text else { return false }
        guard let own = Self.canonical(Array(text.utf8)), let other = Self.canonical(structured.bytes) else {
            return false
        }
        return own == other || Self.canonical(Array(#"{"result":"#.utf8) + own + [UInt8(ascii: "}")]) == other
    }

    private static func canonical(_ json: [UInt8]) -> [UInt8]? {
        var output: [UInt8] = []
        do throws(JSONError) { try JSONCanonicalForm.append(json.span, to: &output) } catch { return nil }
        return output
    }

    /// A table of objects, facts of one object, or JSON.
    private func structure(_ json: [UInt8]) -> [Part] {
        let members = (try? JSONSlices.members(json.span)) ?? []
        if members.count == 1, let table = table(Array(json[members[0].value])) { return [.table(table)] }
        let isFlat =
            !members.isEmpty
            && members.allSatisfy { ![UInt8(ascii: "{"), UInt8(ascii: "[")].contains(json[$0.value.lowerBound]) }
        guard isFlat, members.count <= Self.mostRows else {
            return [.text(Text(body: String(Self.indented(json).prefix(Self.longestText)), format: .code))]
        }
        let items = members.map { member in
            Facts.Item(
                label: JSONText.decode(json.span.extracting(member.key)) ?? "",
                value: Self.text(Array(json[member.value])))
        }
        return [.facts(Facts(items: items))]
    }

    /// Nil unless it is an array of objects.
    private func table(_ json: [UInt8]) -> Table? {
        guard let elements = JSONSlices.elements(ofArray: json.span), !elements.isEmpty,
            elements.allSatisfy({ json[$0.lowerBound] == UInt8(ascii: "{") })
        else { return nil }
        var columns: [String] = []
        let rows = elements.prefix(Self.mostRows).map { range -> [String: String] in
            let object = Array(json[range])
            var cells: [String: String] = [:]
            for member in (try? JSONSlices.members(object.span)) ?? [] {
                guard let key = JSONText.decode(object.span.extracting(member.key)) else { continue }
                if !columns.contains(key), columns.count < Self.mostColumns { columns.append(key) }
                cells[key] = Self.text(Array(object[member.value]))
            }
            return cells
        }
        return Table(
            columns: columns.map { Column(id: $0, title: $0) },
            rows: rows.enumerated().map { place, cells in
                TableRow(id: "row-\(place)", cells: columns.map { TableCell(cells[$0] ?? "") })
            })
    }

    private static func text(_ json: [UInt8]) -> String {
        (try? String(json: json)) ?? String(decoding: json, as: UTF8.self)
    }

    /// JSON laid out for readers. Indentation may be longer than the values.
    static func indented(_ json: [UInt8]) -> String {
        var compact: [UInt8] = []
        guard JSONCompaction.append(json, to: &compact) else { return String(decoding: json, as: UTF8.self) }
        return String(decoding: JSONLayout.laidOut(compact, most: 4 * longestText), as: UTF8.self)
    }
}
