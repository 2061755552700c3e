import ScreenModel
import Synchronization
import TerminalText
import ViewMessages

/// The keys of a screen, kept until something changes that they depend on: moving over rows does not. Copies of a state share it.
final class KeptKeys: Sendable {
    private struct Kept: Sendable {
        let premises: KeyPremises
        let bindings: [KeyBinding]
        let actions: [Key: KeyAction]
        var hints: (room: Int, repertoire: Repertoire, hints: [KeyHint])?
    }

    private let kept = Mutex<Kept?>(nil)

    func bindings(_ premises: KeyPremises, _ make: () -> [KeyBinding]) -> [KeyBinding] {
        current(premises, make).bindings
    }

    func action(for key: Key, _ premises: KeyPremises, _ make: () -> [KeyBinding]) -> KeyAction? {
        current(premises, make).actions[key]
    }

    /// Those that fit a status line.
    func hints(
        _ premises: KeyPremises, room: Int, _ repertoire: Repertoire, _ make: () -> [KeyBinding],
        choose: ([KeyBinding]) -> [KeyHint]
    ) -> [KeyHint] {
        let current = current(premises, make)
        if let kept = current.hints, kept.room == room, kept.repertoire == repertoire { return kept.hints }
        let hints = choose(current.bindings)
        kept.withLock { if $0?.premises == premises { $0?.hints = (room, repertoire, hints) } }
        return hints
    }

    private func current(_ premises: KeyPremises, _ make: () -> [KeyBinding]) -> Kept {
        if let kept = kept.withLock({ $0 }), kept.premises == premises { return kept }
        let bindings = make()
        var actions: [Key: KeyAction] = [:]
        for binding in bindings { for key in binding.keys { actions[key] = binding.action } }
        let new = Kept(premises: premises, bindings: bindings, actions: actions)
        kept.withLock { $0 = new }
        return new
    }
}

/// A hint in the status line.
struct KeyHint: Sendable {
    let text: StyledText
    let action: KeyAction
}

/// A token that distinguishes one screen from the next without comparing them.
final class Revision: Sendable {}

/// What the keys of a scene depend on where nothing is typed and nothing is in front.
struct KeyPremises: Equatable, Sendable {
    private let screen: ObjectToken
    private let (parts, head, preview): (ObjectToken, ObjectToken, ObjectToken)
    private let size: Size
    private let settings: KeySettings
    private let panes: PaneSettings
    private let (left, headLines): (Int, Int)
    private let (isAtRoot, isModal, isFiltered, isSought, hasFind, hasMarks, isPreviewOpen, headSticks):
        (Bool, Bool, Bool, Bool, Bool, Bool, Bool, Bool)
    private let selected: Selected?

    /// It keeps the object, so that no other can have its address.
    private struct ObjectToken: Equatable, Sendable {
        let object: any AnyObject & Sendable

        static func == (one: Self, other: Self) -> Bool { one.object === other.object }
    }

    /// What the keys depend on of the selected choice.
    struct Selected: Equatable, Sendable {
        private let kind: Choice.ID.Kind
        /// Nil where no key names it.
        private let name: String?
        private let keys: [String]?
        private let node: Choice.Node?
        private let (isMarkable, hasNeighbor, hasParent): (Bool, Bool, Bool)

        init(_ index: Int, in content: Content, hasRowKeys: Bool) {
            let choice = content.choices[index]
            kind = choice.id.kind
            name = hasRowKeys || choice.id.kind == .field || choice.node != nil ? choice.id.name : nil
            (keys, node, isMarkable) = (choice.keys, choice.node, choice.isMarkable)
            hasNeighbor = content.hasNeighbor(index)
            hasParent = choice.node != nil && content.parent(of: index) != nil
        }

        static func == (one: Self, other: Self) -> Bool {
            (one.kind, one.name, one.keys, one.node) == (other.kind, other.name, other.keys, other.node)
                && (one.isMarkable, one.hasNeighbor, one.hasParent)
                    == (other.isMarkable, other.hasNeighbor, other.hasParent)
        }
    }

    /// - Returns: nil where the keys are those of a field, of an alert or of what is in front.
    init?(_ state: ViewState) {
        guard !state.showsOverlay, state.palette == nil, let scene = state.top, scene.fields.focus == nil else {
            return nil
        }
        let shown = scene.screen
        guard shown.alert == nil else { return nil }
        let content = scene.content
        screen = ObjectToken(object: scene.revision)
        parts = ObjectToken(object: scene.layout)
        head = ObjectToken(object: scene.head.layout)
        preview = ObjectToken(object: scene.preview.layout)
        (size, settings, panes) = (state.size, state.keySettings, state.panes)
        (left, headLines) = (scene.viewport.left, scene.head.lines)
        (isAtRoot, isModal) = (state.isAtRoot, state.isModal)
        (isFiltered, isSought) = (scene.isFiltered, scene.sought != nil)
        hasFind = scene.fields[InputFields.find] != nil
        (hasMarks, isPreviewOpen, headSticks) = (!scene.marks.isEmpty, scene.preview.isOpen, scene.head.sticks)
        let hasRowKeys = shown.hasRowKeys
        selected = scene.viewport.selectedIndex(in: content).map {
            Selected($0, in: content, hasRowKeys: hasRowKeys)
        }
    }

    static func == (one: Self, other: Self) -> Bool {
        (one.screen, one.parts, one.head, one.preview) == (other.screen, other.parts, other.head, other.preview)
            && (one.size, one.left, one.headLines) == (other.size, other.left, other.headLines)
            && (one.isAtRoot, one.isModal, one.isFiltered, one.isSought)
                == (other.isAtRoot, other.isModal, other.isFiltered, other.isSought)
            && (one.hasFind, one.hasMarks, one.isPreviewOpen, one.headSticks)
                == (other.hasFind, other.hasMarks, other.isPreviewOpen, other.headSticks)
            && one.selected == other.selected && one.settings == other.settings && one.panes == other.panes
    }
}

extension Screen {
    /// Some of its keys are done to a row.
    var hasRowKeys: Bool { keys?.contains { $0.isForRow == true } == true }
}
