import ScreenModel
import ViewMessages

/// The bindings that hold at a moment, in the order of the help. Of two for one key the later holds: keys of buttons and of
/// the screen go before the movements, but `?` always helps, `:` always has the palette and `q` always quits.
package enum KeyMap {
    package static func action(for key: Key, in state: ViewState) -> KeyAction? {
        let bindings = bindings(for: state)
        func action(for key: Key) -> KeyAction? { bindings.last { $0.keys.contains(key) }?.action }
        // Some programs that type send LF for Enter.
        return action(for: key) ?? (key == .control("j") || key == .alt("\r") ? action(for: .enter) : nil)
    }

    package static func bindings(for state: ViewState) -> [KeyBinding] {
        if let keys = state.keys { return keys }
        WorkCount.current?.count { $0.keyTables += 1 }
        return state.words.translated(inEnglish(for: state).naming())
    }

    private static func inEnglish(for state: ViewState) -> [KeyBinding] {
        switch state.overlay {
        case .help: return help + always
        case .failure(let failure, _): return bindings(for: failure) + always
        case .palette(let palette):
            return (palette.optionsOf == nil ? EditingKeys.palette : EditingKeys.options) + always
        case .alert(let alert):
            // A user who is asked whether to quit without saving does not answer with the same key by mistake.
            return AlertView(alert: alert).keys + (state.top?.shared.leaving == nil ? leaving : [helping]) + always
        case nil:
            let own = bindings(onSceneOf: state)
            // A screen may bind Ctrl-Z: in a widget of a shell, nothing would continue the job.
            let isBound = own.contains { $0.keys.contains(.control("z")) }
            let bindings = own + (isBound ? always.filter { !$0.keys.contains(.control("z")) } : always)
            return state.takesMotions || state.top == nil ? state.keySettings.applied(to: bindings) : bindings
        }
    }

    private static func bindings(onSceneOf state: ViewState) -> [KeyBinding] {
        guard let scene = state.top else { return state.typeAhead.isOver ? leaving : waiting }
        let screen = scene.screen
        if scene.fields.focus == InputFields.filter { return EditingKeys.filter }
        if scene.fields.focus == InputFields.find { return EditingKeys.find }
        if let focus = scene.fields.focus {
            guard let (form, field) = screen.formField(focus) else {
                guard screen.picksRows else { return EditingKeys.prompt }
                let keys = EditingKeys.picking(marks: screen.hasMarkableRows, isAtRoot: state.session.isAtRoot)
                return keys + BoundKeys.bindings(of: screen)
            }
            return EditingKeys.field(field, in: form)
        }
        let mayCancel = screen.mayCancel == true
        let back = mayCancel ? "stop" : state.session.isModal ? "close" : "back"
        let hint = state.session.isAtRoot && !mayCancel ? nil : "esc \(back)"
        let content = scene.content
        let keys = ScreenKeys(screen)
        if let page = screen.wholeScreenPart {
            let leave = KeyBinding([.escape, .backspace], .goBack, "Esc", back, hint: hint)
            return page.keys + [leave] + content.keys + keys.bindings(selected: nil) + finding + leaving
        }
        let leave = KeyBinding([.escape, .backspace, .left, "h"], .goBack, "Esc ← h", back, hint: hint)
        let selected = scene.keyedChoice
        var bindings = moving(isSelecting: !content.choices.isEmpty)
        if screen.hasFields {
            bindings += EditingKeys.formMoves(isInForm: selected?.kind == .field || selected?.kind == .submit)
        }
        if !content.choices.isEmpty { bindings.append(activating(selected?.kind)) }
        if let selected, selected.isSwitch(on: screen) { bindings.append(switching) }
        bindings.append(screen.prompt != nil ? searching : seeking)
        if scene.sought != nil { bindings += seekingOn }
        if scene.isFiltered || screen.isFilterable {
            bindings.append(filtering(hasHint: content.rowCount > fewRows && content.width >= roomy))
        } else if screen.hasOnlyPieces {
            bindings.append(KeyBinding(["f"], .intent(.filter), "f", "filter the rows"))
        }
        bindings.append(leave)
        if screen.picksRows { bindings += EditingKeys.pickingBesides }
        if selected?.isMarkable == true { bindings.append(marking) }
        if !scene.marks.isEmpty {
            bindings.append(KeyBinding([.escape], .intent(.clearMarks), "Esc", "clear all marks", hint: "esc unmark"))
        }
        if scene.fields[InputFields.find] != nil {
            bindings.append(KeyBinding([.escape], .closeFind, "Esc", "end the search", hint: "esc close"))
        }
        if scene.isFiltered {
            bindings.append(KeyBinding([.escape], .clearFilter, "Esc", "clear the filter", hint: "esc all rows"))
        }
        if !content.folds.isEmpty {
            bindings.append(KeyBinding(["m"], .toggleFold, "m", "expand or collapse a text", hint: "m more"))
        }
        if !screen.parts.isEmpty {
            let what = selected?.kind == .row ? "row" : "text"
            bindings.append(KeyBinding(["y"], .copySelection, "y", "copy the \(what)"))
        }
        bindings += content.sideways.keys
        // Buttons side by side go before the columns of a table.
        if selected?.hasNeighbor == true { bindings += movingInRow }
        if let selected { bindings += toggling(selected) }
        bindings += previewKeys(of: scene, in: state.size)
        if scene.head.sticks { bindings += scene.head.content(width: state.size.columns).keys }
        bindings += content.keys + keys.bindings(selected: selected) + BoundKeys.bindings(of: screen) + finding
        bindings += leaving
        return bindings
    }

    private static func bindings(for failure: Failure) -> [KeyBinding] {
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

    private static func moving(isSelecting: Bool) -> [KeyBinding] {
        [
            KeyBinding([.up, "k", .backTab], .move(.up), "↑ k", "up"),
            KeyBinding(
                [.down, "j", .tab], .move(.down), "↓ j Tab", "down", hint: isSelecting ? "↑↓ move" : "↑↓ scroll"),
            KeyBinding([.pageUp, .control("b")], .move(.pageUp), "PgUp", "page up"),
            KeyBinding([.pageDown, .control("f"), " "], .move(.pageDown), "PgDn Space", "page down"),
            KeyBinding([.control("u")], .move(.halfPageUp), "^U", "half a page up"),
            KeyBinding([.control("d")], .move(.halfPageDown), "^D", "half a page down"),
            KeyBinding([.home, "g"], .move(.first), "Home g", "to the top"),
            KeyBinding([.end, "G"], .move(.last), "End G", "to the end"),
        ]
    }

    private static func activating(_ kind: Choice.ID.Kind?) -> KeyBinding {
        let verb =
            switch kind {
            case .button: "press"
            case .field: "change"
            case .submit: "submit"
            case .link: "follow"
            case .row, nil: "open"
            }
        return KeyBinding([.enter], .activate, "⏎", verb, hint: "⏎ \(verb)")
    }

    /// The keys of the preview and of what is in it.
    private static func previewKeys(of scene: SceneState, in size: Size) -> [KeyBinding] {
        guard scene.hasPreview else { return [] }
        let panes = scene.panes(in: size)
        let width = panes.preview?.columns ?? size.columns
        let content = scene.preview.content(width: width)
        var keys = content.keys
        if panes.hasRoom, panes.preview != nil {
            keys.append(KeyBinding(["v"], .togglePreview, "v", "hide the preview"))
        } else {
            let label = scene.preview.isOpen ? "back to the rows" : "preview"
            keys.append(KeyBinding(["v"], .togglePreview, "v", label, hint: "v \(label)"))
        }
        if panes.border != nil { keys += movingBorder }
        if panes.hasRoom {
            keys.append(
                scene.preview.isOpen
                    ? KeyBinding(["z"], .zoomPreview, "z", "parts and preview", hint: "z both")
                    : KeyBinding(["z"], .zoomPreview, "z", "the preview alone"))
        }
        if let pane = panes.preview, content.lines.count > pane.rows.count {
            keys.append(KeyBinding(["J"], .scrollPreview(by: 1), "J", "preview down", hint: "JK preview"))
            keys.append(KeyBinding(["K"], .scrollPreview(by: -1), "K", "preview up"))
        }
        return keys
    }

    /// While the preview is beside the parts or below them.
    private static let movingBorder = [
        KeyBinding(["<"], .moveBorder(by: -1), "<", "more room for the preview"),
        KeyBinding([">"], .moveBorder(by: 1), ">", "less room for the preview"),
        KeyBinding(["="], .resetBorder, "=", "share the room as at first"),
    ]

    /// Space changes a switch, too.
    private static let switching = KeyBinding([" "], .activate, "Space", "change")

    /// → and ← open and close a row of a tree. ← of any other leads to the row that it is below.
    private static func toggling(_ choice: KeyedChoice) -> [KeyBinding] {
        let row = choice.name ?? ""
        let toParent = KeyBinding([.left, "h"], .move(.parent), "← h", "to the row above it in the tree")
        switch choice.node?.isExpanded {
        case false:
            let expand = KeyBinding(
                [.right, "l"], .intent(.toggle(row: row, isExpanded: true)), "→ l", "expand", hint: "→ expand")
            return choice.hasParent ? [expand, toParent] : [expand]
        case true:
            return [
                KeyBinding(
                    [.left, "h"], .intent(.toggle(row: row, isExpanded: false)), "← h", "collapse", hint: "← collapse")
            ]
        default: return choice.hasParent ? [toParent] : []
        }
    }

    private static let searching = KeyBinding(["/"], .editField(InputFields.prompt), "/", "search", hint: "/ search")

    private static let seeking = KeyBinding(
        ["/"], .editField(InputFields.find), "/", "find a text")

    private static let seekingOn = [
        KeyBinding(["n"], .findNext(1), "n", "next match", hint: "n next"),
        KeyBinding(["N"], .findNext(-1), "N", "previous match"),
    ]

    private static let marking = KeyBinding([" "], .toggleMark, "Space", "mark the row", hint: "Space mark")

    /// Rows that a user finds without a filter.
    private static let fewRows = 20
    /// Cells. In narrower terminals the place among the rows is more useful than another hint.
    private static let roomy = 80

    private static func filtering(hasHint: Bool) -> KeyBinding {
        KeyBinding(
            ["f"], .editField(InputFields.filter), "f", "filter the rows", hint: hasHint ? "f filter" : nil)
    }

    private static let movingInRow = [
        KeyBinding([.left], .move(.left), "←", "button to the left", hint: "←→ choose"),
        KeyBinding([.right], .move(.right), "→", "button to the right"),
    ]

    /// The only key before the first screen; all others wait for it.
    private static let waiting = [KeyBinding([.control("c")], .interrupt, "^C", "quit at once", hint: "^C quit")]

    private static let finding = [KeyBinding([":"], .showPalette, ":", "find a command")]

    private static let helping = KeyBinding(["?"], .showHelp, "?", "this help", hint: "? help")

    private static let leaving = [
        helping,
        KeyBinding(["q"], .quit, "q", "quit", hint: "q quit"),
    ]

    private static let help = [
        KeyBinding([.escape, .enter, "?", "q"], .hideHelp, "Esc ?", "close", hint: "esc close"),
        KeyBinding([.up, "k", .pageUp], .scrollHelp(by: -1), "↑", "up"),
        KeyBinding([.down, "j", .pageDown, " "], .scrollHelp(by: 1), "↓", "down"),
    ]

    private static let always = [
        KeyBinding([.control("l")], .repaint, "^L", "repaint"),
        KeyBinding([.control("z")], .suspend, "^Z", "suspend"),
        KeyBinding([.control("c")], .interrupt, "^C", "quit at once"),
    ]
}
