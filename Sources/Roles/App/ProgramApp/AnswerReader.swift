import Languages
import JSON
import ViewMessages

/// Reads what a program prints as JSON: a screen of the protocol with a few shorter forms, rows alone, or the items of
/// an Alfred Script Filter.
struct AnswerReader {
    /// The screen's title if the program gives none.
    private let title: String
    private let words: Words
    /// The search text.
    private let query: String
    private var unknown: [String] = []

    /// The most unknown members that are reported.
    private static let mostUnknown = 20
    private static let rowMembers: Set<String> = [
        "id", "title", "symbol", "subtitle", "accessory", "tone", "keys",
    ]
    /// Members of a screen that are copied unchanged.
    private static let screenMembers: Set<String> = [
        "activity", "head", "alert", "hasMore", "preview", "highlight", "resize", "keys", "words",
    ]

    init(title: String, query: String = "", _ words: Words = Words()) {
        self.words = words
        self.title = title
        self.query = query
    }

    /// An error message for the program's author.
    struct Mistake: Error, Equatable, CustomStringConvertible {
        let description: String
    }

    mutating func read(_ json: [UInt8]) throws(Mistake) -> ProgramAnswer {
        do throws(JSONError) {
            return try JSONReader.read(json.span) { reader throws(JSONError) in
                if reader.nextByte == UInt8(ascii: "[") {
                    let rows = try self.rows(&reader)
                    return .screen(try self.screen(rows: rows, selected: nil, parts: [], others: []))
                }
                return try self.object(&reader)
            }
        } catch {
            throw Mistake(description: "\(error)")
        }
    }

    private mutating func object(_ reader: inout JSONReader) throws(JSONError) -> ProgramAnswer {
        let start = try reader.beginObject()
        var rows: [Row]?
        var items: ItemList?
        var interval: Double?
        var selected: String?
        var parts: [[UInt8]] = []
        var others: [(String, [UInt8])] = []
        var isScreen = false
        var isBack = false
        var request: ProgramRequest?
        var notice: ScreenNotice?
        var (isPushed, wantsContext) = (false, false)
        while let key = try reader.nextKey() {
            switch key {
            case "open":
                let address = try reader.string()
                return .open(try Self.skipRest(&reader, address))
            case "rows": rows = try self.rows(&reader)
            case "items":
                items = try ItemList(from: &reader)
            case "text":
                let text = try reader.string()
                parts.append(Part.text(Text(body: text)).json)
                isScreen = true
            case "parts":
                try reader.beginArray()
                while try reader.nextElement() { parts.append(reader.bytes(try reader.skipValue())) }
                isScreen = true
            case "prompt":
                others.append(("prompt", try prompt(&reader)))
                isScreen = true
            case "selected": selected = try reader.readIfPresent(String.self)
            case "rerun": interval = try reader.double()
            case "back": isBack = try reader.bool()
            case "copy": request = .copy(try reader.string())
            case "run": request = .run(try Self.command(&reader))
            case "push": isPushed = try reader.bool()
            case "context": wantsContext = try reader.bool()
            case "notice":
                notice = try Self.notice(&reader)
                others.append(("notice", notice.json))
                isScreen = true
            default:
                let name = key.text ?? "?"
                let value = reader.bytes(try reader.skipValue())
                if name == "title" || Self.screenMembers.contains(name) {
                    others.append((name, value))
                    isScreen = isScreen || name != "title"
                } else {
                    note(name)
                }
            }
        }
        if isBack { return .back(notice: notice?.text) }
        if let request { return .request(request, notice: notice?.text) }
        if let items { rows = (rows ?? []) + items.rows }
        guard isScreen || rows != nil else {
            throw JSONError(.invalid("has neither parts, text, rows nor items"), at: start)
        }
        if items != nil, !others.contains(where: { $0.0 == "prompt" }) {
            others.append(("prompt", Prompt(placeholder: "Search", text: query).json))
        }
        var answer = try screen(rows: rows, selected: selected, parts: parts, others: others)
        for name in items?.unknown ?? [] where !answer.unknown.contains(name) { answer.unknown.append(name) }
        answer.completions = items?.completions ?? [:]
        answer.invalid = items?.invalid ?? []
        (answer.isPushed, answer.wantsContext) = (isPushed, wantsContext)
        // A tenth of a second at least, as in Alfred.
        answer.refresh = interval.map { Int(min(max($0, 0.1), 86_400) * 1000) }
        return .screen(answer)
    }

    private static func skipRest(_ reader: inout JSONReader, _ address: String) throws(JSONError) -> String {
        while try reader.nextKey() != nil { try reader.skipValue() }
        return address
    }

    private static func command(_ reader: inout JSONReader) throws(JSONError) -> [String] {
        let start = reader.offset
        let command = try reader.read([String].self)
        guard command.first?.isEmpty == false else { throw JSONError(.invalid("is not a command"), at: start) }
        return command
    }

    /// A text is a notice without an id, which the role adds.
    private static func notice(_ reader: inout JSONReader) throws(JSONError) -> ScreenNotice? {
        if reader.nextByte == UInt8(ascii: "\"") { return ScreenNotice(id: "", text: try reader.string()) }
        let value = reader.bytes(try reader.skipValue())
        if value == Array("null".utf8) { return nil }
        guard JSONSlices.member("id", of: value.span) == nil else { return try ScreenNotice(json: value) }
        return try ScreenNotice(
            json: Array(#"{"id":"","text":"#.utf8)
                + (JSONSlices.member("text", of: value.span).map { Array(value[$0]) } ?? Array("null".utf8)) + [
                    UInt8(ascii: "}")
                ])
    }

    private mutating func note(_ name: String) {
        if unknown.count < Self.mostUnknown, !unknown.contains(name) { unknown.append(name) }
    }

    /// - Parameters:
    ///   - rows: in a list before the parts.
    ///   - selected: the id of the one that is selected at first.
    ///   - others: members of the screen.
    private func screen(
        rows: [Row]?, selected: String?, parts: [[UInt8]], others: [(String, [UInt8])]
    ) throws(JSONError) -> ProgramScreen {
        var parts = parts
        if let rows {
            parts.insert(Part.list(List(rows: rows, empty: words["Nothing found"], selected: selected)).json, at: 0)
        }
        let json = JSONWriter.write { writer in
            writer.beginObject()
            writer.member("parts", parts.map { JSONBytes($0) })
            if !others.contains(where: { $0.0 == "title" }) { writer.member("title", title) }
            for (name, value) in others { writer.member(named: name, JSONBytes(value)) }
            writer.endObject()
        }
        return ProgramScreen(
            screen: try Screen(json: json), unknown: unknown, rows: parts.count == 1 ? rows : nil)
    }

    /// A text is the placeholder.
    private func prompt(_ reader: inout JSONReader) throws(JSONError) -> [UInt8] {
        if reader.nextByte == UInt8(ascii: "\"") {
            return Prompt(placeholder: try reader.string(), text: query).json
        }
        var placeholder = "Search"
        var text = query
        var isLive: Bool?
        try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "placeholder": placeholder = try reader.string()
            case "text": text = try reader.string()
            case "live": isLive = try reader.bool()
            default: try reader.skipValue()
            }
        }
        return Prompt(placeholder: placeholder, text: text, isLive: isLive).json
    }

    // MARK: Rows

    private mutating func rows(_ reader: inout JSONReader) throws(JSONError) -> [Row] {
        var rows: [Row] = []
        try reader.beginArray()
        while try reader.nextElement() { rows.append(try row(&reader)) }
        return rows
    }

    /// A text is both title and id; a missing title or id is filled in from the other.
    private mutating func row(_ reader: inout JSONReader) throws(JSONError) -> Row {
        if reader.nextByte == UInt8(ascii: "\"") {
            let text = try reader.string()
            return Row(id: text, title: text)
        }
        if reader.nextByte == UInt8(ascii: "-") || 0x30...0x39 ~= reader.nextByte {
            let number = String(decoding: reader.bytes(try reader.skipValue()), as: UTF8.self)
            return Row(id: number, title: number)
        }
        var members: [(String, [UInt8])] = []
        let start = try reader.beginObject()
        while let key = try reader.nextKey() {
            let name = key.text ?? "?"
            let value = reader.bytes(try reader.skipValue())
            if Self.rowMembers.contains(name) { members.append((name, value)) } else { note("rows[].\(name)") }
        }
        func value(_ name: String) -> [UInt8]? { members.first { $0.0 == name }?.1 }
        guard let known = value("id") ?? value("title") else { throw .missing("title", at: start) }
        if value("id") == nil { members.append(("id", known)) }
        if value("title") == nil { members.append(("title", known)) }
        let json = JSONWriter.write { writer in
            writer.beginObject()
            for (name, value) in members {
                writer.member(named: name, JSONBytes(Self.textual(value, ofMember: name)))
            }
            writer.endObject()
        }
        return try Row(json: json)
    }

    /// Where the protocol expects a text, a number becomes one.
    private static func textual(_ value: [UInt8], ofMember name: String) -> [UInt8] {
        guard name != "keys", let first = value.first, first == UInt8(ascii: "-") || 0x30...0x39 ~= first else {
            return value
        }
        return [UInt8(ascii: "\"")] + value + [UInt8(ascii: "\"")]
    }
}

/// The result of one call.
enum ProgramAnswer: Equatable, Sendable {
    case screen(ProgramScreen)
    /// A URL to open in the browser.
    case open(String)
    /// Closes the screen. The one below may show a notice.
    case back(notice: String?)
    case request(ProgramRequest, notice: String?)
}

/// What a program wants of the view, in the reply to a user action.
enum ProgramRequest: Equatable, Sendable {
    /// A text for the clipboard.
    case copy(String)
    /// A command and its arguments, for the terminal.
    case run([String])
}

/// A screen, and what only this role needs to know about it.
struct ProgramScreen: Equatable, Sendable {
    var screen: Screen
    /// The search that opening an item starts, by the item's id.
    var completions: [String: String] = [:]
    /// The items that cannot be opened.
    var invalid: [String] = []
    /// Milliseconds until it is refreshed.
    var refresh: Int?
    /// Unknown members, each once.
    var unknown: [String] = []
    /// The rows, if the program printed nothing else.
    var rows: [Row]?
    /// After `press` or `submit`: whether it is a screen of its own, which Esc leaves.
    var isPushed = false
    /// Whether later calls get their context on standard input.
    var wantsContext = false

    /// The id of the row that is selected at first.
    var selected: String? { if case .list(let list) = screen.parts.first { list.selected } else { nil } }
}

/// The items of a Script Filter, as programs for Alfred print them.
struct ItemList {
    private(set) var rows: [Row] = []
    /// The search that opening an item starts, by its id.
    private(set) var completions: [String: String] = [:]
    /// The items that cannot be opened.
    private(set) var invalid: [String] = []
    /// Members that have no meaning here, each once.
    private(set) var unknown: [String] = []

    init(from reader: inout JSONReader) throws(JSONError) {
        try reader.beginArray()
        while try reader.nextElement() { try readItem(&reader) }
    }

    private mutating func readItem(_ reader: inout JSONReader) throws(JSONError) {
        var title: String?
        var subtitle: String?
        var argument: String?
        var name: String?
        var completion: String?
        var isValid = true
        let start = try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "title": title = try reader.string()
            case "subtitle": subtitle = try reader.readIfPresent(String.self)
            case "arg": argument = try Self.argument(&reader)
            case "uid": name = try reader.readIfPresent(String.self)
            case "autocomplete": completion = try reader.readIfPresent(String.self)
            case "valid": isValid = try reader.readLeniently(Bool.self) ?? true
            default:
                let name = "items[].\(key.text ?? "?")"
                if unknown.count < 20, !unknown.contains(name) { unknown.append(name) }
                try reader.skipValue()
            }
        }
        guard let title else { throw .missing("title", at: start) }
        let id = argument ?? name ?? title
        rows.append(Row(id: id, title: title, subtitle: subtitle))
        guard !isValid else { return }
        completions[id] = completion
        if completion == nil { invalid.append(id) }
    }

    /// Of several arguments, the first.
    private static func argument(_ reader: inout JSONReader) throws(JSONError) -> String? {
        guard reader.nextByte == UInt8(ascii: "[") else { return try reader.readIfPresent(String.self) }
        return try reader.read([String].self).first
    }
}
