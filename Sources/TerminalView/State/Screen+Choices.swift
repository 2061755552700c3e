package import ViewMessages

extension Screen {
    package var buttons: [Button] {
        parts.compactMap { part in
            if case .button(let button) = part { button } else { nil }
        }
    }

    /// The ids of rows and gallery items, from top to bottom.
    package var rows: [String] {
        parts.flatMap { part -> [String] in
            switch part {
            case .list(let list): list.rows.map(\.id)
            case .gallery(let gallery): gallery.items.map(\.id)
            default: []
            }
        }
    }

    package var isSelectable: Bool { !rows.isEmpty || !buttons.isEmpty }

    /// Equal but for what is under way.
    package func hasSameContent(as other: Screen) -> Bool {
        var (mine, its) = (self, other)
        mine.activity = nil
        its.activity = nil
        return mine == its
    }
}
