import TerminalText
import ViewMessages
import Wire

/// Carries out what a key does.
enum KeyHandler {
    static func handle(_ key: Key, in state: inout ViewState) -> [KeyEffect] {
        if !state.hasFailure { state.notice = nil }
        if let action = KeyMap.action(for: key, in: state) { return perform(action, in: &state) }
        guard !state.hasFailure, !state.showsHelp else { return [] }
        if state.top == nil { state.typeAhead.keep(key) }
        guard let top = state.top, top.fields.focus != nil, top.screen.alert == nil else { return [] }
        switch key {
        case .text(let scalar): type(in: &state) { $0.insert(scalar) }
        case .paste(let text): type(in: &state) { $0.insert(Sanitizer.line(text)) }
        default: break
        }
        return []
    }

    /// - Parameter insert: returns whether there was room.
    private static func type(in state: inout ViewState, _ insert: (inout TextField) -> Bool) {
        var hasRoom = true
        state.updateTop { $0.edit { hasRoom = insert(&$0) } }
        guard !hasRoom else { return }
        state.notice = .advice("The text was cut: a search has at most \(TextField.limit) bytes")
    }

    private static func perform(_ action: Action, in state: inout ViewState) -> [KeyEffect] {
        let size = state.size
        switch action {
        case .move(let movement): return move(movement, in: &state)
        case .openPreview: state.updateTop { $0.openPreview() }
        case .scrollPreview(let step): state.updateTop { $0.scrollPreview(by: step, in: size) }
        case .scrollColumns(let step): state.updateTop { $0.scrollColumns(by: step, in: size) }
        case .sort(let sort):
            let report = ViewOutput.DidSort(column: sort.column, isDescending: sort.isDescending)
            return send(state.reportOnce(ViewOutput.DidSort.type, report))
        case .toggle(let row, let isExpanded):
            let report = ViewOutput.DidToggle(row: row, isExpanded: isExpanded)
            return send(state.reportOnce(ViewOutput.DidToggle.type, report))
        case .toggleFold: state.updateTop { $0.toggleFold(in: size) }
        // Each press of the key turns a page, also while the page before is on its way.
        case .turnPage(let control):
            return send(state.report(ViewOutput.DidPress.type, ViewOutput.DidPress(control: control)))
        case .activate: return activate(in: &state)
        case .goBack: return goBack(in: &state)
        case .press(let control): return press(control, in: &state)
        case .nextButton: state.updateTop { $0.chooseButton(by: 1) }
        case .previousButton: state.updateTop { $0.chooseButton(by: -1) }
        case .pressChosenButton:
            guard let top = state.top, let buttons = top.screen.alert?.buttons, let chosen = top.chosenButton,
                buttons.indices.contains(chosen)
            else { return [] }
            return press(buttons[chosen].control, in: &state)
        case .editField(let name): state.updateTop { $0.editField(name) }
        case .leaveField: state.updateTop { $0.leaveField() }
        case .submitField: return search(in: &state)
        case .edit(let edit): state.updateTop { $0.edit { $0.apply(edit) } }
        case .closeFailure: state.notice = nil
        case .copyAddress: return copyAddress(in: &state)
        case .showHelp: state.showsHelp = true
        case .hideHelp: state.showsHelp = false
        case .scrollHelp(let step): state.helpTop = max(0, min(state.helpTop + step, overlayEnd(in: state)))
        case .quit: return [.quit]
        case .interrupt: return [.interrupt]
        case .suspend: return [.suspend]
        case .repaint: return [.repaint]
        }
        return []
    }

    private static func move(_ movement: Movement, in state: inout ViewState) -> [KeyEffect] {
        let size = state.size
        state.updateTop { $0.move(movement, in: size) }
        guard movement.isForward, state.isSettled else { return [] }
        var reportsEnd = false
        state.updateTop { reportsEnd = $0.reportsEnd(in: size) }
        return reportsEnd ? send(state.report(ViewOutput.DidReachEnd.type, ViewOutput.DidReachEnd())) : []
    }

    private static func activate(in state: inout ViewState) -> [KeyEffect] {
        guard var top = state.top, let choice = top.selected(in: state.size) else { return [] }
        switch choice.id.kind {
        case .row: return send(state.reportOnce(ViewOutput.DidSelect.type, ViewOutput.DidSelect(row: choice.id.name)))
        case .button: return press(choice.id.name, in: &state)
        }
    }

    private static func press(_ control: String, in state: inout ViewState) -> [KeyEffect] {
        send(state.reportOnce(ViewOutput.DidPress.type, ViewOutput.DidPress(control: control)))
    }

    private static func search(in state: inout ViewState) -> [KeyEffect] {
        guard let query = state.top?.fields.focused?.text else { return [] }
        state.updateTop { $0.leaveField() }
        return send(state.report(ViewOutput.DidSearch.type, ViewOutput.DidSearch(query: query)))
    }

    /// Going back from the first scene would end the session, which is too much for one Esc too many.
    private static func goBack(in state: inout ViewState) -> [KeyEffect] {
        guard !state.isAtRoot || state.top?.screen.alert != nil else {
            state.notice = .advice("This is the first screen; q quits")
            return []
        }
        return send(state.report(ViewOutput.DidGoBack.type, ViewOutput.DidGoBack()))
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

    private static func send(_ event: Event?) -> [KeyEffect] { event.map { [.send($0)] } ?? [] }
}
