package import ViewMessages

extension Screen {
    /// Harmless to print and to calculate with. The view keeps no other screen.
    package var sanitized: Screen {
        Screen(
            title: Bounded.line(title), prompt: prompt.map { PromptView(prompt: $0).sanitized },
            activity: activity.map(Bounded.line), parts: parts.map(\.view.sanitized),
            alert: alert.map { AlertView(alert: $0).sanitized }, hasMore: hasMore,
            preview: preview?.map(\.view.sanitized), reportsHighlight: reportsHighlight)
    }
}
