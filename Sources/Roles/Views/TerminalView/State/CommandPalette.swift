import Platform

/// What can be done at the moment, or chosen in a field, found by its name.
package struct CommandPalette: Equatable, Sendable {
    /// The field whose options these are; nil for what can be done.
    package internal(set) var optionsOf: String?
    /// What the names are searched for.
    package internal(set) var field = TextField()
    /// The entry that Enter carries out, from 0.
    package internal(set) var chosen = 0

    /// The bindings whose labels have all the words that were typed: the screen's own first, then the view's; of each, those
    /// that begin with the first word before the others.
    func entries(of bindings: [KeyBinding]) -> [KeyBinding] {
        let words = field.text.lowercased().split(separator: " ")
        let offered = bindings.filter(Self.isOffered)
        let found = offered.filter { entry in
            let label = entry.label.lowercased()
            return words.allSatisfy { label.contains($0) }
        }
        func rank(_ entry: KeyBinding) -> Int {
            let begins = words.first.map { entry.label.lowercased().hasPrefix($0) } ?? true
            return (entry.action.isPress ? 0 : 2) + (begins ? 0 : 1)
        }
        let ranks = found.map(rank)
        return (0...3).flatMap { wanted in zip(found, ranks).filter { $0.1 == wanted }.map(\.0) }
    }

    /// Movements are made with keys, not by name.
    private static func isOffered(_ binding: KeyBinding) -> Bool {
        switch binding.action {
        case .move, .showPalette: false
        default: true
        }
    }

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

extension KeyAction {
    fileprivate var isPress: Bool {
        switch self {
        case .press, .pick: true
        default: false
        }
    }
}
