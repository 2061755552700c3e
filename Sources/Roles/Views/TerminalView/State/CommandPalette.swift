import ScreenModel

/// Things that can be done at the moment, or chosen in a field, found by their names.
package struct CommandPalette: Equatable, Sendable {
    /// The field whose options these are; nil for what can be done.
    package internal(set) var optionsOf: String?
    /// Text that the names are searched for.
    package internal(set) var field = TextField()
    /// The entry that Enter carries out, from 0.
    package internal(set) var chosen = 0

    /// The bindings whose labels have all the words that were typed: those that were chosen before, then the screen's own, then
    /// the view's; of these, those that begin with the first word before the others.
    /// - Parameter recent: the labels that were chosen before, the newest last.
    func entries(of bindings: [KeyBinding], recent: [String]) -> [KeyBinding] {
        let isNamed = field.text.contains { $0 != " " }
        let ranked = bindings.filter { Self.isOffered($0, isNamed: isNamed) }.found(field.text)
        let known = Set(recent)
        let chosen = recent.reversed().flatMap { command in ranked.filter { $0.command == command } }
        return chosen + ranked.filter { !known.contains($0.command) }
    }

    /// Movements are made with keys; a user who types their name finds them, too.
    private static func isOffered(_ binding: KeyBinding, isNamed: Bool) -> Bool {
        switch binding.action {
        case .move: isNamed
        case .showPalette: false
        default: true
        }
    }

    /// The name by which the history keeps chosen commands; no scene has it.
    static let historyName = ":"

    /// Other names fit then, so the first is chosen.
    mutating func edit(_ change: (inout TextField) -> Void) {
        change(&field)
        chosen = 0
    }

    mutating func choose(by step: Int, of count: Int) {
        guard count > 0 else { return chosen = 0 }
        chosen = (min(chosen, count - 1) + step + count) % count
    }
}

extension KeyBinding: NamedEntry {
    package var isOwn: Bool {
        switch action {
        case .intent(.press), .pick: true
        default: false
        }
    }
}
