import ScreenModel
import TerminalText
import ViewMessages

/// A form: a field below the other, and the button that submits them.
struct FormView: PartView {
    let form: Form

    /// The widest column of labels, in cells.
    private static let widestLabel = 24

    var isSelectable: Bool { true }

    func layOut(in content: inout Content) {
        content.appendHeading(form.heading)
        let widest = form.fields.map { CellWidth.of($0.caption) }.max() ?? 0
        let label = content.isWide ? min(widest, Self.widestLabel) : 0
        for field in form.fields {
            FieldView(field: field, name: FieldName.of(field, in: form)).layOut(labelWidth: label, in: &content)
        }
        if !form.fields.isEmpty { content.append(StyledText()) }
        content.appendBeside(StyledText("[ \(form.button) ]", .accent), (.submit, form.id))
    }

    func print(on page: inout LinearPage) {
        page.appendHeading(form.heading)
        for field in form.fields {
            page.append(FieldView(field: field, name: FieldName.of(field, in: form)).line(page.fields))
        }
        page.append("[\(form.button): submit]")
    }
}
