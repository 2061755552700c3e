/// An action of a key or an event in a list that a user chooses from (`--bind`), by fzf's names.
package enum PickAction: Equatable, Sendable {
    /// An action of the view: it moves, marks, scrolls or edits. The name is fzf's and the protocol's.
    case view(String)
    case accept(Acceptance)
    case abort
    /// Runs a command in place of the session.
    case become(RowCommand)
    /// Gives the terminal to a command.
    case execute(RowCommand)
    case executeSilently(RowCommand)
    /// Replaces the rows by those that a command prints.
    /// - waits: until the command has printed all.
    case reload(RowCommand, waits: Bool)
    /// Nil for none.
    /// - shows: also if the preview is hidden.
    case changePreview(RowCommand?, shows: Bool)
    case showPreview(Bool)
    /// Changes the preview's window: each use takes the next of these.
    case changeWindow([PreviewWindow])
    case togglePreview, togglePreviewWrap, refreshPreview
    case changePrompt(String), changeHeader(String), changeQuery(String)
    case replaceQuery, previousHistory, nextHistory
    case toggleSort
    /// Nil to toggle.
    case search(Bool?)
    case selectAll, toggleAll
    /// Adds a line to the output.
    case print(String)
    /// Takes away the actions of these keys and events, or gives them back.
    case unbind([PickTrigger]), rebind([PickTrigger])

    /// An end of the session with a choice, and the other parts of its output.
    package enum Acceptance: Equatable, Sendable {
        case plain
        /// The key's name is a line before the rows.
        case key(String)
        case nonEmpty
        /// The chosen rows; without a match, the filter text.
        case orQuery
        /// The filter text.
        case queryOnly
    }

    /// True if the action waits for the rows that match the filter text: the session ends with it, or another text replaces the current
    /// one, which the view would otherwise keep as newer.
    var waitsForRows: Bool {
        switch self {
        case .accept, .become, .changeQuery, .replaceQuery, .previousHistory, .nextHistory: true
        default: false
        }
    }

    /// The command that the action runs.
    package var command: RowCommand? {
        switch self {
        case .become(let command), .execute(let command), .executeSilently(let command), .reload(let command, _):
            command
        default: nil
        }
    }
}

/// The time when something is done: at a key, or at an event of the session.
package enum PickTrigger: Hashable, Sendable {
    case key(KeyName)
    /// The session begins.
    case start
    /// The user has changed the filter text.
    case change

    init?(_ text: some StringProtocol) {
        switch text {
        case "start": self = .start
        case "change": self = .change
        default:
            guard let key = KeyName(text) else { return nil }
            self = .key(key)
        }
    }
}

/// A key or an event, and what it does.
package struct PickBinding: Equatable, Sendable {
    package let trigger: PickTrigger
    package internal(set) var actions: [PickAction]
    /// The actions as the user wrote them.
    package internal(set) var title: String

    /// The steps of the view at the key, by the protocol's names. `report` is everything that the view does not do itself.
    package var steps: [String] {
        var steps: [String] = []
        var hasReport = false
        for action in actions {
            switch action {
            case .view(let name): steps += Self.parts[name] ?? [name]
            case .accept(.plain) where !hasReport: steps.append("accept")
            case .abort where !hasReport: steps.append("abort")
            default:
                if !hasReport { steps += (actions.contains(where: \.waitsForRows) ? ["settle"] : []) + ["report"] }
                hasReport = true
            }
        }
        return steps
    }

    /// The actions that are left after the view's own steps.
    package var reported: [PickAction] {
        let first = actions.firstIndex { action in
            switch action {
            case .view, .accept(.plain), .abort: false
            default: true
            }
        }
        return first.map { Array(actions[$0...]).filter { if case .view = $0 { false } else { true } } } ?? []
    }

    private static let parts = [
        "toggle-down": ["toggle", "down"], "toggle-up": ["toggle", "up"], "toggle-in": ["toggle", "up"],
        "toggle-out": ["toggle", "down"], "ignore": [], "clear-multi": ["deselect-all"], "top": ["first"],
        "best": ["first"], "up-match": ["up"], "down-match": ["down"], "clear-selection": ["deselect-all"],
    ]
}
