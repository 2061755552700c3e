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
    /// Adds to the filter text.
    case put(String)
    case replaceQuery, previousHistory, nextHistory
    case toggleSort
    /// Nil to toggle.
    case search(Bool?)
    case selectAll, toggleAll
    /// Selects a row by its place from 1, or from -1 at the end; or by its distance from the selected one.
    case select(Int), move(Int)
    /// Marks or unmarks the selected row, or unmarks all.
    case mark(Marking)
    /// The most rows that can be marked; nil for none.
    case changeMost(Int?)
    /// Takes the selected row, or all marked ones, away from the rows.
    case exclude(marked: Bool)
    /// Nil to toggle.
    case track(Bool?)
    case toggleWrap
    /// Filters by other fields, or shows others: each use takes the next of these, and nil is as at first.
    case changeSearched([FieldRanges?]), changeShown([FieldTemplate?])
    /// Does what a command prints.
    case transform(RowCommand, Product)
    /// Adds a line to the output.
    case print(String)
    /// Takes away the actions of these keys and events, or gives them back.
    case unbind([PickTrigger]), rebind([PickTrigger])

    package enum Marking: Sendable { case toggled, marked, unmarked, none }

    /// The meaning of what a command prints.
    package enum Product: String, Sendable {
        /// Actions, as `--bind` has them.
        case actions = ""
        case query, prompt, header, nth
        case withNth = "with-nth"
    }

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
        case .accept, .become, .changeQuery, .put, .transform, .replaceQuery, .previousHistory, .nextHistory: true
        default: false
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
    /// All rows are read; another row is selected; the filter has found all rows, none, or one; the view has another size.
    case load, focus, result, zero, one, resize
    /// Something that does not happen here.
    case never(String)

    package static let events: [String: PickTrigger] = [
        "start": .start, "change": .change, "load": .load, "focus": .focus, "result": .result, "zero": .zero,
        "one": .one, "resize": .resize,
    ]

    init?(_ text: some StringProtocol) {
        if let event = Self.events[String(text)] {
            self = event
        } else if let key = KeyName(text) {
            self = .key(key)
        } else {
            guard KeyName.isForeign(text) else { return nil }
            self = .never(text.lowercased())
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
        "toggle-out": ["toggle", "down"], "ignore": [],
    ]
}
