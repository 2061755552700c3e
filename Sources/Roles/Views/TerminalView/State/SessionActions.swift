import Languages
package import ScreenModel
import ViewMessages
package import Wire

/// Actions of the user on the session, by keys and mouse.
extension SizedSession {
    /// - Parameter times: the number of movements; nil where the user has typed none.
    mutating func carryOut(_ action: KeyAction, times: Int? = nil) -> [KeyEffect] {
        switch action {
        case .intent(let intent): return carryOut(intent)
        case .submitForm(let form): return carryOut(.submit(form: form, texts: top?.formTexts ?? [:]))
        case .pressChosenButton:
            guard let buttons = top?.screen.alert?.buttons, let chosen = top?.chosenButton,
                buttons.indices.contains(chosen)
            else { return [] }
            return carryOut(.press(control: buttons[chosen].control, on: .screen))
        case .move(let movement):
            updateTop { $0.move(movement, times: times) }
            return movement.isForward || times != nil ? reportEnd() : []
        case .scroll(let lines, let position):
            guard top?.screen.wholeScreenPart == nil, top?.screen.alert == nil else { return [] }
            updateTop { $0.scroll(by: lines, at: position) }
            return lines > 0 ? reportEnd() : []
        case .togglePreview: togglePreview()
        case .zoomPreview: updateTop { $0.preview.toggle() }
        case .moveBorder(let step): arrange { $0.moveBorder(by: step * (times ?? 1), of: $1) }
        case .resetBorder: arrange { settings, _ in settings.resetBorder() }
        case .scrollPreview(let step): updateTop { $0.scrollPreview(by: step * (times ?? 1)) }
        case .scrollColumns(let step): updateTop { $0.scrollColumns(by: step) }
        case .toggleFold: updateTop { $0.toggleFold() }
        case .fold(let id): updateTop { $0.toggle(id) }
        case .nextButton: updateTop { $0.chooseButton(by: 1) }
        case .previousButton: updateTop { $0.chooseButton(by: -1) }
        case .copySelection: return copySelection()
        case .copyAddress: return copyAddress()
        case .editField(let name): updateTop { $0.editField(name) }
        case .leaveField: updateTop { $0.leaveField() }
        case .edit(let change): edit { $0.apply(change) }
        case .newLine: type { $0.insert("\n") }
        case .complete where complete(): break
        case .reveal: updateTop { $0.revealSecret() }
        case .nextField, .complete:
            updateTop { $0.goOn(.down) }
            return reportEnd()
        case .previousField: updateTop { $0.goOn(.up) }
        case .pick(let option, let field): pick(option, in: field)
        case .findNext(let step): find(step, times: times)
        case .closeFind: updateTop { $0.closeFind() }
        case .clearFilter: updateTop { $0.clearFilter() }
        case .toggleMark: mark(times: times ?? 1)
        case .suspend: return [.suspend]
        case .repaint: return [.repaint]
        default: break
        }
        return []
    }

    /// Does what the user wants of the screen, or shows why that is not possible.
    mutating func carryOut(_ intent: Intent) -> [KeyEffect] {
        defer { openForm() }
        switch perform(intent) {
        case .reported(let event): return [.send(event)]
        case .left(.quit): return [.quit]
        case .left(.interrupt): return [.interrupt]
        case .done: break
        case .refused(let refusal): show(refusal)
        }
        return []
    }

    /// Begins to type into the field that is there for it.
    mutating func openForm() { if top?.opening != nil { updateTop { $0.openForm() } } }

    private mutating func show(_ refusal: IntentRefusal) {
        switch refusal {
        // The fields show it.
        case .wrongEntries: break
        case .firstScene: advise("\(words[refusal.sentence]); \(words["q quits"])")
        default: advise(refusal.sentence)
        }
    }

    /// A failure stays.
    mutating func advise(_ text: String) { if failure == nil { notice = .advice(text) } }

    /// Reports the end of the content, once it is in sight.
    mutating func reportEnd() -> [KeyEffect] {
        isSettled && updateTop { $0.takeEnd() } == true ? carryOut(.more) : []
    }

    /// Hides the preview on all screens where it has room; else it takes the place of the parts on this one.
    private mutating func togglePreview() {
        guard let scene = top else { return }
        let panes = scene.panes(in: size)
        if scene.preview.isOpen || !panes.hasRoom { updateTop { $0.preview.toggle() } }
        guard panes.hasRoom else { return }
        arrange { settings, _ in settings.isPreviewHidden = panes.preview != nil }
    }

    private mutating func copySelection() -> [KeyEffect] {
        guard let text = top?.copiedText, !text.isEmpty else { return [] }
        notice = .advice("Copied")
        return [.copy(text)]
    }

    private mutating func copyAddress() -> [KeyEffect] {
        guard var failure, let url = failure.url else { return [] }
        failure.isCopied = true
        notice = .failed(failure)
        return [.copy(url)]
    }

    private mutating func find(_ step: Int, times: Int?) {
        var answer = (isFound: true, hasWrapped: false)
        for _ in 0..<min(times ?? 1, 1000) where answer.isFound { answer = updateTop { $0.findNext(step) } ?? answer }
        if !answer.isFound {
            notice = .advice("Not found")
        } else if answer.hasWrapped {
            notice = .advice(step < 0 ? "From the end again" : "From the top again")
        }
    }

    /// Marks rows, or takes their marks away, from the selected one on.
    private mutating func mark(times: Int) {
        for _ in 0..<min(times, 1000) {
            guard let row = top?.markable else { return }
            if case .refused(let refusal) = perform(.mark(row: row)) { return show(refusal) }
            updateTop { $0.move(.down) }
        }
    }

    // MARK: Fields

    /// - Parameter insert: returns whether there was room.
    mutating func type(_ insert: (inout TextField) -> Bool) {
        var hasRoom = true
        edit { hasRoom = insert(&$0) }
        guard !hasRoom else { return }
        let text =
            top?.fields.focus == InputFields.prompt
            ? "The text was cut: a search has at most % bytes" : "The text was cut: a field has at most % bytes"
        notice = .advice(words(text, "\(TextField.limit)"))
    }

    /// Edits the field that has the focus.
    mutating func edit(_ change: (inout TextField) -> Void) {
        let before = top?.fields.focused?.text
        updateTop { $0.edit(change) }
        guard let name = top?.fields.focus else { return }
        if top?.fields.focused?.text != before { noteChange(of: name) }
        if name == InputFields.find { find(0, times: nil) }
    }

    mutating func enter(_ text: String, in name: String) {
        _ = perform(.enter(text, in: name))
        openForm()
    }

    /// Completes a path as far as its suggestions agree.
    /// - Returns: false where nothing can be added.
    private mutating func complete() -> Bool {
        guard let top, let focus = top.fields.focus, let field = top.screen.formField(focus)?.field,
            let text = top.fields.focused?.text, let completed = field.completed(text)
        else { return false }
        edit { $0.begin(completed) }
        return true
    }

    private mutating func pick(_ option: String, in name: String) {
        guard let field = top?.screen.formField(name)?.field, let text = top?.fields[name]?.text else { return }
        enter(FieldEntry(field: field).picking(option, in: text), in: name)
    }
}

/// Consequence of a key, for the loop that has the terminal and the bus.
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
