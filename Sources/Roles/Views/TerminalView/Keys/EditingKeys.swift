import ScreenModel
import ViewMessages

/// The keys of a text field: readline's, where they have a meaning in one line.
enum EditingKeys {
    static let prompt =
        [
            KeyBinding([.enter], .submitField, "⏎", "search", hint: "⏎ search"),
            KeyBinding([.escape, .tab], .leaveField, "Esc Tab", "leave (/ continues)", hint: "esc leave"),
            KeyBinding([.up, .control("p")], .recall(1), "↑ ^P", "previous search"),
            KeyBinding([.down, .control("n")], .recall(-1), "↓ ^N", "next search; leave"),
        ] + editing

    static func field(_ field: FormField, in form: Form) -> [KeyBinding] {
        let name = FieldName.of(field, in: form)
        let submit = KeyAction.submitForm(form.id)
        let leave = [
            KeyBinding([.tab], .nextField, "Tab", "next field", hint: "tab next"),
            KeyBinding([.backTab], .previousField, "⇧Tab", "previous field"),
            KeyBinding([.escape], .leaveField, "Esc", "leave", hint: "esc leave"),
            KeyBinding([.control("s")], submit, "^S", form.button.lowercased(), hint: "^S \(form.button)"),
        ]
        let vertical = [
            KeyBinding([.down], .nextField, "↓", "next field"),
            KeyBinding([.up], .previousField, "↑", "previous field"),
        ]
        // The last field is done when the form is.
        let enter =
            field.id == form.fields.last?.id
            ? KeyBinding([.enter], submit, "⏎", form.button.lowercased(), hint: "⏎ \(form.button)")
            : KeyBinding([.enter], .nextField, "⏎", "next field", hint: "⏎ next")
        switch field.kind {
        case .multiline:
            return [
                KeyBinding([.enter], .newLine, "⏎", "new line", hint: "⏎ new line"),
                KeyBinding([.up], .edit(.moveUp), "↑", "up"), KeyBinding([.down], .edit(.moveDown), "↓", "down"),
            ] + leave + editing
        case .toggle:
            return [KeyBinding([" "], .changeField(name), "Space", "change", hint: "Space change"), enter] + vertical
                + leave
        case .choice, .choices:
            let choose = KeyBinding([.enter, " "], .changeField(name), "⏎ Space", "choose", hint: "⏎ choose")
            return [choose] + vertical + leave
        case .path:
            let complete = KeyBinding([.tab], .complete, "Tab", "complete; next field", hint: "tab complete")
            return [enter] + vertical + leave.dropFirst() + [complete] + editing
        case .secret:
            let reveal = KeyBinding([.alt("r")], .reveal, "Alt-R", "show or hide the secret", hint: "Alt-R show")
            return [enter] + vertical + leave + [reveal] + editing
        case .text, .number, .date: return [enter] + vertical + leave + editing
        }
    }

    /// While no field of a form has the focus: they lead into its fields.
    /// - Parameter isInForm: whether the selection is in a form.
    static func formMoves(isInForm: Bool) -> [KeyBinding] {
        [
            KeyBinding(isInForm ? [.tab, .down] : [.tab], .nextField, isInForm ? "Tab ↓" : "Tab", "next field"),
            KeyBinding(
                isInForm ? [.backTab, .up] : [.backTab], .previousField, isInForm ? "⇧Tab ↑" : "⇧Tab", "previous field"),
        ]
    }

    static let palette = choosing("run")

    /// The options of a field.
    static let options = choosing("choose")

    private static func choosing(_ verb: String) -> [KeyBinding] {
        [
            KeyBinding([.enter], .runPaletteEntry, "⏎", verb, hint: "⏎ \(verb)"),
            KeyBinding([.escape], .hidePalette, "Esc", "close", hint: "esc close"),
            KeyBinding([.up, .backTab], .choosePaletteEntry(by: -1), "↑", "up", hint: "↑↓ choose"),
            KeyBinding([.down, .tab], .choosePaletteEntry(by: 1), "↓ Tab", "down"),
        ] + editing
    }

    static let find =
        [
            KeyBinding([.enter, .tab], .leaveField, "⏎ Tab", "done (n continues)", hint: "⏎ done"),
            KeyBinding([.escape], .closeFind, "Esc", "close", hint: "esc close"),
            KeyBinding([.down, .control("n")], .findNext(1), "↓ ^N", "next match", hint: "↑↓ others"),
            KeyBinding([.up, .control("p")], .findNext(-1), "↑ ^P", "previous match"),
        ] + editing

    /// While a filter is typed, the selection moves as usual.
    static let filter =
        [
            KeyBinding([.up, .control("p")], .move(.up), "↑ ^P", "up"),
            KeyBinding([.down, .control("n")], .move(.down), "↓ ^N", "down", hint: "↑↓ move"),
            KeyBinding([.pageUp], .move(.pageUp), "PgUp", "page up"),
            KeyBinding([.pageDown], .move(.pageDown), "PgDn", "page down"),
            KeyBinding([.enter], .activate, "⏎", "open", hint: "⏎ open"),
            KeyBinding([.tab], .leaveField, "Tab", "keep the filter", hint: "Tab keep"),
            KeyBinding([.escape], .clearFilter, "Esc", "clear the filter", hint: "esc all rows"),
        ] + editing

    /// Keys where typed text picks a row: the selection moves as usual, and Esc leaves the screen, from the first one too.
    static func picking(marks: Bool, isAtRoot: Bool) -> [KeyBinding] {
        let back = isAtRoot ? "leave" : "back"
        return [
            KeyBinding([.up, .control("p"), .control("k")], .move(.up), "↑ ^P ^K", "up"),
            KeyBinding(
                [.down, .control("n"), .control("j")], .move(.down), "↓ ^N ^J", "down", hint: "↑↓ move"),
            KeyBinding([.pageUp], .move(.pageUp), "PgUp", "page up"),
            KeyBinding([.pageDown], .move(.pageDown), "PgDn", "page down"),
            KeyBinding([.enter], .choose, "⏎", "choose", hint: "⏎ choose"),
        ]
            + (marks ? [KeyBinding([.tab], .toggleMark, "Tab", "mark the row", hint: "Tab mark")] : []) + [
                KeyBinding(
                    [.backTab], .leaveField, "⇧Tab", "leave the field for the other keys (/ continues)",
                    hint: "⇧Tab keys"),
                KeyBinding([.escape, .control("g"), .control("q")], .goBack, "Esc ^G ^Q", back, hint: "esc \(back)"),
                // As in fzf, it also ends a list without a text.
                KeyBinding([.control("d")], .deleteOrLeave, "^D", "delete after the cursor; leave without a text"),
            ] + editing.filter { !$0.keys.contains(.control("k")) && !$0.keys.contains(.control("d")) }
            + [KeyBinding([.delete], .edit(.deleteForward), "Del", "delete after the cursor")]
    }

    /// The same keys while the field is left.
    static let pickingBesides = [
        KeyBinding([.control("k")], .move(.up), "^K", "up"), KeyBinding([.control("j")], .move(.down), "^J", "down"),
        KeyBinding([.control("g"), .control("q")], .goBack, "^G ^Q", "back"),
    ]

    private static let editing = [
        KeyBinding([.control("u")], .edit(.deleteToStart), "^U", "delete to the start", hint: "^U clear"),
        KeyBinding([.control("k")], .edit(.deleteToEnd), "^K", "delete to the end"),
        KeyBinding([.control("w")], .edit(.deleteToBlank), "^W", "delete to the blank before"),
        KeyBinding([.alt("\u{7F}")], .edit(.deleteWordLeft), "Alt-⌫", "delete the word before"),
        KeyBinding([.alt("d")], .edit(.deleteWordRight), "Alt-D", "delete the word after"),
        KeyBinding([.control("y")], .edit(.yank), "^Y", "insert what was deleted"),
        KeyBinding([.control("t")], .edit(.transpose), "^T", "swap two characters"),
        KeyBinding([.left, .control("b")], .edit(.moveLeft), "← ^B", "left"),
        KeyBinding([.right, .control("f")], .edit(.moveRight), "→ ^F", "right"),
        KeyBinding([.wordLeft, .alt("b")], .edit(.moveWordLeft), "^← Alt-B", "a word to the left"),
        KeyBinding([.wordRight, .alt("f")], .edit(.moveWordRight), "^→ Alt-F", "a word to the right"),
        KeyBinding([.home, .control("a")], .edit(.moveToStart), "Home ^A", "to the start"),
        KeyBinding([.end, .control("e")], .edit(.moveToEnd), "End ^E", "to the end"),
        KeyBinding([.backspace], .edit(.deleteBackward), "⌫", "delete before the cursor"),
        KeyBinding([.delete, .control("d")], .edit(.deleteForward), "Del ^D", "delete after the cursor"),
    ]
}
