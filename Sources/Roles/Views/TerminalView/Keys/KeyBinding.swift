import Languages
import Platform
package import ScreenModel
package import ViewMessages

/// Keys, what they do, and their description. One table decides what happens, and provides the status line and the help.
package struct KeyBinding: Equatable, Sendable {
    package let keys: [Key]
    package let action: KeyAction
    /// The keys as the help shows them: `⏎`.
    package fileprivate(set) var name: String
    /// Description of what the keys do; `%` is the place of the object.
    private let text: String
    /// Application's name of the thing that they do it to; nil where the text is all.
    private let object: String?
    /// The label in English, by which memories know it in any language.
    package private(set) var command: String
    /// The hint in the status line, the key first: `⏎ open`. Nil for keys that only the help names.
    package fileprivate(set) var hint: String?

    package init(
        _ keys: [Key], _ action: KeyAction, _ name: String, _ text: String, object: String? = nil, hint: String? = nil
    ) {
        self.keys = keys
        self.action = action
        self.name = name
        self.text = text
        self.object = object
        self.hint = hint
        command = object.map { Words.fill(text, [$0]) } ?? text
    }

    /// Description in the help.
    package var label: String { object.map { Words.fill(text, [$0]) } ?? text }

    /// The binding in the words of the user's language. Names that the application has given stay as they are.
    func translated(by words: Words) -> KeyBinding {
        switch action {
        case .intent(.press), .submitForm, .pick, .bound: return self
        default: break
        }
        let hint = hint.map { hint in
            let parts = hint.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
            return parts.count > 1 ? "\(parts[0]) \(words[String(parts[1])])" : hint
        }
        var translated = KeyBinding(keys, action, name, words[text], object: object, hint: hint)
        translated.command = command
        return translated
    }
}

extension [KeyBinding] {
    /// The same with the names and hints of only those keys that hold: of two bindings for one key the last has it.
    func naming() -> [KeyBinding] {
        var taken: [Substring: KeyAction] = Dictionary(minimumCapacity: 4 * count)
        let named = reversed().map { binding in
            let names = binding.name.split(separator: " ")
            let lost = names.filter { taken[$0] != nil }
            let others = lost.filter { taken[$0] != binding.action }
            for name in names where !lost.contains(name) { taken[name] = binding.action }
            guard !lost.isEmpty else { return binding }
            var binding = binding
            binding.name = names.filter { !lost.contains($0) }.joined(separator: " ")
            let hinted = binding.hint?.prefix { $0 != " " }.lowercased() ?? ""
            if others.contains(where: { hinted.contains($0.lowercased()) }) { binding.hint = nil }
            return binding
        }
        return named.reversed()
    }
}

/// Effect of a key at the moment.
package enum KeyAction: Equatable, Sendable {
    /// The user's wish of the screen. All others are the view's own business, or need to know more than the key.
    case intent(Intent)
    case move(Movement)
    case togglePreview
    /// Shows the preview in the place of the parts, or the parts again.
    case zoomPreview
    /// Moves the border between parts and preview by so many steps; positive ones give the parts more room.
    case moveBorder(by: Int)
    case resetBorder
    /// Scrolls the preview by half its height.
    case scrollPreview(by: Int)
    /// Moves what is at that place by so many lines, downwards in the text; the selection stays in sight.
    case scroll(by: Int, at: Position)
    /// Scrolls tables and code sideways.
    case scrollColumns(by: Int)
    /// Unfolds a long text, or folds it again.
    case toggleFold
    /// Unfolds that text, or folds it again.
    case fold(Fold.ID)
    /// Enter on the selection.
    case activate
    /// Enter on the selection, as soon as the rows are those of what was typed.
    case choose
    /// Steps that the screen wants of a key while the user picks rows.
    case bound(control: String, [KeyStep])
    /// Deletes the next character; without any text, goes back.
    case deleteOrLeave
    case nextButton, previousButton, pressChosenButton
    /// Begins to type into a field.
    case editField(String)
    case leaveField, submitField
    /// Copies the selected row, or else the text, to the terminal's clipboard.
    case copySelection
    /// Brings back a text that was typed there before: 1 an older one, -1 a newer one.
    case recall(Int)
    /// Goes to next match that is looked for: 1 forward, -1 backward.
    case findNext(Int)
    case closeFind
    /// Marks the selected row, or takes its mark away.
    case toggleMark
    /// Shows all rows again.
    case clearFilter
    case edit(TextField.Edit)
    /// Ends typing and moves to the field below or above.
    case nextField, previousField
    case newLine
    /// Turns a switch, or offers the options of a choice.
    case changeField(String)
    /// Completes a path; where nothing can be added, goes to the next field.
    case complete
    /// Shows the characters of a secret while the user types there, or hides them again.
    case reveal
    case submitForm(String)
    /// An option of a field.
    case pick(String, in: String)
    case showHelp, hideHelp
    case showPalette, hidePalette, runPaletteEntry
    case choosePaletteEntry(by: Int)
    /// Carries out the entry with that index.
    case paletteEntry(Int)
    case scrollHelp(by: Int)
    case closeFailure, copyAddress
    case suspend, repaint

    static let goBack = KeyAction.intent(.back)
    static let quit = KeyAction.intent(.leave(.quit))
    static let interrupt = KeyAction.intent(.leave(.interrupt))

    static func follow(_ address: String) -> KeyAction { .intent(.follow(address)) }
    static func sort(_ sort: Sort) -> KeyAction { .intent(.sort(sort)) }
    static func turnPage(control: String) -> KeyAction { .intent(.turnPage(control: control)) }
    /// - Parameter row: the one that it is done to, unless rows are marked.
    static func press(control: String, row: String? = nil) -> KeyAction {
        .intent(.press(control: control, on: row.map { .rows(or: $0) } ?? .screen))
    }
}

/// A movement of the selection.
package enum Movement: Equatable, Sendable {
    case up, down, pageUp, pageDown, halfPageUp, halfPageDown, first, last
    /// Between choices that are side by side.
    case left, right
    /// The row of a tree that the selected one is below.
    case parent

    /// True for one that may reach the end of the content.
    var isForward: Bool { [.down, .pageDown, .halfPageDown, .last].contains(self) }
    /// True for one that leads over the rows and what is between them.
    var isAlongRows: Bool { isForward || [.up, .pageUp, .halfPageUp, .first].contains(self) }
}

extension Words {
    func translated(_ bindings: [KeyBinding]) -> [KeyBinding] {
        isEmpty ? bindings : bindings.map { $0.translated(by: self) }
    }
}
