import ScreenModel
import ViewMessages

/// The keys of a screen, in a list that opens.
struct KeyHelp {
    let screen: Screen
    let isAtRoot: Bool
    let isModal: Bool

    func write(to page: inout PageWriter) {
        page.element(.details, .of(.id, "help")) { page in
            page.element(.summary, .keys(["?"])) { page in
                page.text(page.words.title("keys"))
                page.element(.kbd, .of(.ariaHidden, "true"), text: "?")
            }
            page.element(.dl) { page in
                for (keys, label) in lines(page.words) {
                    page.element(.dt) { page in
                        for key in keys.split(separator: " ") { page.element(.kbd, text: String(key)) }
                    }
                    page.element(.dd, .autoDirection, text: label)
                }
            }
            page.button(.quit, .keys(["q"])) { page in
                page.text(page.words.title("quit"))
                page.element(.kbd, .of(.ariaHidden, "true"), text: "q")
            }
        }
    }

    private func lines(_ words: Words) -> [(keys: String, label: String)] {
        let hasRows = !screen.rowTexts.isEmpty
        var lines: [(String, String)] = [
            ("↓ j", words["down"]), ("↑ k", words["up"]), ("Home g", words["to the top"]),
            ("End G", words["to the end"]),
        ]
        if hasRows { lines.append(("⏎", words["open"])) }
        if screen.prompt != nil { lines.append(("/", words["search"])) }
        if hasRows { lines.append(("f", words["filter the rows"])) }
        if screen.hasMarkableRows { lines.append(("Space", words["mark the row"])) }
        if !isAtRoot { lines.append(("Esc ← h", words[isModal ? "close" : "back"])) }
        for part in screen.allParts {
            switch part {
            case .table(let table) where table.columns.contains(where: \.canBeSorted):
                lines += [("s", words["sort"]), ("S", words["the other way round"])]
            case .tree: lines += [("→ l", words["expand"]), ("← h", words["collapse"])]
            case .tabs: lines += [("[", words["previous tab"]), ("]", words["next tab"])]
            case .pager: lines += [("← p", words["previous page"]), ("→ n", words["next page"])]
            case .text(let text) where text.fold != nil: lines.append(("m", words["more or less of a text"]))
            default: break
            }
        }
        for key in screen.keys ?? [] {
            if let name = DeclaredKey(key.character)?.name { lines.append((name, key.title)) }
        }
        for part in screen.allParts {
            if case .button(let button) = part, let name = DeclaredKey(button.key)?.name {
                lines.append((name, button.title))
            }
        }
        lines += [("?", words["this help"]), ("q", words["quit"])]
        // Of two parts of a kind, the keys are the same.
        var seen: Set<String> = []
        return lines.filter { seen.insert("\($0.0) \($0.1)").inserted }
    }
}
