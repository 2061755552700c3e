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
    /// The members of an answer, those of a screen among them.
    private static let members: StaticString = """
        title rows items text parts prompt selected notice activity head alert hasMore preview highlight resize keys words open back \
        copy run push context rerun
        """

    init(title: String, query: String = "", _ words: Words = Words()) {
        self.words = words
        self.title = title
        self.query = query
    }

    /// An error message for the program's author.
    struct Mistake: Error, Equatable, CustomStringConvertible {
        let description: String
    }

    func read(_ json: [UInt8]) throws(Mistake) -> ProgramAnswer {
        var strangers: [JSONStranger] = []
        do throws(JSONError) {
            let answer = try JSONReader.read(json.span, noting: &strangers) { reader throws(JSONError) in
                if reader.nextByte == UInt8(ascii: "[") {
                    var draft = Draft(screen: Screen(title: title))
                    draft.rows = try rows(&reader)
                    return ProgramAnswer.screen(finished(draft))
                }
                return try object(&reader)
            }
            guard case .screen(var screen) = answer else { return answer }
            screen.unknown = strangers.map { "\($0)" }
            screen.screen.explainParts()
            // Authors of a program look at its screens, not at the log.
            if screen.screen.notice == nil, let mistake = strangers.first(where: { $0.suggestion != nil }) {
                screen.screen.notice = ScreenNotice(id: "\(mistake)", text: "\(mistake)", tone: .warning)
            }
            return .screen(screen)
        } catch {
            // The missing member may be there under another name.
            let meant = error.path.isEmpty ? strangers.first { $0.suggestion != nil } : nil
            throw Mistake(description: "\(error)" + (meant.map { "; \($0)" } ?? ""))
        }
    }

    /// An answer while it is read.
    private struct Draft {
        var screen: Screen
        var rows: [Row]?
        var items: ItemList?
        var interval: Double?
        var selected: String?
        var isScreen = false
        var isPushed = false
        var wantsContext = false
    }

    private func object(_ reader: inout JSONReader) throws(JSONError) -> ProgramAnswer {
        let start = try reader.beginObject()
        var draft = Draft(screen: Screen(title: title))
        var isBack = false
        var request: ProgramRequest?
        while let key = try reader.nextKey() {
            switch key {
            case "open":
                let address = try reader.string()
                return .open(try Self.skipRest(&reader, address))
            case "back": isBack = try reader.bool()
            case "copy": request = .copy(try reader.string())
            case "run": request = .run(try Self.command(&reader))
            default: try read(key, of: &draft, &reader)
            }
        }
        let notice = draft.screen.notice?.text
        if isBack { return .back(notice: notice) }
        if let request { return .request(request, notice: notice) }
        if let items = draft.items { draft.rows = (draft.rows ?? []) + items.rows }
        guard draft.isScreen || draft.rows != nil else {
            throw JSONError(.invalid("has neither parts, text, rows nor items"), at: start)
        }
        return .screen(finished(draft))
    }

    private func read(_ key: JSONKey, of draft: inout Draft, _ reader: inout JSONReader) throws(JSONError) {
        switch key {
        case "title": draft.screen.title = try reader.string()
        case "rows": draft.rows = try rows(&reader)
        case "items": draft.items = try ItemList(from: &reader)
        case "selected": draft.selected = try reader.readIfPresent()
        case "rerun": draft.interval = try reader.double()
        case "push": draft.isPushed = try reader.bool()
        case "context": draft.wantsContext = try reader.bool()
        default: draft.isScreen = try readScreen(key, of: &draft.screen, &reader) || draft.isScreen
        }
    }

    /// - Returns: true if it is a member that makes the answer a screen.
    private func readScreen(
        _ key: JSONKey, of screen: inout Screen, _ reader: inout JSONReader
    ) throws(JSONError) -> Bool {
        switch key {
        case "text": screen.parts.append(.text(Text(body: try reader.string())))
        case "parts": screen.parts += try reader.read([Part].self)
        case "prompt": screen.prompt = try prompt(&reader)
        case "notice": screen.notice = try Self.notice(&reader)
        case "activity": screen.activity = try reader.readIfPresent()
        case "head": screen.head = try reader.readIfPresent()
        case "alert": screen.alert = try reader.readIfPresent()
        case "hasMore": screen.hasMore = try reader.readIfPresent()
        case "preview": screen.preview = try reader.readIfPresent()
        case "highlight": screen.reportsHighlight = try reader.readIfPresent()
        case "resize": screen.reportsSize = try reader.readIfPresent()
        case "keys": screen.keys = try reader.readIfPresent()
        case "words": screen.words = try reader.readIfPresent()
        default:
            try reader.skip(key, known: Self.members)
            return false
        }
        return true
    }

    private func finished(_ draft: Draft) -> ProgramScreen {
        var answer = ProgramScreen(screen: draft.screen)
        if let rows = draft.rows {
            let list = List(rows: rows, empty: words["Nothing found"], selected: draft.selected)
            answer.screen.parts.insert(.list(list), at: 0)
            if answer.screen.parts.count == 1 { answer.rows = rows }
        }
        if let items = draft.items {
            if answer.screen.prompt == nil { answer.screen.prompt = Prompt(placeholder: "Search", text: query) }
            (answer.completions, answer.invalid) = (items.completions, items.invalid)
        }
        (answer.isPushed, answer.wantsContext) = (draft.isPushed, draft.wantsContext)
        // A tenth of a second at least, as in Alfred.
        answer.refresh = draft.interval.map { Int(min(max($0, 0.1), 86_400) * 1000) }
        return answer
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
        if try reader.readNull() { return nil }
        var notice = ScreenNotice(id: "", text: "")
        var text: String?
        let start = try reader.beginObject(with: "text")
        while let key = try reader.nextKey() {
            switch key {
            case "id": notice.id = try reader.string()
            case "text": text = try reader.string()
            case "tone": notice.tone = try reader.readIfPresent()
            default: try reader.skip(key, known: "id text tone")
            }
        }
        guard let text else { throw .missing("text", at: start) }
        notice.text = text
        return notice
    }

    /// A text is the placeholder.
    private func prompt(_ reader: inout JSONReader) throws(JSONError) -> Prompt {
        if reader.nextByte == UInt8(ascii: "\"") { return Prompt(placeholder: try reader.string(), text: query) }
        var prompt = Prompt(placeholder: "Search", text: query)
        try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "placeholder": prompt.placeholder = try reader.string()
            case "text": prompt.text = try reader.string()
            case "live": prompt.isLive = try reader.bool()
            default: try reader.skip(key, known: "placeholder text live")
            }
        }
        return prompt
    }

    // MARK: Rows

    private func rows(_ reader: inout JSONReader) throws(JSONError) -> [Row] {
        var rows: [Row] = []
        try reader.beginArray()
        while try reader.nextElement() { rows.append(try row(&reader)) }
        return rows
    }

    /// A text is both title and id; a missing title or id is filled in from the other.
    private func row(_ reader: inout JSONReader) throws(JSONError) -> Row {
        if reader.nextByte != UInt8(ascii: "{") {
            guard !"[tf".utf8.contains(reader.nextByte) else {
                throw reader.mismatch("a text, a number or an object with title")
            }
            let text = try Self.text(&reader)
            return Row(id: text, title: text)
        }
        var (id, title): (String?, String?)
        var row = Row(id: "", title: "")
        let start = try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "id": id = try Self.text(&reader)
            case "title": title = try Self.text(&reader)
            case "symbol": row.symbol = try Self.textIfPresent(&reader)
            case "subtitle": row.subtitle = try Self.textIfPresent(&reader)
            case "accessory": row.accessory = try Self.textIfPresent(&reader)
            case "tone": row.tone = try reader.readIfPresent()
            case "keys": row.keys = try reader.readIfPresent()
            default: try reader.skip(key, known: "id title symbol subtitle accessory tone keys")
            }
        }
        guard let known = id ?? title else { throw .missing("title", at: start) }
        (row.id, row.title) = (id ?? known, title ?? known)
        return row
    }

    private static func textIfPresent(_ reader: inout JSONReader) throws(JSONError) -> String? {
        try reader.readNull() ? nil : try text(&reader)
    }

    /// A number becomes a text where the protocol expects one.
    private static func text(_ reader: inout JSONReader) throws(JSONError) -> String {
        guard reader.nextByte == UInt8(ascii: "-") || 0x30...0x39 ~= reader.nextByte else { return try reader.string() }
        return String(decoding: reader.bytes(try reader.skipValue()), as: UTF8.self)
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

/// A program's request to the view, in the reply to a user action.
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
    /// Members and words without a meaning, in sentences.
    var unknown: [String] = []
    /// The rows, if the program printed nothing else.
    var rows: [Row]?
    /// True if the answer to `press` or `submit` is a screen of its own, which Esc leaves.
    var isPushed = false
    /// True if later calls get their context on standard input.
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
            default: try reader.skip(key, known: "title subtitle arg uid autocomplete valid")
            }
        }
        guard let title else { throw .missing("title", at: start) }
        let id = argument ?? name ?? title
        rows.append(Row(id: id, title: title, subtitle: subtitle))
        guard !isValid else { return }
        completions[id] = completion
        if completion == nil { invalid.append(id) }
    }

    /// The first of several arguments.
    private static func argument(_ reader: inout JSONReader) throws(JSONError) -> String? {
        guard reader.nextByte == UInt8(ascii: "[") else { return try reader.readIfPresent(String.self) }
        return try reader.read([String].self).first
    }
}
