/// Carries out what the user does with the mouse. A click selects; a click on the selection opens, so a double click does
/// too. Things happen when the button goes up, so that moving away from them changes a user's mind, and so that no report
/// comes after the one that ends the program.
enum MouseHandler {
    static func handle(_ event: MouseEvent, in state: inout ViewState) -> [KeyEffect] {
        switch event.kind {
        case .wheel(let lines):
            return KeyHandler.perform(
                state.showsOverlay ? .scrollHelp(by: lines) : .scroll(by: lines, at: event.position), in: &state)
        case .press:
            press(event, in: &state)
            return []
        case .release: return release(event, in: &state)
        case .drag:
            if state.pointer.pressed?.meaning == .border { state.arrange { $0.moveBorder(to: event.position, of: $1) } }
            return []
        }
    }

    private static func press(_ event: MouseEvent, in state: inout ViewState) {
        let place = state.targets[event.position].map { Pointer.Place(scene: state.topID, meaning: $0) }
        state.pointer.pressed = nil
        // The first click may have brought another screen: the second was not meant for that.
        guard let place, event.clicks == 1 || place == state.pointer.last else { return }
        state.pointer.pressed = place
        state.pointer.last = place
        guard case .choice(let id, let index) = place.meaning else { return }
        state.pointer.opens = state.top?.fields.focus == nil && state.top?.viewport.selection == id
        state.updateTop {
            $0.leaveField()
            $0.select(id, index: index)
        }
    }

    private static func release(_ event: MouseEvent, in state: inout ViewState) -> [KeyEffect] {
        let place = state.targets[event.position].map { Pointer.Place(scene: state.topID, meaning: $0) }
        defer { state.pointer.pressed = nil }
        guard let place, place == state.pointer.pressed else { return [] }
        switch place.meaning {
        case .choice(let id, _):
            guard id.kind != .row || state.pointer.opens, state.top?.viewport.selection == id else { return [] }
            return KeyHandler.perform(.activate, in: &state)
        case .action(let action): return KeyHandler.perform(action, in: &state)
        case .border: return []
        }
    }
}

/// What the mouse is doing.
struct Pointer: Sendable {
    /// What was clicked, and on which scene.
    struct Place: Equatable {
        let scene: String?
        let meaning: Target.Meaning
    }

    /// What the button went down on, while it is down.
    var pressed: Place?
    /// What was clicked last.
    var last: Place?
    /// Whether it opens when the button goes up: it was the selection already.
    var opens = false
}
