import TerminalText
import ViewMessages
package import Wire

/// What follows from a key, for whoever holds the terminal and the bus.
package enum Effect: Equatable, Sendable {
    case send(Event)
    case quit
    /// Ctrl-C: the session ends as if by SIGINT.
    case interrupt
    case suspend, repaint
    /// To the terminal's clipboard.
    case copy(String)
}

extension ViewState {
    package mutating func handle(_ key: Key) -> [Effect] {
        if !hasFailure { notice = nil }
        if let action = KeyMap.action(for: key, in: self) { return perform(action) }
        if top == nil, !hasFailure, !showsHelp { typeAhead.keep(key) }
        guard !hasFailure, !showsHelp, let top, top.isEditing, top.screen.alert == nil else { return [] }
        switch key {
        case .text(let scalar): type { $0.insert(scalar) }
        case .paste(let text): type { $0.insert(Sanitizer.line(text)) }
        default: break
        }
        return []
    }

    /// What was typed before the first screen acts on it.
    package mutating func handleTypeAhead() -> [Effect] {
        guard top != nil, !typeAhead.isOver else { return [] }
        return typeAhead.end().flatMap { handle($0) }
    }

    /// - Parameter insert: whether there was room for it.
    private mutating func type(_ insert: (inout PromptField) -> Bool) {
        var hasRoom = true
        updateTop { $0.edit { hasRoom = insert(&$0) } }
        guard !hasRoom else { return }
        notice = .advice("The text was cut: a search has at most \(PromptField.limit) bytes")
    }

    private mutating func perform(_ action: Action) -> [Effect] {
        switch action {
        case .moveUp: move { $0.moveUp(in: $1, height: $2) }
        case .moveDown: return moveOn { $0.moveDown(in: $1, height: $2) }
        case .pageUp: move { $0.pageUp(in: $1, height: $2) }
        case .pageDown: return moveOn { $0.pageDown(in: $1, height: $2) }
        case .moveToFirst: move { $0.moveToFirst(in: $1, height: $2) }
        case .moveToLast: return moveOn { $0.moveToLast(in: $1, height: $2) }
        case .moveLeft: move { viewport, content, _ in viewport.moveInRow(by: -1, in: content) }
        case .moveRight: move { viewport, content, _ in viewport.moveInRow(by: 1, in: content) }
        case .toggleFold:
            let size = size
            updateTop { $0.toggleFold(in: size) }
        case .turnPage(let control): return turnPage(control)
        case .activate: return activate()
        case .goBack: return goBack()
        case .press(let control): return press(control)
        case .nextButton: updateTop { $0.chooseButton(by: 1) }
        case .previousButton: updateTop { $0.chooseButton(by: -1) }
        case .pressChosenButton:
            guard let top, let buttons = top.screen.alert?.buttons, let chosen = top.chosenButton,
                buttons.indices.contains(chosen)
            else { return [] }
            return press(buttons[chosen].control)
        case .editPrompt: updateTop { $0.editPrompt() }
        case .leavePrompt: updateTop { $0.leavePrompt() }
        case .submitPrompt: return search()
        case .edit(let edit): updateTop { $0.edit { $0.apply(edit) } }
        case .closeFailure: notice = nil
        case .copyAddress: return copyAddress()
        case .showHelp: showsHelp = true
        case .hideHelp: showsHelp = false
        case .scrollHelp(let step): helpTop = max(0, min(helpTop + step, overlayEnd))
        case .quit: return [.quit]
        case .interrupt: return [.interrupt]
        case .suspend: return [.suspend]
        case .repaint: return [.repaint]
        }
        return []
    }

    private mutating func move(_ change: (inout Viewport, Content, Int) -> Void) {
        let size = size
        updateTop { scene in
            change(&scene.viewport, scene.content(width: size.columns), scene.height(in: size))
        }
    }

    /// Moves towards the end, where there may be more to ask for.
    private mutating func moveOn(_ change: (inout Viewport, Content, Int) -> Void) -> [Effect] {
        move(change)
        guard isSettled, var top, top.screen.hasMore == true, !top.hasReportedEnd else { return [] }
        let content = top.content(width: size.columns)
        guard top.viewport.showsEnd(of: content, height: top.height(in: size)) else { return [] }
        updateTop { $0.hasReportedEnd = true }
        return send(report(ViewOutput.DidReachEnd.type, ViewOutput.DidReachEnd()))
    }

    private mutating func activate() -> [Effect] {
        guard var top, let choice = top.viewport.selected(in: top.content(width: size.columns)) else { return [] }
        switch choice.id.kind {
        case .row: return send(reportOnce(ViewOutput.DidSelect.type, ViewOutput.DidSelect(row: choice.id.name)))
        case .button: return press(choice.id.name)
        }
    }

    private mutating func press(_ control: String) -> [Effect] {
        send(reportOnce(ViewOutput.DidPress.type, ViewOutput.DidPress(control: control)))
    }

    /// Every press counts, unlike with buttons: whoever wants to be two pages further presses twice.
    private mutating func turnPage(_ control: String) -> [Effect] {
        send(report(ViewOutput.DidPress.type, ViewOutput.DidPress(control: control)))
    }

    private mutating func search() -> [Effect] {
        guard let query = top?.prompt.text else { return [] }
        updateTop { $0.leavePrompt() }
        return send(report(ViewOutput.DidSearch.type, ViewOutput.DidSearch(query: query)))
    }

    /// Going back from the first scene would end the session, which is too much for one Esc too many.
    private mutating func goBack() -> [Effect] {
        guard !isAtRoot || top?.screen.alert != nil else {
            notice = .advice("This is the first screen; q quits")
            return []
        }
        return send(report(ViewOutput.DidGoBack.type, ViewOutput.DidGoBack()))
    }

    /// How far down what stands in front can be scrolled.
    private var overlayEnd: Int {
        if case .failed(let failure) = notice, !showsHelp { return FailureBox.end(for: failure, in: size) }
        return HelpBox.end(for: self)
    }

    private mutating func copyAddress() -> [Effect] {
        guard case .failed(var failure) = notice, let url = failure.url else { return [] }
        failure.isCopied = true
        notice = .failed(failure)
        return [.copy(url)]
    }

    private func send(_ event: Event?) -> [Effect] { event.map { [.send($0)] } ?? [] }
}
