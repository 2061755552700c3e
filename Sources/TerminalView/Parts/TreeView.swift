import ScreenModel
import TerminalText
import ViewMessages

/// Rows in levels, indented, with a sign at those that can be opened. A row's line is made when it is seen.
struct TreeView: PartView {
    let tree: Tree

    var isSelectable: Bool { !tree.rows.isEmpty }

    /// Labels above a tree are its heading.
    func isApart(from previous: any PartView) -> Bool { !(previous is LabelView) }

    func layOut(in content: inout Content) {
        if tree.rows.isEmpty, let empty = tree.empty { content.append(wrapped: empty, .quiet) }
        let first = content.lines.count
        content.append(TreeLines(rows: tree.rows))
        for (index, row) in tree.rows.enumerated() {
            content.addChoice(
                .row, row.id, lines: first + index..<first + index + 1, isMarkable: tree.isMultiple == true,
                node: Choice.Node(depth: row.depth, isExpanded: row.isExpanded))
        }
    }

    func print(on page: inout LinearPage) {
        if tree.rows.isEmpty, let empty = tree.empty { page.append(empty) }
        for row in tree.rows {
            page.appendRow(
                id: row.id, Self.line(of: row), isExpanded: row.isExpanded, isMarkable: tree.isMultiple == true)
        }
    }

    /// The level is said, because who hears the line does not see how far it is indented.
    private static func line(of row: TreeRow) -> String {
        let state = row.isExpanded.map { $0 ? "expanded" : "collapsed" }
        let notes = [row.depth > 0 ? "level \(row.depth + 1)" : nil, state].compactMap(\.self)
        return (row.symbol.map { "\($0) " } ?? "") + row.title
            + (notes.isEmpty ? "" : " (\(notes.joined(separator: ", ")))")
            + (row.accessory.map { "  \($0)" } ?? "") + row.tone.word
    }
}

private struct TreeLines: LineBlock {
    let rows: [TreeRow]

    var count: Int { rows.count }

    func line(_ index: Int, room: Int) -> ContentLine {
        let row = rows[index]
        // However deep a row is, half of the line is left for its title.
        let indent = min(row.depth * 2, room / 2)
        let sign = row.isExpanded.map { $0 ? "- " : "+ " } ?? "  "
        var text = StyledText(String(repeating: " ", count: indent)) + StyledText(sign, .accent)
        if let symbol = row.symbol { text.append(symbol.prefix(cells: 2) + " ", .accent.toned(row.tone)) }
        text.append(row.title, (row.isExpanded == nil ? CellStyle.plain : .strong).toned(row.tone))
        return ContentLine(text, accessory: StyledText(row.accessory ?? "", .accessory.toned(row.tone)), room: room)
    }
}
