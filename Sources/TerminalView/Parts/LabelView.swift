import ScreenModel
import TerminalText
import ViewMessages

/// One line of text, wrapped where it has to be.
struct LabelView: PartView {
    let label: Label

    /// Labels belong together until a heading begins something new.
    func isApart(from previous: any PartView) -> Bool { !(previous is LabelView) || label.style == .heading }

    func layOut(in content: inout Content) {
        let text = MarkedText(label.text, style.toned(label.tone), marks: label.marks)
        content.append(text.styled(content.wrapped(label.text)))
    }

    func print(on page: inout LinearPage) { page.append(label.text + label.tone.word) }

    private var style: CellStyle {
        switch label.style {
        case .title, .heading: .strong
        case .subtitle: .plain
        case .caption: .quiet
        }
    }
}
