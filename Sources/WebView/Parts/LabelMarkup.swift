import ScreenModel
import ViewMessages

/// One line of text.
struct LabelMarkup {
    let label: Label

    func write(to page: inout PageWriter) {
        guard !label.text.isEmpty else { return }
        guard label.style != .heading else {
            return page.heading(2) {
                MarkedMarkup(text: label.text, marks: label.marks, tone: label.tone).write(to: &$0)
            }
        }
        page.element(.p, .class(label.style.rawValue), .autoDirection) {
            MarkedMarkup(text: label.text, marks: label.marks, tone: label.tone).write(to: &$0)
        }
    }
}
