import Languages
import RouterMessages
import ScreenModel
import TerminalText
import ViewMessages

/// Effects of keys and mouse.
extension ViewState {
    package mutating func handle(_ key: Key) -> [KeyEffect] {
        if case .mouse(let event) = key {
            // A button that goes up belongs to the click before.
            if event.kind != .release, event.kind != .drag { clearNotice() }
            return handle(event)
        }
        clearNotice()
        awaitedSteps = nil
        let count = count
        self.count = nil
        let action = KeyMap.action(for: key, in: self)
        if case .recall = action {} else { recalled = nil }
        if let action { return perform(action, times: count) }
        if let digit = key.digit, takesMotions, digit > 0 || count != nil {
            self.count = min((count ?? 0) * 10 + digit, Self.mostTimes)
            return []
        }
        switch overlay {
        case .help, .failure: break
        case .palette: typeIntoPalette(key)
        case .alert: refuse(key)
        case nil: type(key)
        }
        return []
    }

    /// The greatest count before a key.
    private static let mostTimes = 999_999

    private mutating func clearNotice() { if session.failure == nil, notice != nil { notice = nil } }

    /// Presses of one key in a row. Those that only move the selection are made in one step; their effects are the same as if each
    /// came alone.
    /// - Returns: the number of presses that were handled, at least one.
    package mutating func handle(_ key: Key, presses: Int) -> (effects: [KeyEffect], done: Int) {
        let effects = handle(key)
        guard presses > 1, effects.isEmpty, count == nil else { return (effects, 1) }
        guard case .move(let movement) = KeyMap.action(for: key, in: self), movement.isAlongRows else {
            // The others show the same.
            return (effects, notice.map { $0 == refusal(of: key).map { .advice($0) } } == true ? presses : 1)
        }
        let moved = session.updateTop { $0.move(movement, upTo: presses - 1) } ?? 0
        return (movement.isForward ? session.reportEnd() : [], 1 + moved)
    }

    /// Shows that a key has no meaning, and where the keys are that have one.
    private mutating func refuse(_ key: Key) {
        if let refusal = refusal(of: key) { session.advise(refusal) }
    }

    /// - Returns: nil for a key that has a meaning.
    private func refusal(of key: Key) -> String? {
        guard let name = key.name, KeyMap.action(for: key, in: self) == nil else { return nil }
        let help = KeyMap.bindings(for: self).last { $0.action == .showHelp && !$0.name.isEmpty }
        let hint = help.map { "; " + words("% lists the keys", $0.name) } ?? ""
        return words("% has no meaning here", name) + hint
    }

    // MARK: Typing

    /// A key without an action, where nothing is in front of the screen.
    private mutating func type(_ key: Key) {
        guard let top else { return typeAhead.keep(key) }
        guard let focus = top.fields.focus else { return refuse(key) }
        let kind = top.screen.formField(focus)?.field.kind
        switch (key, kind) {
        case (_, .toggle): refuse(key)
        // Typed text looks for an option.
        case (.text, .choice), (.text, .choices), (.paste, .choice), (.paste, .choices):
            changeField(focus)
            typeIntoPalette(key)
        case (.text(let scalar), _): session.type { $0.insert(scalar) }
        case (.paste(let text), _):
            session.type { $0.insert(kind == .multiline ? Sanitizer.block(text) : Sanitizer.line(text)) }
        default: break
        }
    }

    /// Gives a field the focus; turns a switch, or offers the options of a choice.
    private mutating func changeField(_ name: String) {
        guard let field = top?.screen.formField(name)?.field else { return }
        session.updateTop { $0.editField(name) }
        switch field.kind {
        case .choice, .choices: palette = CommandPalette(optionsOf: name)
        case .toggle: session.enter(top?.fields[name]?.text == "true" ? "" : "true", in: name)
        case .text, .secret, .number, .multiline, .date, .path: break
        }
    }

    /// Brings back an earlier text, or a later one. A step beyond the newest brings the user's own back, and one more leaves the prompt.
    private mutating func recall(_ step: Int) {
        guard let name = sceneName, let field = top?.fields.focused else { return }
        let texts = history.texts(of: name)
        var recalled = recalled ?? Recalled(draft: field.text)
        let steps = min(recalled.steps + step, texts.count)
        guard steps >= 0 else {
            self.recalled = nil
            session.updateTop { $0.leaveField() }
            return
        }
        guard steps != recalled.steps else { return }
        recalled.steps = steps
        self.recalled = recalled
        let text = steps > 0 ? texts[texts.count - steps] : recalled.draft
        session.updateTop { $0.edit { $0.begin(text) } }
    }

    /// The name of the scene on screen, which several scenes may share.
    private var sceneName: String? { session.stack?.last?.name }

    private mutating func search() -> [KeyEffect] {
        guard let query = top?.fields.focused?.text else { return [] }
        session.updateTop { $0.leaveField() }
        if let sceneName { history.keep(query, of: sceneName) }
        return session.carryOut(.search(query))
    }

    // MARK: The palette

    private mutating func typeIntoPalette(_ key: Key) {
        switch key {
        case .text(let scalar): palette?.edit { _ = $0.insert(scalar) }
        case .paste(let text): palette?.edit { _ = $0.insert(Sanitizer.line(text)) }
        default: break
        }
    }

    private mutating func runPaletteEntry() -> [KeyEffect] {
        let entries = paletteEntries
        guard let palette, !entries.isEmpty else { return [] }
        let entry = entries[min(max(palette.chosen, 0), entries.count - 1)]
        if palette.optionsOf == nil { history.keep(entry.command, of: CommandPalette.historyName) }
        // Users may pick more than one of several choices.
        let field = palette.optionsOf.flatMap { top?.screen.formField($0)?.field }
        let effects = perform(entry.action)
        if field?.kind != .choices { closePalette() }
        return effects
    }

    /// A field that counts at once, such as a filter, keeps no keys: the user is there for the rows.
    private mutating func closePalette() {
        guard let closed = palette else { return }
        palette = nil
        if let name = closed.optionsOf, top?.screen.isLive(name) == true { session.updateTop { $0.leaveField() } }
    }

    // MARK: Actions

    /// - Parameter times: the number of movements; nil where the user has typed none.
    mutating func perform(_ action: KeyAction, times: Int? = nil) -> [KeyEffect] {
        switch action {
        case .activate:
            session.updateTop { $0.leaveField() }
            return activate()
        case .choose: return perform([.accept], of: "")
        case .bound(let control, let steps): return perform(steps, of: control)
        case .deleteOrLeave: return perform([.deleteCharOrLeave], of: "")
        case .quit, .interrupt:
            let effects = session.carryOut(action)
            // The question about changes has to be seen.
            if effects.isEmpty { uncoverScreen() }
            return effects
        case .recall(let step): recall(step)
        case .submitField: return search()
        case .changeField(let name): changeField(name)
        case .edit(let edit) where palette != nil: palette?.edit { $0.apply(edit) }
        case .closeFailure: closeFailure()
        case .showHelp: opened = .help(top: 0)
        case .hideHelp: opened = nil
        case .scrollHelp(let step): scrollOverlay(by: step)
        case .showPalette: palette = CommandPalette()
        case .hidePalette: closePalette()
        case .choosePaletteEntry(let step):
            let count = paletteEntries.count
            palette?.choose(by: step, of: count)
        case .paletteEntry(let index):
            palette?.chosen = index
            return runPaletteEntry()
        case .runPaletteEntry: return runPaletteEntry()
        default: return session.carryOut(action, times: times)
        }
        return []
    }

    /// Enter on the selection.
    private mutating func activate() -> [KeyEffect] {
        guard let top, let choice = top.selected else { return [] }
        guard let intent = choice.id.intent(in: top) else {
            changeField(choice.id.name)
            return []
        }
        return session.carryOut(intent)
    }

    // MARK: Steps of a key

    /// - Parameter steps: the steps that are left of those that the screen wants of a key.
    mutating func perform(_ steps: [KeyStep], of control: String) -> [KeyEffect] {
        var effects: [KeyEffect] = []
        for (index, step) in steps.enumerated() {
            if step == .settle || step == .accept {
                let rest = step == .accept ? Array(steps[index...]) : Array(steps[(index + 1)...])
                guard session.isCurrent else {
                    awaitedSteps = AwaitedSteps(control: control, steps: rest)
                    return effects
                }
            }
            effects += perform(step, of: control)
        }
        return effects
    }

    private mutating func perform(_ step: KeyStep, of control: String) -> [KeyEffect] {
        switch step {
        case .settle: return []
        case .report: return session.flushChanges().map { .send($0) } + session.press(control)
        case .accept: return activate()
        case .cancel where session.isPromptEmpty, .deleteCharOrLeave where session.isPromptEmpty:
            return session.carryOut(.goBack)
        default: return session.carryOut(step)
        }
    }

    // MARK: The mouse

    private mutating func handle(_ event: MouseEvent) -> [KeyEffect] {
        switch event.kind {
        case .wheel(let lines):
            return perform(overlay?.isText == true ? .scrollHelp(by: lines) : .scroll(by: lines, at: event.position))
        case .press:
            guard case .choice(let id, let index) = pointer.press(event, on: session.topID) else { return [] }
            pointer.opens = top?.fields.focus == nil && top?.viewport.selection == id
            session.updateTop {
                $0.leaveField()
                $0.select(id, index: index)
            }
            return []
        case .release:
            switch pointer.release(event, on: session.topID) {
            case .choice(let id, _):
                guard id.kind != .row || pointer.opens, top?.viewport.selection == id else { return [] }
                return perform(.activate)
            case .action(let action): return perform(action)
            case .border, nil: return []
            }
        case .drag:
            if pointer.isOnBorder { session.arrange { $0.moveBorder(to: event.position, of: $1) } }
            return []
        }
    }
}

extension Key {
    fileprivate var digit: Int? {
        guard case .text(let scalar) = self, "0"..."9" ~= scalar else { return nil }
        return Int(scalar.value) - 0x30
    }
}

extension Choice.ID {
    /// Intent of Enter on the choice; nil for a field, which it begins to change.
    fileprivate func intent(in scene: SceneState) -> Intent? {
        switch kind {
        case .row: .select(row: name)
        case .button: .press(control: name)
        case .link: .follow(name)
        case .submit: .submit(form: name, texts: scene.formTexts)
        case .field: nil
        }
    }
}
