package import ViewMessages

extension Screen {
    /// Harmless to print and to calculate with. The view keeps no other screen.
    package var sanitized: Screen {
        Screen(
            title: Bounded.line(title), prompt: prompt.map { PromptView(prompt: $0).sanitized },
            activity: activity.map(Bounded.line), parts: parts.map(\.view.sanitized),
            alert: alert.map { AlertView(alert: $0).sanitized }, hasMore: hasMore,
            keys: ScreenKeys(self).sanitized,
            notice: notice.map { ScreenNotice(id: $0.id, text: Bounded.line($0.text), tone: $0.tone) },
            words: Words(self).sanitized,
            preview: preview?.map(\.view.sanitized.unfolded), reportsHighlight: reportsHighlight,
            head: head?.map(\.view.sanitized), reportsSize: reportsSize)
    }
}

extension Part {
    /// With the whole of its text: a preview scrolls instead.
    fileprivate var unfolded: Part {
        guard case .text(var text) = self else { return self }
        text.fold = nil
        return .text(text)
    }
}
