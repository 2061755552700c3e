import TerminalText
import ViewMessages

/// The bindings that hold at a moment, in the order of the help. Of two for the same key the later one holds: a button's
/// key goes before the ways to move about, but ? always helps and q always quits.
package enum KeyMap {
    package static func action(for key: Key, in state: ViewState) -> Action? {
        bindings(for: state).last { $0.keys.contains(key) }?.action
    }

    package static func bindings(for state: ViewState) -> [KeyBinding] {
        if state.showsHelp { return help + always }
        if case .failed(let failure) = state.notice { return bindings(for: failure) + always }
        return bindings(onSceneOf: state) + always
    }

    private static func bindings(onSceneOf state: ViewState) -> [KeyBinding] {
        guard var scene = state.top else { return state.typeAhead.isOver ? leaving : waiting }
        if let alert = scene.screen.alert { return bindings(for: alert) + leaving }
        if scene.isEditing { return editing }
        let back = state.isModal ? "close" : "back"
        let hint = state.isAtRoot ? nil : "esc \(back)"
        if let pager = scene.screen.pager {
            let leave = KeyBinding([.escape, .backspace], .goBack, "Esc", back, hint: hint)
            return turning(pager) + [leave] + bindings(for: scene.screen.buttons) + leaving
        }
        let content = scene.content(width: state.size.columns)
        let leave = KeyBinding([.escape, .backspace, .left, "h"], .goBack, "Esc ← h", back, hint: hint)
        let selected = scene.viewport.selected(in: content)
        let enter = selected?.id.kind == .button ? "press" : "open"
        var bindings = browsing(scene.screen, enter: enter) + [leave]
        if !content.folds.isEmpty {
            bindings.append(KeyBinding(["m"], .toggleFold, "m", "more or less of a text", hint: "m more"))
        }
        if selected.map(content.isInRow) == true { bindings += movingInRow }
        return bindings + self.bindings(for: scene.screen.buttons) + leaving
    }

    private static func turning(_ pager: Pager) -> [KeyBinding] {
        let (isFirst, isLast) = (!pager.turns.contains(Pager.previous), !pager.turns.contains(Pager.next))
        let previous = KeyBinding(
            [.left, "p", "h", .pageUp, .up, "k"], .turnPage(control: Pager.previous), "← p PgUp", "previous page",
            hint: isLast ? "← previous" : "←→ pages")
        let next = KeyBinding(
            [.right, "n", "l", .pageDown, .down, "j", " "], .turnPage(control: Pager.next), "→ n PgDn Space",
            "next page", hint: isFirst ? "→ next" : nil)
        return (isFirst ? [] : [previous]) + (isLast ? [] : [next])
    }

    private static func bindings(for failure: ViewState.Failure) -> [KeyBinding] {
        var bindings = [
            KeyBinding([.escape, .enter, " ", "q"], .closeFailure, "Esc ⏎ Space q", "close", hint: "esc close"),
            KeyBinding([.up, "k", .pageUp], .scrollHelp(by: -1), "↑", "up"),
            KeyBinding([.down, "j", .pageDown], .scrollHelp(by: 1), "↓", "down"),
        ]
        if failure.url != nil {
            let hint = failure.isCopied ? "y copied" : "y copy the address"
            bindings.append(KeyBinding(["y"], .copyAddress, "y", "copy the address", hint: hint))
        }
        return bindings
    }

    private static func bindings(for alert: Alert) -> [KeyBinding] {
        guard !alert.buttons.isEmpty else {
            // Nothing to press: whoever sent it left no other way out.
            return [KeyBinding([.escape, .enter], .goBack, "esc", "back", hint: "esc back")]
        }
        var bindings = [KeyBinding([.enter], .pressChosenButton, "⏎", "press", hint: "⏎ press")]
        if let cancel = alert.cancelButton {
            bindings.append(
                KeyBinding([.escape], .press(control: cancel.control), "Esc", cancel.title, hint: "esc \(cancel.title)")
            )
        }
        if alert.buttons.count > 1 {
            bindings.append(KeyBinding([.left, .backTab], .previousButton, "←", "previous button"))
            bindings.append(KeyBinding([.right, .tab], .nextButton, "→ Tab", "next button", hint: "←→ choose"))
        }
        bindings += self.bindings(for: alert.buttons)
        return bindings
    }

    private static func bindings(for buttons: [Button]) -> [KeyBinding] {
        buttons.compactMap { button in
            guard let key = button.key, key.unicodeScalars.count == 1, let scalar = key.unicodeScalars.first else {
                return nil
            }
            let hint = "\(key) \(button.title.truncated(to: 16))"
            return KeyBinding([.text(scalar)], .press(control: button.control), key, button.title, hint: hint)
        }
    }

    private static let movingInRow = [
        KeyBinding([.left], .moveLeft, "←", "button to the left", hint: "←→ choose"),
        KeyBinding([.right], .moveRight, "→", "button to the right"),
    ]

    private static func browsing(_ screen: Screen, enter: String) -> [KeyBinding] {
        let moves = screen.isSelectable ? "↑↓ move" : "↑↓ scroll"
        var bindings = [
            KeyBinding([.up, "k", .backTab], .moveUp, "↑ k", "up"),
            KeyBinding([.down, "j", .tab], .moveDown, "↓ j Tab", "down", hint: moves),
            KeyBinding([.pageUp, .control("b")], .pageUp, "PgUp", "page up"),
            KeyBinding([.pageDown, .control("f"), " "], .pageDown, "PgDn Space", "page down"),
            KeyBinding([.home, "g"], .moveToFirst, "Home g", "to the top"),
            KeyBinding([.end, "G"], .moveToLast, "End G", "to the end"),
        ]
        if screen.isSelectable { bindings.append(KeyBinding([.enter], .activate, "⏎", enter, hint: "⏎ \(enter)")) }
        if screen.prompt != nil { bindings.append(KeyBinding(["/"], .editPrompt, "/", "search", hint: "/ search")) }
        return bindings
    }

    /// Before the first screen every other key waits for it.
    private static let waiting = [KeyBinding([.control("c")], .interrupt, "^C", "quit at once", hint: "^C quit")]

    private static let leaving = [
        KeyBinding(["?"], .showHelp, "?", "this help", hint: "? help"),
        KeyBinding(["q"], .quit, "q", "quit", hint: "q quit"),
    ]

    private static let help = [
        KeyBinding([.escape, .enter, "?", "q"], .hideHelp, "Esc ?", "close", hint: "esc close"),
        KeyBinding([.up, "k", .pageUp], .scrollHelp(by: -1), "↑", "up"),
        KeyBinding([.down, "j", .pageDown, " "], .scrollHelp(by: 1), "↓", "down"),
    ]

    /// Readline's, as far as there is something for them to do.
    private static let editing = [
        KeyBinding([.enter], .submitPrompt, "⏎", "search", hint: "⏎ search"),
        KeyBinding([.escape, .tab, .down], .leavePrompt, "Esc Tab ↓", "leave (/ goes on)", hint: "esc leave"),
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

    private static let always = [
        KeyBinding([.control("l")], .repaint, "^L", "repaint"),
        KeyBinding([.control("z")], .suspend, "^Z", "suspend"),
        KeyBinding([.control("c")], .interrupt, "^C", "quit at once"),
    ]
}
