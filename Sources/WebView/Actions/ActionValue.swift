package import ViewMessages

/// An action as the value of a button: `select?row=1001`. ASCII, whatever the ids of strangers are.
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

    package static func highlight(_ row: String) -> ActionValue { ActionValue("highlight", [("row", row)]) }
}
