import ViewMessages

extension Screen {
    /// The part that has the screen to itself; nil on a screen of lines.
    var wholeScreenPart: (any WholeScreenPartView)? {
        parts.lazy.compactMap { $0.view as? any WholeScreenPartView }.first
    }

    var isSelectable: Bool { parts.contains { $0.view.isSelectable } }

    /// The row that is to be selected, by its id; nil for the first.
    var selectedRow: String? {
        parts.lazy.compactMap { if case .list(let list) = $0 { list.selected } else { nil } }.first
    }

    /// Whether a part moves by itself: it has no end in sight.
    var hasMovingBars: Bool {
        ((head ?? []) + parts + (preview ?? [])).contains {
            if case .progress(let progress) = $0 { progress.fraction == nil } else { false }
        }
    }
}
