import ViewMessages

extension ScreenNotice {
    var sanitized: ScreenNotice { ScreenNotice(id: id, text: Bounded.line(text), tone: tone) }
}
