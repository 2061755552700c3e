import AgentTools
import JSON
import ScreenModel
import ViewMessages
import Wire

/// The reason why a call cannot be carried out, for the client.
struct ToolRefusal: Error, Equatable {
    let reason: String
}

/// The arguments of `act` on a screen.
struct Wish {
    let arguments: ToolArguments
    let screen: Screen
    let settings: AgentSettings

    /// - Returns: nil for `filter`, `fill` and `submit`, which are more than an intent.
    func intent() throws(ToolRefusal) -> Intent? {
        switch arguments.action {
        case "open": return .select(row: try need(arguments.row, "row"))
        case "select": return .mark(row: try need(arguments.row, "row"))
        case "press": return try press(need(arguments.control, "control"))
        case "expand", "collapse":
            return .toggle(row: try need(arguments.row, "row"), isExpanded: arguments.action == "expand")
        case "preview": return .highlight(row: try need(arguments.row, "row"))
        case "search": return .search(try Self.bounded(need(arguments.text, "text")))
        case "sort": return try sort(need(arguments.column, "column"))
        case "page": return try page()
        case "back": return screen.alert?.buttons.isEmpty == false ? .cancel : .back
        case "filter", "fill", "submit": return nil
        default: throw ToolRefusal(reason: "there is no such action")
        }
    }

    /// A text that is entered: the views of users have no room for a longer one.
    private static func bounded(_ text: String) throws(ToolRefusal) -> String {
        guard text.utf8.count <= Bounded.longestEntry else {
            throw ToolRefusal(reason: "a text has at most \(Bounded.longestEntry) bytes")
        }
        return text
    }

    private func need(_ argument: String?, _ name: String) throws(ToolRefusal) -> String {
        guard let argument else { throw ToolRefusal(reason: "\(arguments.action ?? "this") needs \(name)") }
        return argument
    }

    private func press(_ control: String) -> Intent {
        if let row = arguments.row { return .press(control: control, on: .row(row)) }
        let keys = (screen.keys ?? []).filter { $0.control == control }
        let isForRows = screen.alert == nil && !keys.isEmpty && keys.allSatisfy { $0.isForRow == true }
        return .press(control: control, on: isForRows ? .rows(or: nil) : .screen)
    }

    private func sort(_ id: String) throws(ToolRefusal) -> Intent {
        for case .table(let table) in screen.allParts {
            guard let column = table.columns.first(where: { $0.id == id && $0.canBeSorted }) else { continue }
            let own = table.sort(by: column)
            return .sort(Sort(column: id, isDescending: arguments.descending ?? own.isDescending))
        }
        throw ToolRefusal(reason: IntentRefusal.notOffered.reason)
    }

    private func page() throws(ToolRefusal) -> Intent {
        if let control = arguments.control { return .turnPage(control: control) }
        guard let from = arguments.from else { return .more }
        guard from > 0, arguments.count ?? 1 > 0 else { throw ToolRefusal(reason: "rows are counted from 1") }
        return .scroll(first: from - 1, count: arguments.count ?? AgentLimits.mostPartLines)
    }

    /// The form that `fill` and `submit` mean.
    func form() throws(ToolRefusal) -> Form {
        let forms = screen.forms.filter { arguments.form == nil || $0.id == arguments.form }
        guard forms.count == 1 else {
            let ids = screen.forms.map(\.id).joined(separator: ", ")
            throw ToolRefusal(reason: ids.isEmpty ? "there is no form" : "name one of the forms: \(ids)")
        }
        return forms[0]
    }

    /// The entries of `values`, by the fields' names.
    func entries(of form: Form) throws(ToolRefusal) -> [(name: String, text: String)] {
        let values = arguments.values ?? [:]
        if let unknown = values.keys.sorted().first(where: { id in !form.fields.contains { $0.id == id } }) {
            let ids = form.fields.map(\.id).joined(separator: ", ")
            throw ToolRefusal(reason: "there is no field \(unknown.prefix(100)); there are: \(ids)")
        }
        var entries: [(name: String, text: String)] = []
        for field in form.fields {
            guard let value = values[field.id] else { continue }
            if let reason = settings.refusal(of: field) { throw ToolRefusal(reason: reason) }
            entries.append((FieldName.of(field, in: form), try Self.bounded(Self.text(of: value, in: field))))
        }
        return entries
    }

    private static func text(of value: JSONBytes, in field: FormField) throws(ToolRefusal) -> String {
        let one = (try? String(json: value.bytes)) ?? String(decoding: value.bytes, as: UTF8.self)
        let texts = (try? [String](json: value.bytes)) ?? [one]
        switch field.kind {
        case .toggle: return texts == ["true"] ? "true" : ""
        case .choice, .choices:
            var ids: [String] = []
            for text in texts where !text.isEmpty {
                let option = field.options?.first { $0.id == text } ?? field.options?.first { $0.title == text }
                guard let option else { throw ToolRefusal(reason: "\(field.label) has no choice \(text.prefix(100))") }
                ids.append(option.id)
            }
            return (field.options ?? []).map(\.id).filter(ids.contains).joined(separator: "\n")
        case .text, .secret, .multiline, .path, .number, .date: return texts.joined(separator: "\n")
        }
    }

    /// A call that does the same, for a recording: with placeholders for secrets, and without what only the client has seen.
    func recorded(as number: Int) -> Event {
        var kept = arguments
        (kept.version, kept.seconds) = (nil, nil)
        let fields = screen.forms.flatMap(\.fields)
        let open = Set(fields.map(\.id)).subtracting(fields.filter { $0.kind == .secret }.map(\.id))
        for (id, value) in kept.values ?? [:] where !open.contains(id) && value != JSONBytes("") {
            kept.values?[id] = JSONBytes(Screen.withheldSecret)
        }
        let text =
            #"{"jsonrpc":"2.0","id":"r\#(number)","method":"tools/call","params":{"name":"act","arguments":\#(kept.jsonText),"#
            + #""_meta":{"io.modelcontextprotocol/protocolVersion":"\#(Dialogue.modern)"}}}"#
        return Event(ProcessOutput.Entered.type, ProcessOutput.Entered(text: text + "\n"))
    }

    /// The things that would be possible, for a client whose wish was refused.
    static func possible(on screen: Screen, goesBack: Bool) -> String {
        if let alert = screen.alert {
            let question = Question(screen).map { " with question \($0.id)" } ?? ""
            return "press " + alert.buttons.map(\.control).joined(separator: ", ") + question
        }
        var words: [String] = []
        let rows = screen.parts.reduce(0) { $0 + $1.rowIDs.count }
        if rows > 0 { words.append("open one of \(rows) rows") }
        let controls = screen.controls.sorted() + (screen.keys ?? []).filter(\.isReported).map(\.control)
        if !controls.isEmpty { words.append("press " + controls.prefix(20).joined(separator: ", ")) }
        if screen.prompt != nil { words.append("search") }
        let columns = screen.sortableColumns.map(\.id)
        if !columns.isEmpty { words.append("sort by " + columns.prefix(20).joined(separator: ", ")) }
        if !screen.forms.isEmpty { words.append("submit " + screen.forms.map(\.id).joined(separator: ", ")) }
        if screen.hasMore == true { words.append("page") }
        if goesBack { words.append("back") }
        return words.isEmpty ? "nothing but to wait" : words.joined(separator: "; ")
    }
}

extension AgentSettings {
    /// The reason why a field may not be filled; nil where it may.
    fileprivate func refusal(of field: FormField) -> String? {
        switch field.kind {
        case .path where !mayNameFiles:
            "\(field.label) names a file of this machine, which viperline mcp --allow files permits"
        case .secret where refusesSecrets:
            "\(field.label) is secret, and this agent fills no secrets (--no-secrets); its user can, on a page (--web)"
        default: nil
        }
    }
}
