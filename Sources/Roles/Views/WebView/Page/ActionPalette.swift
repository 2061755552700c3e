import Languages
import ScreenModel
import ViewMessages

/// The actions that are possible on a page, by their names.
struct ActionPalette {
    struct Entry: NamedEntry {
        let label: String
        let key: String?
        let action: ActionValue
        var isOwn = true
    }

    let entries: [Entry]

    init(_ screen: Screen, words: Words, isAtRoot: Bool, isModal: Bool, hasMarks: Bool) {
        var entries = (screen.keys ?? []).filter { $0.isForRow != true && $0.isReported }.map {
            Entry(label: $0.title, key: $0.pressing?.name, action: .press($0.control))
        }
        func add(_ name: String, _ key: String?, _ action: ActionValue) {
            entries.append(Entry(label: name, key: key, action: action, isOwn: false))
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
        Entry(label: button.title, key: DeclaredKey(button.key)?.name, action: .press(button.control))
    }
}
