import ScreenModel
import TerminalText
package import ViewMessages

/// An action of a user on a page. A button has it in its value (``ActionValue``), a form in hidden fields.
package enum PageAction: Equatable, Sendable {
    case search(String)
    case select(row: String)
    case press(control: String, row: String? = nil)
    case sort(column: String, isDescending: Bool)
    case toggle(row: String, isExpanded: Bool)
    case mark(row: String)
    case clearMarks
    /// Shows the rows that match a text. A live one is still being typed.
    case filter(String, isLive: Bool)
    /// Opens the first row that matches a text, and keeps it as the filter.
    case openFirst(String)
    /// Looks for what can be done by its name, and does it unless the name is still being typed.
    case palette(String, isLive: Bool)
    /// Other rows of a long list.
    case scroll(first: Int, count: Int)
    /// The rows behind the last one.
    case more
    case follow(String)
    case submit(form: String, fields: FormFields)
    /// The contents of a field, before its form is submitted. For a secret, only the fact that there is some.
    case enter(form: String, field: String, texts: [String])
    /// The present text of a live field; without a form, that of the prompt.
    case change(form: String?, field: String?, texts: [String])
    /// The selection rests on that row.
    case highlight(row: String)
    case resize(columns: Int, rows: Int)
    case back
    /// The history of a browser has gone back to the scene with that address (``SceneAddress``).
    case backTo(String)
    case closeFailure
    case quit

    /// - Parameter fields: of a form that was posted.
    /// - Returns: nil for fields that no page of this view sends.
    package init?(_ fields: FormFields) {
        guard let value = fields["do"] else { return nil }
        let parts = value.utf8.split(separator: UInt8(ascii: "?"), maxSplits: 1)
        guard let verb = parts.first, let own = FormFields(encoded: parts.count > 1 ? parts[1] : parts[0].suffix(0))
        else { return nil }
        func text(_ name: String) -> String? { own[name] ?? fields[name] }
        switch String(Substring(verb)) {
        case "search":
            guard let query = text("query") else { return nil }
            self = .search(query)
        case "select":
            guard let row = own["row"] else { return nil }
            self = .select(row: row)
        case "press":
            guard let control = own["control"] else { return nil }
            self = .press(control: control, row: own["row"])
        case "sort":
            guard let column = own["column"] else { return nil }
            self = .sort(column: column, isDescending: own["descending"] == "true")
        case "toggle":
            guard let row = own["row"] else { return nil }
            self = .toggle(row: row, isExpanded: own["expanded"] == "true")
        case "mark":
            guard let row = own["row"] else { return nil }
            self = .mark(row: row)
        case "scroll":
            guard let first = own.number("first"), let count = own.number("count"), first >= 0, count > 0 else {
                return nil
            }
            self = .scroll(first: first, count: count)
        case "follow":
            guard let url = own["url"] else { return nil }
            self = .follow(url)
        case "submit":
            guard let form = own["form"] else { return nil }
            self = .submit(form: form, fields: fields)
        case "change": self = .change(form: own["form"], field: own["field"], texts: fields.values(of: "value"))
        case "enter":
            guard let form = own["form"], let field = own["field"] else { return nil }
            self = .enter(form: form, field: field, texts: fields.values(of: "value"))
        case "highlight":
            guard let row = own["row"] else { return nil }
            self = .highlight(row: row)
        case "resize":
            guard let columns = fields.number("columns"), let rows = fields.number("rows"), columns > 0, rows > 0 else {
                return nil
            }
            self = .resize(columns: columns, rows: rows)
        case "filter", "palette":
            guard let value = text("value") else { return nil }
            let isLive = own["live"] == "true"
            guard verb.elementsEqual("filter".utf8) else {
                self = .palette(value, isLive: isLive)
                return
            }
            self = own["open"] == "true" ? .openFirst(value) : .filter(value, isLive: isLive)
        case "unmark": self = .clearMarks
        case "more": self = .more
        case "back": self = fields["to"].map(PageAction.backTo) ?? .back
        case "close": self = .closeFailure
        case "quit": self = .quit
        default: return nil
        }
    }

    /// The button that carries the action out. It has the focus when the user comes back. Nil where the screen has no such button.
    var button: ActionValue? {
        switch self {
        case .select(let row): .select(row)
        case .press(let control, let row): .press(control, row: row)
        case .sort(let column, let isDescending): .sort(Sort(column: column, isDescending: isDescending))
        case .toggle(let row, let isExpanded): .toggle(row, isExpanded: !isExpanded)
        case .mark(let row): .mark(row)
        case .follow(let url): .follow(url)
        default: nil
        }
    }

    /// A side effect of typing, moving or scrolling; it must not dismiss a question.
    var isPassing: Bool {
        switch self {
        case .highlight, .change, .enter, .palette(_, isLive: true), .filter(_, isLive: true), .more: true
        default: false
        }
    }

    /// The page sends the action by itself: the selection rests, or the end of the rows is in sight. It must not dismiss a notice.
    var isUnasked: Bool {
        switch self {
        case .highlight, .more: true
        default: false
        }
    }

    /// - Parameter value: of a button.
    init?(_ value: ActionValue) { self.init(FormFields([("do", value.text)])) }
}

extension PageAction {
    /// The user's intent on the screen; nil for an action that only this view carries out.
    func intent(on screen: Screen) -> Intent? {
        switch self {
        case .search(let query): return .search(Bounded.entry(Sanitizer.line(query)))
        case .select(let row): return .select(row: row)
        case .press(let control, let row): return .press(control: control, on: row.map { .rows(or: $0) } ?? .screen)
        case .sort(let column, let isDescending): return .sort(Sort(column: column, isDescending: isDescending))
        case .toggle(let row, let isExpanded): return .toggle(row: row, isExpanded: isExpanded)
        case .mark(let row): return .mark(row: row)
        case .clearMarks: return .clearMarks
        case .filter, .openFirst: return .filter
        case .scroll(let first, let count): return .scroll(first: first, count: count)
        case .more: return .more
        case .follow(let url): return .follow(url)
        case .submit(let id, let fields):
            let form = screen.forms.first { $0.id == id }
            return .submit(form: id, texts: form?.texts(of: fields) ?? [:])
        case .change(let form, let field, let texts):
            guard let form, let field else {
                return .enter(Bounded.entry(Sanitizer.line(texts.last ?? "")), in: FieldName.prompt)
            }
            return screen.entry(texts, in: field, of: form)
        case .enter(let form, let field, let texts): return screen.entry(texts, in: field, of: form)
        case .highlight(let row): return .highlight(row: row)
        case .back: return .back
        case .palette, .backTo, .closeFailure, .resize, .quit: return nil
        }
    }
}

extension Screen {
    fileprivate func entry(_ texts: [String], in field: String, of form: String) -> Intent {
        let found = formFields.first { $0.form.id == form && $0.field.id == field }
        return .enter(found?.field.entry(from: texts) ?? "", in: found?.name ?? "")
    }
}

extension Form {
    /// The texts that a page has posted for the form's fields, by name.
    fileprivate func texts(of fields: FormFields) -> [String: String] {
        let texts = self.fields.map {
            (FieldName.of($0, in: self), $0.entry(from: fields.values(of: InputName.of($0))))
        }
        return Dictionary(texts) { first, _ in first }
    }
}

/// An action as the value of a button: `select?row=1001`. ASCII, for any ids.
package struct ActionValue: Sendable {
    package let text: String

    /// - Parameter text: one that an earlier view has written.
    init(text: String) { self.text = text }

    private init(_ verb: String, _ fields: [(name: String, value: String)] = []) {
        text = fields.isEmpty ? verb : "\(verb)?\(FormFields(fields).encoded)"
    }

    static let search = ActionValue("search")
    static let more = ActionValue("more")
    static let back = ActionValue("back")
    static let close = ActionValue("close")
    static let quit = ActionValue("quit")
    static let clearMarks = ActionValue("unmark")
    static let changePrompt = ActionValue("change")
    static let filter = ActionValue("filter")
    static let changeFilter = ActionValue("filter", [("live", "true")])
    static let openFirst = ActionValue("filter", [("open", "true")])
    static let clearFilter = ActionValue("filter", [("value", "")])
    static let palette = ActionValue("palette")
    static let changePalette = ActionValue("palette", [("live", "true")])

    package static func select(_ row: String) -> ActionValue { ActionValue("select", [("row", row)]) }

    package static func press(_ control: String, row: String? = nil) -> ActionValue {
        ActionValue("press", [("control", control)] + (row.map { [("row", $0)] } ?? []))
    }

    package static func sort(_ sort: Sort) -> ActionValue {
        ActionValue("sort", [("column", sort.column), ("descending", "\(sort.isDescending)")])
    }

    package static func toggle(_ row: String, isExpanded: Bool) -> ActionValue {
        ActionValue("toggle", [("row", row), ("expanded", "\(isExpanded)")])
    }

    package static func mark(_ row: String) -> ActionValue { ActionValue("mark", [("row", row)]) }

    package static func scroll(_ rows: Range<Int>) -> ActionValue {
        ActionValue("scroll", [("first", "\(rows.lowerBound)"), ("count", "\(rows.count)")])
    }

    package static func follow(_ url: String) -> ActionValue { ActionValue("follow", [("url", url)]) }

    package static func submit(_ form: String) -> ActionValue { ActionValue("submit", [("form", form)]) }

    package static func change(_ field: FormField, in form: Form) -> ActionValue {
        ActionValue("change", [("form", form.id), ("field", field.id)])
    }

    /// The action that keeps a field's contents before its form is submitted.
    package static func enter(_ field: FormField, in form: Form) -> ActionValue {
        ActionValue("enter", [("form", form.id), ("field", field.id)])
    }

    package static func highlight(_ row: String) -> ActionValue { ActionValue("highlight", [("row", row)]) }
}
