import Languages
import ScreenModel
import ViewMessages

/// Help for a screen: the possible actions by their names, and the keys. It opens in front of the page.
struct KeyHelp {
    let screen: Screen
    let state: WebState

    /// Entries. A few letters find the others.
    private static let most = 200

    func write(to page: inout PageWriter) {
        page.element(
            .div, .flag(.popover), .of(.id, "keys"), .of(.role, "dialog"), .of(.ariaLabel, page.words.title("keys"))
        ) { page in
            page.element(
                .form, .of(.role, "search"), .of(.method, "post"), .address(.action, .action)
            ) { page in
                page.hidden(.palette)
                page.element(
                    .input, .of(.type, "search"), .of(.name, "value"), .of(.value, state.wanted), .autoDirection,
                    .of(.placeholder, page.words.title("find a command")),
                    .of(.ariaLabel, page.words["find a command"]), .of(.autocomplete, "off"),
                    .flag(.autofocus), .of(.dataLive, ActionValue.changePalette.text), page.key("palette", ""))
            }
            let found = state.palette?.entries.found(state.wanted) ?? []
            page.element(.ul) { page in
                for entry in found.prefix(Self.most) {
                    page.element(.li) { page in
                        page.button(entry.action, .flag(.go)) { page in
                            page.span(entry.label)
                            if let key = entry.key { page.element(.kbd, .of(.ariaHidden, "true"), text: key) }
                        }
                    }
                }
            }
            page.writeOmission(found.count - Self.most)
            guard state.wanted.isEmpty else { return }
            page.heading(2) { $0.text($0.words.title("keys")) }
            page.element(.dl) { page in
                for (keys, label) in lines(page.words) {
                    page.element(.dt) { page in
                        for key in keys.split(separator: " ") { page.element(.kbd, text: String(key)) }
                    }
                    page.element(.dd, .autoDirection, text: label)
                }
            }
        }
    }

    /// The keys that are not among the entries.
    private func lines(_ words: Words) -> [(keys: String, label: String)] {
        let hasRows = !screen.rowTexts.isEmpty
        var lines: [(String, String)] = [
            ("↓ j", words["down"]), ("↑ k", words["up"]), ("Home g", words["to the top"]),
            ("End G", words["to the end"]), ("12 j", words["12 rows down"]),
        ]
        if hasRows { lines += [("⏎", words["open"]), ("12 G", words["to row 12"])] }
        if screen.prompt != nil {
            lines.append(("/", words["search"]))
        } else {
            lines += [
                ("/", words["find a text"]), ("n", words["next match"]),
                ("N", words["previous match"]),
            ]
        }
        if state.top?.screen.isFilterable == true, !screen.picksRows { lines.append(("f", words["filter the rows"])) }
        if screen.hasMarkableRows { lines.append(("Space", words["mark the row"])) }
        if screen.mayCancel == true {
            lines.append(("Esc ← h", words["stop"]))
        } else if !state.isAtRoot {
            lines.append(("Esc ← h", words[state.isModal ? "close" : "back"]))
        }
        for part in screen.allParts {
            switch part {
            case .table(let table) where table.columns.contains(where: \.canBeSorted):
                lines += [("s", words["sort"]), ("S", words["reverse the order"])]
            case .tree: lines += [("→ l", words["expand"]), ("← h", words["collapse"])]
            case .tabs: lines += [("[", words["previous tab"]), ("]", words["next tab"])]
            case .pager: lines += [("← p", words["previous page"]), ("→ n", words["next page"])]
            case .text(let text) where text.fold != nil: lines.append(("m", words["expand or collapse a text"]))
            default: break
            }
        }
        let place = lines.count
        lines.append(("y", words[hasRows ? "copy the row" : "copy the text"]))
        if screen.preview?.isEmpty == false {
            lines += [("J", words["preview down"]), ("K", words["preview up"]), ("v", words["hide the preview"])]
        }
        // Keys of the screen go before those of the page.
        let keys = screen.keys ?? []
        let taken = Set(keys.compactMap { $0.pressing?.name })
        lines = lines.map {
            ($0.0.split(separator: " ").filter { !taken.contains(String($0)) }.joined(separator: " "), $0.1)
        }
        lines.insert(
            contentsOf: keys.filter { $0.isForRow == true }.map { ($0.pressing?.name ?? "", $0.title) }, at: place)
        lines.removeAll { $0.0.isEmpty || $0.0 == "12" }
        lines.append(("? :", words["this help"]))
        // Two parts of a kind have the same keys.
        var seen: Set<String> = []
        return lines.filter { seen.insert("\($0.0) \($0.1)").inserted }
    }
}
