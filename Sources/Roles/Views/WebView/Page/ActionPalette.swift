import Languages
import Platform
import ScreenModel
import ViewMessages

/// The actions that are possible on a page, by their names.
struct ActionPalette {
    struct Entry {
        let name: String
        let key: String?
        let action: ActionValue
        /// The screen's own go before the view's.
        var isOwn = true
    }

    private let entries: [Entry]

    init(_ screen: Screen, words: Words, isAtRoot: Bool, isModal: Bool, hasMarks: Bool) {
        var entries = (screen.keys ?? []).filter { $0.isForRow != true && $0.isReported }.map {
            Entry(name: $0.title, key: $0.pressing?.name, action: .press($0.control))
        }
        func add(_ name: String, _ key: String?, _ action: ActionValue) {
            entries.append(Entry(name: name, key: key, action: action, isOwn: false))
        }
        for part in screen.allParts {
            switch part {
            case .button(let button): entries.append(Self.entry(button))
            case .tabs(let tabs): entries += tabs.items.map(Self.entry)
            case .pager(let pager):
                for (control, word, key) in [
                    (Pager.previous, "previous page", "←"), (Pager.next, "next page", "→"),
                ] where pager.turns.contains(control) { add(words.title(word), key, .press(control)) }
            case .table(let table):
                for column in table.columns where column.canBeSorted {
                    add("\(words.title("sort")): \(column.title)", nil, .sort(table.sort(by: column)))
                }
            default: break
            }
        }
        if hasMarks { add(words.title("clear all marks"), "Esc", .clearMarks) }
        if screen.mayCancel == true {
            add(words.title("stop"), "Esc", .back)
        } else if !isAtRoot {
            add(words.title(isModal ? "close" : "back"), "Esc", .back)
        }
        add(words.title("quit"), "q", .quit)
        self.entries = entries
    }

    private static func entry(_ button: Button) -> Entry {
        Entry(name: button.title, key: DeclaredKey(button.key)?.name, action: .press(button.control))
    }

    /// Entries with all the words that were typed: of each kind, those that begin with the first word before the others.
    func found(_ text: String) -> [Entry] {
        let words = text.lowercased().split(separator: " ")
        let found = entries.filter { entry in
            let name = entry.name.lowercased()
            return words.allSatisfy { name.contains($0) }
        }
        func rank(_ entry: Entry) -> Int {
            let begins = words.first.map { entry.name.lowercased().hasPrefix($0) } ?? true
            return (entry.isOwn ? 0 : 2) + (begins ? 0 : 1)
        }
        return (0...3).flatMap { wanted in found.filter { rank($0) == wanted } }
    }
}
