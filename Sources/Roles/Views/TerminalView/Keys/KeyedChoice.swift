import ScreenModel
import ViewMessages

/// Properties of the selected choice that keys depend on: from one row to the next it is mostly the same.
struct KeyedChoice: Equatable, Sendable {
    let kind: Choice.ID.Kind
    /// Nil where no key names it.
    let name: String?
    private let keys: [String]?
    let node: Choice.Node?
    let isMarkable: Bool
    let hasNeighbor: Bool
    let hasParent: Bool

    /// - Parameter index: the choice's among those of the content.
    init(_ index: Int, in content: Content, on screen: Screen) {
        let choice = content.choices[index]
        let isNamed = choice.id.kind == .field || choice.node != nil || screen.hasRowKeys
        (kind, name) = (choice.id.kind, isNamed ? choice.id.name : nil)
        (keys, node, isMarkable) = (choice.keys, choice.node, choice.isMarkable)
        hasNeighbor = content.hasNeighbor(index)
        hasParent = choice.node != nil && content.parent(of: index) != nil
    }

    /// True if a key for rows can be done to it.
    func has(_ key: ScreenKey) -> Bool { kind == .row && keys?.contains(key.control) != false }

    /// True for a field that is on or off.
    func isSwitch(on screen: Screen) -> Bool {
        kind == .field && name.map { screen.formField($0)?.field.kind == .toggle } == true
    }
}

extension SceneState {
    var keyedChoice: KeyedChoice? {
        let content = content
        return viewport.selectedIndex(in: content).map { KeyedChoice($0, in: content, on: shared.received) }
    }

    /// The selected row, if it can be marked.
    var markable: String? { selected.flatMap { $0.isMarkable ? $0.id.name : nil } }
}

extension Screen {
    fileprivate var hasRowKeys: Bool { keys?.contains { $0.isForRow == true } == true }
}
