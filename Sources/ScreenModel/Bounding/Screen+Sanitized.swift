package import ViewMessages

extension Screen {
    /// Harmless to print and to calculate with. A view keeps no other screen.
    package var sanitized: Screen {
        Screen(
            title: Bounded.line(title), prompt: prompt.map(\.sanitized), activity: activity.map(Bounded.line),
            parts: parts.map(\.sanitized), alert: alert.map(\.sanitized), hasMore: hasMore,
            keys: sanitizedKeys, notice: notice.map(\.sanitized), words: Words(self).sanitized,
            preview: preview?.map(\.sanitized.unfolded), reportsHighlight: reportsHighlight,
            head: head?.map(\.sanitized), reportsSize: reportsSize)
    }

    private var sanitizedKeys: [ScreenKey]? {
        guard let keys, !keys.isEmpty else { return nil }
        return keys.prefix(ScreenKey.most).map(\.sanitized)
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
