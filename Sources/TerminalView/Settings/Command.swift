/// What the view does by itself, by the names that a person gives keys to.
enum Command: String, CaseIterable, Hashable, Sendable {
    case up, down, top, end, left, right, open, back, search, find, next, previous, filter, mark, copy, more, help,
        palette
    case quit, repaint
    case pageUp = "page-up"
    case pageDown = "page-down"

    /// - Returns: nil for what a person cannot give another key to.
    init?(_ action: Action) {
        switch action {
        case .move(let movement): self.init(movement)
        case .activate: self = .open
        case .goBack: self = .back
        case .editField(InputFields.prompt): self = .search
        case .editField(InputFields.find): self = .find
        case .editField(InputFields.filter): self = .filter
        case .findNext(let step): self = step > 0 ? .next : .previous
        case .toggleMark: self = .mark
        case .copySelection: self = .copy
        case .toggleFold: self = .more
        case .showHelp: self = .help
        case .showPalette: self = .palette
        case .quit: self = .quit
        case .repaint: self = .repaint
        default: return nil
        }
    }

    private init?(_ movement: Movement) {
        switch movement {
        case .up: self = .up
        case .down: self = .down
        case .pageUp: self = .pageUp
        case .pageDown: self = .pageDown
        case .first: self = .top
        case .last: self = .end
        case .left: self = .left
        case .right: self = .right
        case .parent: return nil
        }
    }
}
