package import ViewMessages

extension Screen {
    package var buttons: [Button] { parts.compactMap(\.button) }

    /// The page that is the whole screen, where there is one.
    package var pager: Pager? {
        parts.lazy.compactMap { part in if case .pager(let pager) = part { pager } else { nil } }.first
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

extension Alert {
    /// What Enter presses until the person chooses: the one that is marked, else the first that destroys nothing.
    package var defaultButton: Int? {
        buttons.firstIndex { $0.role == .default } ?? buttons.firstIndex { $0.role == nil }
            ?? buttons.firstIndex { $0.role != .destructive }
    }

    /// What Esc presses: the one that is marked, else the last that destroys nothing.
    package var cancelButton: Button? {
        buttons.last { $0.role == .cancel } ?? buttons.last { $0.role != .destructive }
    }
}

extension Pager {
    /// The ways that a page can be turned from here, as `didPress` reports them.
    package var turns: [String] {
        (position > 1 ? [Self.previous] : []) + (position < count ? [Self.next] : [])
    }

    package static let previous = "previous"
    package static let next = "next"
}
