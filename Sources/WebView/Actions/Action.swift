import ScreenModel
import ViewMessages

/// What a person does on a page. A button says it in its value (``ActionValue``), a form in hidden fields.
package enum Action: Equatable, Sendable {
    case search(String)
    case select(row: String)
    case press(control: String, row: String? = nil)
    case sort(column: String, isDescending: Bool)
    case toggle(row: String, isExpanded: Bool)
    case mark(row: String)
    case clearMarks
    /// Shows the rows that match a text. A live one is still being typed.
    case filter(String, isLive: Bool)
    /// Looks for what can be done by its name, and does it unless the name is still being typed.
    case palette(String, isLive: Bool)
    /// Other rows of a long list.
    case scroll(first: Int, count: Int)
    /// The rows behind the last one.
    case more
    case follow(String)
    case submit(form: String, fields: FormFields)
    /// What stands in a live field now; without a form in the prompt.
    case change(form: String?, field: String?, texts: [String])
    /// The selection rests on that row.
    case highlight(row: String)
    case resize(columns: Int, rows: Int)
    case back
    case closeFailure
    case quit

    /// - Parameter fields: of a form that was posted.
    /// - Returns: nil for what no page of ours sends.
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
            self = verb.elementsEqual("filter".utf8) ? .filter(value, isLive: isLive) : .palette(value, isLive: isLive)
        case "unmark": self = .clearMarks
        case "more": self = .more
        case "back": self = .back
        case "close": self = .closeFailure
        case "quit": self = .quit
        default: return nil
        }
    }

    /// The button that does it, which has the focus when the person comes back; nil where that is none on the screen.
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

    /// Nobody has decided anything: it comes with typing, moving or scrolling.
    var isPassing: Bool {
        switch self {
        case .highlight, .change, .palette(_, isLive: true), .filter(_, isLive: true), .more: true
        default: false
        }
    }

    /// - Parameter value: of a button.
    init?(_ value: ActionValue) { self.init(FormFields([("do", value.text)])) }
}
