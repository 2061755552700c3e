import ViewMessages

/// What a program has said with one call.
enum ScriptAnswer: Equatable, Sendable {
    case screen(ScriptScreen)
    /// A page to open in the browser.
    case open(String)
}

/// A screen, and what of it the view need not know.
struct ScriptScreen: Equatable, Sendable {
    var screen: Screen
    /// What choosing an item searches, by the item's id.
    var completions: [String: String] = [:]
    /// The items that cannot be chosen.
    var invalid: [String] = []
    /// Milliseconds until it is to be made anew.
    var refresh: Int?
    /// Members that nobody uses, each once.
    var unknown: [String] = []
    /// The rows, where they are all that the program has said.
    var rows: [Row]?

    /// The id of the row that is selected at first.
    var selected: String? { if case .list(let list) = screen.parts.first { list.selected } else { nil } }
}
