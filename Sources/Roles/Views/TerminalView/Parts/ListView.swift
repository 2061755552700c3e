import Languages
import ScreenModel
import TerminalText
import ViewMessages

/// Rows of one or two lines. A row's lines are made when they are seen, so a long list costs little.
struct ListView: PartView {
    let list: List

    var isSelectable: Bool { !list.rows.isEmpty }
    var neededCells: Int? {
        list.rows.prefix(RowCells.most).map { RowCells.needed($0.symbol, $0.title, $0.subtitle, $0.accessory) }.max()
    }

    /// Labels above a list are its heading.
    func isApart(from previous: any PartView) -> Bool { !(previous is LabelView) }

    func layOut(in content: inout Content) {
        if list.rows.isEmpty, let empty = list.empty { content.append(wrapped: StyledText(empty, .quiet)) }
        let first = content.lines.count
        content.look = content.look ?? list.look
        if let total = list.total, total > 0 { return layOutWindow(of: total, in: &content) }
        let block = RowLines(
            list.rows, isWide: hasRoomForAccessories(in: content), look: list.look, room: content.room)
        content.append(block)
        for (index, row) in list.rows.enumerated() {
            let lines = block.lines(of: index)
            content.addChoice(
                .row, row.id, lines: first + lines.lowerBound..<first + lines.upperBound, keys: row.keys,
                isMarkable: list.isMultiple == true)
        }
    }

    /// True if there is room beside the titles.
    private func hasRoomForAccessories(in content: Content) -> Bool {
        content.isWide || (neededCells ?? 0) <= content.room
    }

    /// All rows have the same height, so that their places are known before they are here.
    private func layOutWindow(of total: Int, in content: inout Content) {
        let block = RowLines(
            list.rows, isWide: hasRoomForAccessories(in: content), isUniform: true, look: list.look,
            room: content.room)
        let window = RowWindow(
            offset: list.offset ?? 0, count: list.rows.count, total: total, firstLine: content.lines.count,
            height: block.height)
        content.append(block, in: window, rows: list.rows.map { ($0.id, $0.keys) }, isMarkable: list.isMultiple == true)
    }

    func print(on page: inout LinearPage) {
        if list.rows.isEmpty, let empty = list.empty { page.append(empty) }
        page.appendRows(offset: list.offset, count: list.rows.count, total: list.total) { page in
            for row in list.rows {
                page.appendRow(id: row.id, title: row.title, Self.line(of: row, page.words))
            }
        }
    }

    private static func line(of row: Row, _ words: Words) -> String {
        var line = row.symbol.map { "\($0) " } ?? ""
        line += row.title
        if let subtitle = row.subtitle { line += " — \(subtitle)" }
        if let accessory = row.accessory { line += "  \(accessory)" }
        line += row.tone.note(in: words)
        return line
    }
}

/// The lines of rows: symbol and title, and below them a subtitle where there is one. The accessory is at the right of
/// the title where there is room, else at the right of the subtitle.
private struct RowLines: LineBlock {
    private let rows: [Row]
    private let isWide: Bool
    /// The lines of the highest row.
    let height: Int
    /// The first line of each row, and the end.
    private let starts: [Int]
    /// The cells of the column of symbols, with the gap behind it.
    private let indent: Int
    private let look: RowLook?
    /// The lines of titles that are wrapped.
    private var wrapped: [[StyledText]]?
    private var gap: Int { min(look?.gap ?? 0, Self.mostGap) }

    /// Lines between two rows.
    private static let mostGap = 100
    /// Lines of a title.
    private static let mostLines = 100

    /// - Parameters:
    ///   - isUniform: whether all rows are as high as the highest; then none is wrapped.
    ///   - room: the cells between gutter and margin.
    init(_ rows: [Row], isWide: Bool, isUniform: Bool = false, look: RowLook?, room: Int) {
        self.rows = rows
        self.isWide = isWide
        self.look = look
        let gap = min(look?.gap ?? 0, Self.mostGap)
        if look?.overflow == .wrap, !isUniform {
            wrapped = rows.map {
                LineWrapping.wrap(Self.text(of: $0), width: room, limit: Self.mostLines)
            }
        }
        let highest = rows.allSatisfy { Self.isOneLine($0, isWide: isWide) } ? 1 : 2
        height = highest + gap
        var starts = [0]
        starts.reserveCapacity(rows.count + 1)
        var widest = 0
        for (index, row) in rows.enumerated() {
            let own = wrapped.map { max($0[index].count, 1) } ?? (Self.isOneLine(row, isWide: isWide) ? 1 : 2)
            starts.append((starts.last ?? 0) + (isUniform ? highest : own) + gap)
            if let symbol = row.symbol { widest = max(widest, CellWidth.of(symbol.prefix(cells: 2))) }
        }
        self.starts = starts
        indent = widest > 0 ? widest + 1 : 0
    }

    var count: Int { starts.last ?? 0 }

    func lines(of row: Int) -> Range<Int> { starts[row]..<starts[row + 1] - gap }

    func line(_ index: Int, room: Int) -> ContentLine {
        let row = starts.firstIndexSorted { $0 > index } - 1
        guard lines(of: row).contains(index) else { return ContentLine(StyledText(), room: room) }
        if let lines = wrapped?[row] {
            let offset = index - starts[row]
            return ContentLine(lines.indices.contains(offset) ? lines[offset] : StyledText(), room: room)
        }
        let accessory = StyledText(rows[row].accessory ?? "", .accessory.toned(rows[row].tone))
        let isTitle = index == starts[row]
        let hasAccessory = isTitle == (isWide || Self.isOneLine(rows[row], isWide: isWide))
        let line = ContentLine(
            isTitle ? title(of: rows[row]) : subtitle(of: rows[row]),
            accessory: hasAccessory ? accessory : StyledText(), ellipsis: look?.ellipsis ?? "…", room: room)
        if let uncut = line.uncut, let overflow = look?.overflow, overflow != .wrap {
            var fixed = overflow == .end ? line.showing(uncut.cells - 1..<uncut.cells) : line
            fixed.isFixed = true
            return fixed
        }
        guard isTitle, line.uncut != nil, let cell = difference(of: row, from: line.seen.upperBound) else {
            return line
        }
        return line.showing(cell..<cell + 1)
    }

    /// The cell where a title that is cut differs from that of the row above or below, if that cannot be seen: two rows must not look the
    /// same.
    private func difference(of row: Int, from end: Int) -> Int? {
        [row - 1, row + 1].filter(rows.indices.contains).compactMap { other in
            let (mine, theirs) = (rows[row].title, rows[other].title)
            guard mine != theirs else { return nil }
            let cell = zip(mine, theirs).prefix { $0 == $1 }.reduce(indent) { $0 + CellWidth.of($1.0) }
            return cell < end ? nil : cell
        }.min()
    }

    private static func isOneLine(_ row: Row, isWide: Bool) -> Bool {
        (row.subtitle ?? "").isEmpty && (isWide || (row.accessory ?? "").isEmpty)
    }

    private func title(of row: Row) -> StyledText {
        let symbol = row.symbol.map { String($0.prefix(cells: 2)) } ?? ""
        return StyledText(symbol, .accent.toned(row.tone)).fitted(to: indent) + Self.text(of: row)
    }

    /// Beside the styles of a program, the rest of a title is not bold.
    private static func text(of row: Row) -> StyledText {
        row.paint.map { StyledText(row.title, CellStyle(look: .strong), paint: $0) }
            ?? StyledText(row.title, .strong.toned(row.tone))
    }

    private func subtitle(of row: Row) -> StyledText {
        guard let subtitle = row.subtitle, !subtitle.isEmpty else { return StyledText() }
        return .blanks(indent) + StyledText(subtitle, .quiet)
    }
}

/// The width of rows.
private enum RowCells {
    /// Rows that decide.
    static let most = 500
    private static let gap = 2

    static func needed(_ symbol: String?, _ title: String, _ subtitle: String?, _ accessory: String?) -> Int {
        let beside = cells(accessory)
        return (symbol == nil ? 0 : 3) + max(cells(title) + (beside > 0 ? gap + beside : 0), cells(subtitle))
    }

    private static func cells(_ text: String?) -> Int {
        text.map { CellWidth.of($0.prefix(cells: Content.measure)) } ?? 0
    }
}

/// Rows in levels, indented, with a sign at those that can be opened. A row's line is made when it is seen.
struct TreeView: PartView {
    let tree: Tree

    var isSelectable: Bool { !tree.rows.isEmpty }
    var neededCells: Int? {
        tree.rows.prefix(RowCells.most)
            .map { min($0.depth, 40) * 2 + 2 + RowCells.needed($0.symbol, $0.title, nil, $0.accessory) }.max()
    }

    /// Labels above a tree are its heading.
    func isApart(from previous: any PartView) -> Bool { !(previous is LabelView) }

    func layOut(in content: inout Content) {
        if tree.rows.isEmpty, let empty = tree.empty { content.append(wrapped: StyledText(empty, .quiet)) }
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
            page.appendRow(id: row.id, title: row.title, Self.line(of: row, page.words))
        }
    }

    /// The level is in the text, because a screen reader does not show how far a line is indented.
    private static func line(of row: TreeRow, _ words: Words) -> String {
        let state = row.isExpanded.map { words[$0 ? "expanded" : "collapsed"] }
        let notes = [row.depth > 0 ? words("level %", "\(row.depth + 1)") : nil, state].compactMap(\.self)
        return (row.symbol.map { "\($0) " } ?? "") + row.title
            + (notes.isEmpty ? "" : " (\(notes.joined(separator: ", ")))")
            + (row.accessory.map { "  \($0)" } ?? "") + row.tone.note(in: words)
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
        var text = .blanks(indent) + StyledText(sign, .accent)
        if let symbol = row.symbol { text.append(symbol.prefix(cells: 2) + " ", .accent.toned(row.tone)) }
        text.append(row.title, (row.isExpanded == nil ? CellStyle.plain : .strong).toned(row.tone))
        return ContentLine(text, accessory: StyledText(row.accessory ?? "", .accessory.toned(row.tone)), room: room)
    }
}
