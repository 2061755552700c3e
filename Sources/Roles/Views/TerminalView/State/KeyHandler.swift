import Languages
package import ScreenModel
import TerminalText
import ViewMessages
package import Wire

/// Carries out what a key does.
enum KeyHandler {
    static func handle(_ key: Key, in state: inout ViewState) -> [KeyEffect] {
        if case .mouse(let event) = key {
            // A button that goes up belongs to the click before.
            if event.kind != .release, event.kind != .drag, !state.hasFailure { state.notice = nil }
            return MouseHandler.handle(event, in: &state)
        }
        if !state.hasFailure { state.notice = nil }
        state.awaitedSteps = nil
        let count = state.count
        state.count = nil
        let action = KeyMap.action(for: key, in: state)
        if case .recall = action {} else { state.recalled = nil }
        if let action { return perform(action, times: count, in: &state) }
        if let digit = Self.digit(key), state.takesMotions, digit > 0 || count != nil {
            state.count = min((count ?? 0) * 10 + digit, Self.mostTimes)
            return []
        }
        guard !state.hasFailure, !state.showsHelp else { return [] }
        if state.palette != nil {
            typeIntoPalette(key, in: &state)
            return []
        }
        if state.top == nil { state.typeAhead.keep(key) }
        guard let top = state.top else { return [] }
        guard let focus = top.fields.focus, top.screen.alert == nil else {
            refuse(key, in: &state)
            return []
        }
        let kind = top.screen.formField(focus)?.field.kind
        switch (key, kind) {
        case (_, .toggle): refuse(key, in: &state)
        // What is typed looks for an option.
        case (.text, .choice), (.text, .choices), (.paste, .choice), (.paste, .choices):
            FieldHandler.change(focus, in: &state)
            typeIntoPalette(key, in: &state)
        case (.text(let scalar), _): type(in: &state) { $0.insert(scalar) }
        case (.paste(let text), _):
            type(in: &state) { $0.insert(kind == .multiline ? Sanitizer.block(text) : Sanitizer.line(text)) }
        default: break
        }
        return []
    }

    /// Presses of one key in a row. Those that only move the selection are made in one step; their effects are the same as if each
    /// came alone.
    /// - Returns: how many were handled, at least one.
    static func handle(_ key: Key, presses: Int, in state: inout ViewState) -> (effects: [KeyEffect], done: Int) {
        let effects = handle(key, in: &state)
        guard presses > 1, effects.isEmpty, state.count == nil else { return (effects, 1) }
        guard case .move(let movement) = KeyMap.action(for: key, in: state), movement.isAlongRows else {
            // The others show the same.
            return (effects, state.notice.map { $0 == refusal(of: key, in: state) } == true ? presses : 1)
        }
        var moved = 0
        state.updateTop { moved = $0.move(movement, upTo: presses - 1) }
        return (movement.isForward ? reportEnd(in: &state) : [], 1 + moved)
    }

    /// Shows that a key has no meaning, and where the keys are that have one.
    private static func refuse(_ key: Key, in state: inout ViewState) {
        if !state.hasFailure, let refusal = refusal(of: key, in: state) { state.notice = refusal }
    }

    /// - Returns: nil for a key that has a meaning.
    private static func refusal(of key: Key, in state: ViewState) -> Notice? {
        guard let name = key.name, KeyMap.action(for: key, in: state) == nil else { return nil }
        let words = state.words
        let help = KeyMap.bindings(for: state).last { $0.action == .showHelp && !$0.name.isEmpty }
        let hint = help.map { "; " + words("% lists the keys", $0.name) } ?? ""
        return .advice(words("% has no meaning here", name) + hint)
    }

    /// The greatest count before a key.
    private static let mostTimes = 999_999

    private static func digit(_ key: Key) -> Int? {
        guard case .text(let scalar) = key, "0"..."9" ~= scalar else { return nil }
        return Int(scalar.value) - 0x30
    }

    /// - Parameter insert: returns whether there was room.
    private static func type(in state: inout ViewState, _ insert: (inout TextField) -> Bool) {
        var hasRoom = true
        FieldHandler.edit(in: &state) { hasRoom = insert(&$0) }
        if state.top?.fields.focus == InputFields.find { find(0, in: &state) }
        guard !hasRoom else { return }
        let text =
            state.top?.fields.focus == InputFields.prompt
            ? "The text was cut: a search has at most % bytes" : "The text was cut: a field has at most % bytes"
        state.notice = .advice(state.words(text, "\(TextField.limit)"))
    }

    /// - Parameter times: how often a movement is made; nil where the user has typed no number.
    static func perform(_ action: KeyAction, times: Int? = nil, in state: inout ViewState) -> [KeyEffect] {
        if let intent = action.intent(in: state) { return perform(intent, in: &state) }
        switch action {
        case .move(let movement):
            state.updateTop { $0.move(movement, times: times) }
            return movement.isForward || times != nil ? reportEnd(in: &state) : []
        case .scroll(let lines, let position):
            guard state.top?.screen.wholeScreenPart == nil, state.top?.screen.alert == nil else { return [] }
            state.updateTop { $0.scroll(by: lines, at: position) }
            return lines > 0 ? reportEnd(in: &state) : []
        case .togglePreview: togglePreview(in: &state)
        case .zoomPreview: state.updateTop { $0.preview.toggle() }
        case .moveBorder(let step): state.arrange { $0.moveBorder(by: step * (times ?? 1), of: $1) }
        case .resetBorder: state.arrange { settings, _ in settings.resetBorder() }
        case .scrollPreview(let step): state.updateTop { $0.scrollPreview(by: step * (times ?? 1)) }
        case .scrollColumns(let step): state.updateTop { $0.scrollColumns(by: step) }
        case .toggleFold: state.updateTop { $0.toggleFold() }
        case .fold(let id): state.updateTop { $0.toggle(id) }
        case .activate:
            state.updateTop { $0.leaveField() }
            return activate(in: &state)
        case .choose:
            return StepHandler.perform([.accept], of: "", in: &state)
        case .bound(let control, let steps): return StepHandler.perform(steps, of: control, in: &state)
        case .deleteOrLeave: return StepHandler.perform([.deleteCharOrLeave], of: "", in: &state)
        case .nextButton: state.updateTop { $0.chooseButton(by: 1) }
        case .previousButton: state.updateTop { $0.chooseButton(by: -1) }
        case .editField(let name): state.updateTop { $0.editField(name) }
        case .copySelection: return copySelection(in: &state)
        case .recall(let step): recall(step, in: &state)
        case .findNext(let step): find(step, times: times, in: &state)
        case .closeFind: state.updateTop { $0.closeFind() }
        case .toggleMark: mark(times: times ?? 1, in: &state)
        case .clearFilter: state.updateTop { $0.clearFilter() }
        case .leaveField: state.updateTop { $0.leaveField() }
        case .submitField: return search(in: &state)
        case .edit(let edit) where state.palette != nil: state.palette?.edit { $0.apply(edit) }
        case .edit(let edit):
            FieldHandler.edit(in: &state) { $0.apply(edit) }
            if state.top?.fields.focus == InputFields.find { find(0, in: &state) }
        case .newLine: type(in: &state) { $0.insert("\n") }
        case .complete where FieldHandler.complete(in: &state): break
        case .reveal: state.updateTop { $0.revealSecret() }
        case .nextField, .complete:
            state.updateTop { $0.goOn(.down) }
            return reportEnd(in: &state)
        case .previousField: state.updateTop { $0.goOn(.up) }
        case .changeField(let name): FieldHandler.change(name, in: &state)
        case .pick(let option, let field): FieldHandler.pick(option, in: field, of: &state)
        case .closeFailure: state.notice = nil
        case .copyAddress: return copyAddress(in: &state)
        case .showHelp: state.showsHelp = true
        case .hideHelp: state.showsHelp = false
        case .showPalette: state.palette = CommandPalette()
        case .hidePalette: hidePalette(in: &state)
        case .choosePaletteEntry(let step):
            let count = state.paletteEntries.count
            state.palette?.choose(by: step, of: count)
        case .paletteEntry(let index):
            state.palette?.chosen = index
            return runPaletteEntry(in: &state)
        case .runPaletteEntry: return runPaletteEntry(in: &state)
        case .scrollHelp(let step): state.helpTop = max(0, min(state.helpTop + step, overlayEnd(in: state)))
        case .suspend: return [.suspend]
        case .repaint: return [.repaint]
        case .follow, .sort, .toggle, .turnPage, .goBack, .press, .pressChosenButton, .clearMarks, .refuseFilter,
            .submitForm, .quit, .interrupt:
            break
        }
        return []
    }

    /// Does what the user wants of the screen, or shows why that is not possible.
    static func perform(_ intent: Intent, in state: inout ViewState) -> [KeyEffect] {
        switch state.perform(intent) {
        case .reported(let event): return [.send(event)]
        case .left(.quit): return [.quit]
        case .left(.interrupt): return [.interrupt]
        case .done:
            // The question has to be seen.
            if case .leave = intent { state.uncoverScreen() }
        case .refused(let refusal): show(refusal, in: &state)
        }
        return []
    }

    private static func show(_ refusal: IntentRefusal, in state: inout ViewState) {
        guard !state.hasFailure else { return }
        switch refusal {
        // The fields show it.
        case .wrongEntries: break
        case .firstScene: state.notice = .advice("\(state.words[refusal.sentence]); \(state.words["q quits"])")
        default: state.notice = .advice(refusal.sentence)
        }
    }

    /// Marks rows, or takes their marks away, from the selected one on.
    private static func mark(times: Int, in state: inout ViewState) {
        for _ in 0..<min(times, 1000) {
            guard let row = state.top?.markable else { return }
            if case .refused(let refusal) = state.perform(.mark(row: row)) { return show(refusal, in: &state) }
            state.updateTop { $0.move(.down) }
        }
    }

    /// Hides the preview on all screens where it has room; else it takes the place of the parts on this one.
    private static func togglePreview(in state: inout ViewState) {
        guard let scene = state.top else { return }
        let panes = scene.panes(in: state.size)
        if scene.preview.isOpen || !panes.hasRoom { state.updateTop { $0.preview.toggle() } }
        guard panes.hasRoom else { return }
        state.arrange { settings, _ in settings.isPreviewHidden = panes.preview != nil }
    }

    private static func copySelection(in state: inout ViewState) -> [KeyEffect] {
        guard let text = state.top?.copiedText, !text.isEmpty else { return [] }
        state.notice = .advice("Copied")
        return [.copy(text)]
    }

    /// A step beyond the newest text brings the user's own back, and one more leaves the prompt.
    private static func recall(_ step: Int, in state: inout ViewState) {
        guard let name = state.topName, let field = state.top?.fields.focused else { return }
        let texts = state.history.texts(of: name)
        let recalled = state.recalled ?? Recalled(steps: 0, draft: field.text)
        let steps = min(recalled.steps + step, texts.count)
        guard steps >= 0 else {
            state.recalled = nil
            return state.updateTop { $0.leaveField() }
        }
        state.recalled = Recalled(steps: steps, draft: recalled.draft)
        guard steps != recalled.steps else { return }
        state.updateTop { $0.edit { $0.begin(steps > 0 ? texts[texts.count - steps] : recalled.draft) } }
    }

    private static func find(_ step: Int, times: Int? = nil, in state: inout ViewState) {
        var answer = (isFound: true, hasWrapped: false)
        for _ in 0..<min(times ?? 1, 1000) where answer.isFound {
            state.updateTop { answer = $0.findNext(step) }
        }
        if !answer.isFound {
            state.notice = .advice("Not found")
        } else if answer.hasWrapped {
            state.notice = .advice(step < 0 ? "From the end again" : "From the top again")
        }
    }

    private static func reportEnd(in state: inout ViewState) -> [KeyEffect] {
        guard state.isSettled else { return [] }
        var isNews = false
        state.updateTop { isNews = $0.takeEnd() }
        return isNews ? perform(.more, in: &state) : []
    }

    static func activate(in state: inout ViewState) -> [KeyEffect] {
        guard let top = state.top, let choice = top.selected else { return [] }
        guard let intent = choice.id.intent(in: top) else {
            FieldHandler.change(choice.id.name, in: &state)
            return []
        }
        return perform(intent, in: &state)
    }

    private static func typeIntoPalette(_ key: Key, in state: inout ViewState) {
        switch key {
        case .text(let scalar): state.palette?.edit { _ = $0.insert(scalar) }
        case .paste(let text): state.palette?.edit { _ = $0.insert(Sanitizer.line(text)) }
        default: break
        }
    }

    private static func runPaletteEntry(in state: inout ViewState) -> [KeyEffect] {
        let entries = state.paletteEntries
        guard let palette = state.palette, !entries.isEmpty else { return [] }
        let entry = entries[min(max(palette.chosen, 0), entries.count - 1)]
        if palette.optionsOf == nil { state.keep(command: entry.command) }
        // Of several choices more than one may be picked.
        let field = palette.optionsOf.flatMap { state.top?.screen.formField($0)?.field }
        let effects = perform(entry.action, in: &state)
        if field?.kind != .choices { hidePalette(in: &state) }
        return effects
    }

    /// A field that counts at once, such as a filter, keeps no keys: the user is there for the rows.
    private static func hidePalette(in state: inout ViewState) {
        let name = state.palette?.optionsOf
        state.palette = nil
        if let name, state.top?.screen.isLive(name) == true { state.updateTop { $0.leaveField() } }
    }

    private static func search(in state: inout ViewState) -> [KeyEffect] {
        guard let query = state.top?.fields.focused?.text else { return [] }
        state.updateTop { $0.leaveField() }
        state.keep(query)
        return perform(.search(query), in: &state)
    }

    /// The last line that the help, or the failure in its place, can be scrolled to.
    private static func overlayEnd(in state: ViewState) -> Int {
        if case .failed(let failure) = state.notice, !state.showsHelp {
            return FailureBox.end(for: failure, in: state.size)
        }
        return HelpBox.end(for: state)
    }

    private static func copyAddress(in state: inout ViewState) -> [KeyEffect] {
        guard case .failed(var failure) = state.notice, let url = failure.url else { return [] }
        failure.isCopied = true
        state.notice = .failed(failure)
        return [.copy(url)]
    }
}

/// What follows from a key, for the loop that has the terminal and the bus.
package enum KeyEffect: Equatable, Sendable {
    case send(Event)
    case quit
    /// Ends the session as SIGINT would.
    case interrupt
    case suspend, repaint
    /// Copies to the terminal's clipboard.
    case copy(String)
    /// Gives the terminal to a command.
    case run(CommandRequest)
}

/// Carries out what the user does in fields, and notes which live fields have changed.
enum FieldHandler {
    /// Edits the field that has the focus.
    static func edit(in state: inout ViewState, _ change: (inout TextField) -> Void) {
        let before = state.top?.fields.focused?.text
        state.updateTop { $0.edit(change) }
        if let name = state.top?.fields.focus, state.top?.fields.focused?.text != before { note(name, in: &state) }
    }

    /// Gives a field the focus; turns a switch, or offers the options of a choice.
    static func change(_ name: String, in state: inout ViewState) {
        guard let field = state.top?.screen.formField(name)?.field else { return }
        state.updateTop { $0.editField(name) }
        switch field.kind {
        case .choice, .choices: state.palette = CommandPalette(optionsOf: name)
        case .toggle: enter(state.top?.fields[name]?.text == "true" ? "" : "true", in: name, of: &state)
        case .text, .secret, .number, .multiline, .date, .path: break
        }
    }

    /// Completes a path as far as its suggestions agree.
    /// - Returns: false where nothing can be added.
    static func complete(in state: inout ViewState) -> Bool {
        guard let top = state.top, let focus = top.fields.focus, let field = top.screen.formField(focus)?.field,
            let text = top.fields.focused?.text, let completed = field.completed(text)
        else { return false }
        edit(in: &state) { $0.begin(completed) }
        return true
    }

    static func pick(_ option: String, in name: String, of state: inout ViewState) {
        guard let field = state.top?.screen.formField(name)?.field, let text = state.top?.fields[name]?.text else {
            return
        }
        enter(FieldEntry(field: field).picking(option, in: text), in: name, of: &state)
    }

    /// Puts a text into a field.
    private static func enter(_ text: String, in name: String, of state: inout ViewState) {
        _ = state.perform(.enter(text, in: name))
    }

    private static func note(_ name: String, in state: inout ViewState) {
        if state.top?.screen.isLive(name) == true { state.changes.note(name) }
    }
}

extension KeyAction {
    /// What the user wants of the screen with it; nil for what only this view does.
    func intent(in state: ViewState) -> Intent? {
        switch self {
        case .follow(let address): return .follow(address)
        case .sort(let sort): return .sort(sort)
        case .toggle(let row, let isExpanded): return .toggle(row: row, isExpanded: isExpanded)
        case .turnPage(let control): return .turnPage(control: control)
        case .goBack: return .back
        case .quit: return .leave(.quit)
        case .interrupt: return .leave(.interrupt)
        case .press(let control, let row): return .press(control: control, on: row.map { .rows(or: $0) } ?? .screen)
        case .pressChosenButton:
            guard let top = state.top, let buttons = top.screen.alert?.buttons, let chosen = top.chosenButton,
                buttons.indices.contains(chosen)
            else { return nil }
            return .press(control: buttons[chosen].control)
        case .clearMarks: return .clearMarks
        case .refuseFilter: return .filter
        case .submitForm(let form): return .submit(form: form, texts: state.top?.formTexts ?? [:])
        default: return nil
        }
    }
}

extension Choice.ID {
    /// What Enter does with it; nil for a field, which it begins to change.
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
