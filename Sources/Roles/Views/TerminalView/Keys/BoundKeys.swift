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

    /// A key by the protocol's names: a character, `ctrl-r`, `alt-x`, `f1`, `page-up`. Ctrl-C always means the same.
    init?(named name: String) {
        let scalars = Array(name.unicodeScalars)
        if scalars.count == 1 {
            self = .text(scalars[0])
        } else if let key = Self.named[name] {
            self = key
        } else if name.hasPrefix("ctrl-"), scalars.count == 6, "a"..."z" ~= scalars[5],
            scalars[5] != "c"
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

/// Steps that a screen wants of a key, made in the session.
extension SizedSession {
    mutating func carryOut(_ step: KeyStep) -> [KeyEffect] {
        switch step {
        case .abort: return carryOut(.goBack)
        case .cancel, .clearQuery: editPrompt { $0.begin("") }
        case .deleteCharOrLeave: editPrompt { $0.apply(.deleteForward) }
        case .toggle, .select, .deselect: return mark(step)
        case .deselectAll: return carryOut(Intent.clearMarks)
        case .clearScreen: return [.repaint]
        default:
            if let movement = KeyStep.movements[step] { return carryOut(.move(movement)) }
            if let pages = KeyStep.halfPages[step] { updateTop { $0.scrollPreview(by: pages) } }
            if let lines = KeyStep.lines[step] { updateTop { $0.scrollPreview(byLines: lines) } }
            if let change = KeyStep.edits[step] { editPrompt { $0.apply(change) } }
        }
        return []
    }

    var isPromptEmpty: Bool { top?.fields[InputFields.prompt]?.text.isEmpty != false }

    private mutating func editPrompt(_ change: (inout TextField) -> Void) {
        if top?.fields.focus != InputFields.prompt { updateTop { $0.editField(InputFields.prompt) } }
        edit(change)
    }

    private mutating func mark(_ step: KeyStep) -> [KeyEffect] {
        guard let top, let row = top.markable else { return [] }
        let isMarked = top.marks.contains(row)
        guard step == .toggle || isMarked == (step == .deselect) else { return [] }
        return carryOut(.mark(row: row))
    }

    /// Reports a key of the screen, for the marked rows, the selected one or the screen.
    mutating func press(_ control: String) -> [KeyEffect] {
        guard let top else { return [] }
        let row = top.selected.flatMap { $0.id.kind == .row ? $0.id.name : nil }
        let target: PressTarget = row == nil && top.marks.isEmpty ? .screen : .rows(or: row)
        return carryOut(.press(control: control, on: target))
    }
}

extension KeyStep {
    fileprivate static let movements: [KeyStep: Movement] = [
        .up: .up, .down: .down, .first: .first, .last: .last, .pageUp: .pageUp, .pageDown: .pageDown,
        .halfPageUp: .halfPageUp, .halfPageDown: .halfPageDown,
    ]

    /// Half pages that the preview is scrolled by.
    fileprivate static let halfPages: [KeyStep: Int] = [
        .previewPageUp: -2, .previewPageDown: 2, .previewHalfPageUp: -1, .previewHalfPageDown: 1,
    ]

    /// Lines that the preview is scrolled by; none has more than a thousand million.
    fileprivate static let lines: [KeyStep: Int] = [
        .previewUp: -1, .previewDown: 1, .previewTop: -1_000_000_000, .previewBottom: 1_000_000_000,
    ]

    fileprivate static let edits: [KeyStep: TextField.Edit] = [
        .beginningOfLine: .moveToStart, .endOfLine: .moveToEnd, .backwardChar: .moveLeft, .forwardChar: .moveRight,
        .backwardWord: .moveWordLeft, .forwardWord: .moveWordRight, .backwardDeleteChar: .deleteBackward,
        .deleteChar: .deleteForward, .killLine: .deleteToEnd, .killWord: .deleteWordRight,
        .backwardKillWord: .deleteWordLeft, .discardLine: .deleteToStart, .ruboutWord: .deleteToBlank, .yank: .yank,
    ]
}

/// Steps that wait for the rows that match what was typed.
struct AwaitedSteps: Equatable, Sendable {
    let control: String
    let steps: [KeyStep]
}
