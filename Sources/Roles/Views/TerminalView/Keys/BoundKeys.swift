import ScreenModel
import ViewMessages

/// The keys that a screen gives its own meaning where its prompt picks rows. They hold while the user types and otherwise.
enum BoundKeys {
    static func bindings(of screen: Screen) -> [KeyBinding] {
        guard screen.picksRows else { return [] }
        return (screen.keys ?? []).compactMap { key in
            guard let steps = key.does, let pressed = key.character.flatMap({ Key(named: $0) }) else { return nil }
            return KeyBinding([pressed], .bound(control: key.control, steps), pressed.name ?? "Esc", key.title)
        }
    }
}

extension Key {
    private static let named: [String: Key] = [
        "enter": .enter, "tab": .tab, "shift-tab": .backTab, "esc": .escape, "backspace": .backspace,
        "delete": .delete, "insert": .insert, "up": .up, "down": .down, "left": .left, "right": .right, "home": .home,
        "end": .end, "page-up": .pageUp, "page-down": .pageDown, "space": .text(" "), "alt-enter": .alt("\r"),
        "alt-backspace": .alt("\u{7F}"), "alt-space": .alt(" "), "ctrl-/": .control("_"), "ctrl-space": .control("@"),
    ]

    /// By the protocol's names: a character, `ctrl-r`, `alt-x`, `f1`, `page-up`. Ctrl-C and Ctrl-Z always mean the same.
    init?(named name: String) {
        let scalars = Array(name.unicodeScalars)
        if scalars.count == 1 {
            self = .text(scalars[0])
        } else if let key = Self.named[name] {
            self = key
        } else if name.hasPrefix("ctrl-"), scalars.count == 6, "a"..."z" ~= scalars[5],
            !"cz".unicodeScalars.contains(scalars[5])
        {
            self = .control(scalars[5])
        } else if name.hasPrefix("alt-"), scalars.count == 5, 0x21...0x7E ~= scalars[4].value {
            self = .alt(scalars[4])
        } else if name.first == "f", let number = Int(name.dropFirst()), 1...12 ~= number {
            self = .function(number)
        } else {
            return nil
        }
    }
}

/// Carries out what a screen wants of a key.
enum StepHandler {
    /// - Parameter steps: those that are left.
    static func perform(_ steps: [KeyStep], of control: String, in state: inout ViewState) -> [KeyEffect] {
        var effects: [KeyEffect] = []
        for (index, step) in steps.enumerated() {
            if step == .settle || step == .accept {
                let rest = step == .accept ? Array(steps[index...]) : Array(steps[(index + 1)...])
                guard state.isCurrent else {
                    state.awaitedSteps = AwaitedSteps(control: control, steps: rest)
                    return effects
                }
            }
            effects += perform(step, of: control, in: &state)
        }
        return effects
    }

    private static func perform(_ step: KeyStep, of control: String, in state: inout ViewState) -> [KeyEffect] {
        let text = state.top?.fields[InputFields.prompt]?.text ?? ""
        switch step {
        case .settle: return []
        case .report: return state.flushChanges().map { .send($0) } + report(control, in: &state)
        case .accept: return KeyHandler.activate(in: &state)
        case .abort: return KeyHandler.perform(.goBack, in: &state)
        case .cancel, .deleteCharOrLeave:
            if text.isEmpty { return KeyHandler.perform(.goBack, in: &state) }
            edit(in: &state) { step == .cancel ? $0.begin("") : $0.apply(.deleteForward) }
        case .toggle, .select, .deselect: return mark(step, in: &state)
        case .deselectAll: return KeyHandler.perform(.clearMarks, in: &state)
        case .clearQuery: edit(in: &state) { $0.begin("") }
        case .clearScreen: return [.repaint]
        default:
            if let movement = movements[step] { return KeyHandler.perform(.move(movement), in: &state) }
            if let lines = scrolls[step] {
                let size = state.size
                state.updateTop { $0.scrollPreview(lines, in: size) }
            }
            if let change = edits[step] { edit(in: &state) { $0.apply(change) } }
        }
        return []
    }

    private static let movements: [KeyStep: Movement] = [
        .up: .up, .down: .down, .first: .first, .last: .last, .pageUp: .pageUp, .pageDown: .pageDown,
        .halfPageUp: .halfPageUp, .halfPageDown: .halfPageDown,
    ]

    private static let scrolls: [KeyStep: PreviewScroll] = [
        .previewUp: .lines(-1), .previewDown: .lines(1), .previewPageUp: .halfPages(-2),
        .previewPageDown: .halfPages(2),
        .previewHalfPageUp: .halfPages(-1), .previewHalfPageDown: .halfPages(1), .previewTop: .top,
        .previewBottom: .bottom,
    ]

    private static let edits: [KeyStep: TextField.Edit] = [
        .beginningOfLine: .moveToStart, .endOfLine: .moveToEnd, .backwardChar: .moveLeft, .forwardChar: .moveRight,
        .backwardWord: .moveWordLeft, .forwardWord: .moveWordRight, .backwardDeleteChar: .deleteBackward,
        .deleteChar: .deleteForward, .killLine: .deleteToEnd, .killWord: .deleteWordRight,
        .backwardKillWord: .deleteWordLeft, .discardLine: .deleteToStart, .ruboutWord: .deleteToBlank, .yank: .yank,
    ]

    private static func edit(in state: inout ViewState, _ change: (inout TextField) -> Void) {
        if state.top?.fields.focus != InputFields.prompt { state.updateTop { $0.editField(InputFields.prompt) } }
        FieldHandler.edit(in: &state, change)
    }

    private static func mark(_ step: KeyStep, in state: inout ViewState) -> [KeyEffect] {
        guard let top = state.top, let row = top.markable else { return [] }
        let isMarked = top.marks.contains(row)
        guard step == .toggle || isMarked == (step == .deselect) else { return [] }
        return KeyHandler.perform(.mark(row: row), in: &state)
    }

    private static func report(_ control: String, in state: inout ViewState) -> [KeyEffect] {
        guard let top = state.top else { return [] }
        let row = top.selected.flatMap { $0.id.kind == .row ? $0.id.name : nil }
        let target: PressTarget = row == nil && top.marks.isEmpty ? .screen : .rows(or: row)
        return KeyHandler.perform(.press(control: control, on: target), in: &state)
    }
}

/// Steps that wait for the rows that match what was typed.
struct AwaitedSteps: Equatable, Sendable {
    let control: String
    let steps: [KeyStep]
}

extension SceneState {
    fileprivate mutating func scrollPreview(_ scroll: PreviewScroll, in size: Size) {
        guard let pane = panes(in: size).preview else { return }
        switch scroll {
        case .lines(let lines): preview.scroll(by: lines, in: pane)
        case .halfPages(let pages): scrollPreview(by: pages)
        case .top: preview.scroll(by: -preview.top, in: pane)
        case .bottom: preview.scroll(by: preview.content(width: pane.columns).lines.count, in: pane)
        }
    }
}

/// How a preview is scrolled.
private enum PreviewScroll: Equatable, Sendable {
    case lines(Int)
    case halfPages(Int)
    case top, bottom
}
