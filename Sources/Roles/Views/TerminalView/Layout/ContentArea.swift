import FuzzySearch
import Languages
import ScreenModel
import TerminalText
import ViewMessages

/// The lines of a content that are in sight on some rows of the screen.
struct ContentArea {
    let content: Content
    /// The first line in sight.
    let top: Int
    let rows: Range<Int>

    private var seen: Range<Int> { top..<top + rows.count }
    /// The column behind the lines.
    private var right: Int { content.columns.upperBound }
    /// The header that stays in sight and covers the first line.
    private var header: StickyHeader? { rows.count > 1 ? content.header(at: top) : nil }

    private func row(of line: Int) -> Int { line - top + rows.lowerBound }

    // MARK: Lines

    /// - Parameters:
    ///   - ticks: the position of animated bars.
    ///   - found: the lines that show what was found in them.
    func draw(_ cache: PictureCache, ticks: Int, found: [Int: FoundLine] = [:], on frame: inout Frame) {
        for line in seen where line < content.lines.count {
            draw(found[line]?.line ?? content.lines[line], row: row(of: line), on: &frame.buffer)
        }
        if let header {
            frame.buffer.fill(row: rows.lowerBound, 0..<content.width)
            draw(content.lines[header.line], row: rows.lowerBound, on: &frame.buffer)
        }
        for bar in content.movingBars where seen ~= bar.line {
            let piece = bar.piece(ticks: ticks)
            let text = StyledText(String(repeating: ProgressView.full, count: piece.count), bar.style)
            frame.buffer.write(text, row: row(of: bar.line), column: Content.gutter + piece.lowerBound)
        }
        for picture in content.pictures where picture.lines.overlaps(seen) {
            PictureBlock.draw(
                caption: picture.picture.caption, drawing: picture.request.flatMap { cache[$0] },
                size: Size(columns: picture.width, rows: picture.lines.count),
                at: Position(row: row(of: picture.lines.lowerBound), column: Content.gutter), rows: rows, on: &frame)
        }
    }

    private func draw(_ line: ContentLine, row: Int, on buffer: inout CellBuffer) {
        buffer.write(line.text, row: row, column: Content.gutter, limit: right)
        guard !line.accessory.isEmpty else { return }
        let start = right - line.accessoryCells
        if start >= Content.gutter { buffer.write(line.accessory, row: row, column: start, limit: right) }
    }

    func drawScrollBar(on buffer: inout CellBuffer) {
        let count = content.lines.count
        guard count > rows.count, !rows.isEmpty else { return }
        let length = max(1, rows.count * rows.count / count)
        let start = rows.lowerBound + top * (rows.count - length) / (count - rows.count)
        for row in start..<start + length {
            buffer.write(StyledText("▐", .quiet), row: row, column: buffer.size.columns - 1)
        }
    }

    // MARK: Rows

    /// Shows what the user has done: the selection, the marks, and what was found.
    fileprivate func mark(_ scene: SceneState, _ found: [Int: FoundLine], on buffer: inout CellBuffer) {
        let isSelecting =
            scene.fields.focus != InputFields.find
            && (scene.fields.focus != InputFields.prompt || scene.screen.picksRows)
        if let selected = scene.viewport.selected(in: content), isSelecting { mark(selected, on: &buffer) }
        for (line, text) in found where seen.contains(line) {
            text.mark(row: row(of: line), right: right, on: &buffer)
        }
        guard !scene.marks.isEmpty else { return }
        for choice in content.choices[content.choices(on: seen)] where scene.marks.contains(choice.id.name) {
            guard choice.isMarkable, seen.contains(choice.lines.lowerBound) else { continue }
            let row = row(of: choice.lines.lowerBound)
            let sign = (content.look?.marker ?? "●").prefix(cells: 1)
            buffer.write(StyledText(String(sign), .accent), row: row, column: Content.gutter - 1)
        }
    }

    /// Marks the selection. Of two lines only the first is in reverse: it has the name.
    private func mark(_ choice: Choice, on buffer: inout CellBuffer) {
        let row = row(of: choice.lines.lowerBound)
        guard rows.contains(row) else { return }
        let columns = choice.columns ?? Content.gutter..<right
        buffer.restyle(row: row, columns, \.selected)
        // Within a text there is no room for a mark.
        guard choice.id.kind != .link || columns.lowerBound == Content.gutter else { return }
        let sign = (content.look?.pointer ?? "▸").prefix(cells: Content.gutter)
        buffer.write(StyledText(String(sign), .accent), row: row, column: columns.lowerBound - Content.gutter)
    }

    /// The lines in sight that have what the user filters by or looks for, by their numbers.
    fileprivate func found(by scene: SceneState) -> [Int: FoundLine] {
        var found: [Int: FoundLine] = [:]
        let picked = scene.screen.picksRows ? scene.screen.prompt.map { FuzzyQuery($0.text) } : nil
        if let query = scene.filter?.query ?? picked, !query.isEmpty {
            for choice in content.choices[content.choices(on: seen)] where choice.id.kind == .row {
                let lines = FoundLine.find(choice.lines.map { content.lines[$0] }, query.places)
                found.merge(zip(choice.lines, lines)) { $1 }
            }
        }
        if let sought = scene.sought {
            for line in seen where line < content.lines.count {
                for text in FoundLine.find([content.lines[line]], sought.places) { found[line] = text }
            }
        }
        return found
    }

    // MARK: Clicks

    /// - Parameters:
    ///   - column: the first column on the screen.
    ///   - meaning: the effect of a click on a choice, by its index; nil for none.
    func addTargets(column: Int = 0, to targets: inout Targets, _ meaning: (Int) -> Target.Meaning?) {
        let uncovered = header == nil ? seen : seen.dropFirst()
        func add(_ lines: Range<Int>, _ columns: Range<Int>, _ meaning: Target.Meaning) {
            targets.add(
                rows: row(of: lines.lowerBound)..<row(of: lines.upperBound),
                columns: column + columns.lowerBound..<column + columns.upperBound, meaning)
        }
        for index in content.choices(on: uncovered) {
            let choice = content.choices[index]
            guard let meaning = meaning(index) else { continue }
            add(choice.lines.clamped(to: uncovered), choice.columns ?? content.columns, meaning)
        }
        for area in content.areas where uncovered.contains(area.line) || area.line == header?.line {
            let line = uncovered.contains(area.line) ? area.line : top
            add(line..<line + 1, area.columns, .action(area.action))
        }
    }

    fileprivate func addFolds(to targets: inout Targets) {
        for fold in content.folds where seen.contains(fold.lines.upperBound - 1) {
            targets.add(row: row(of: fold.lines.upperBound - 1), columns: content.columns, .fold(fold.id))
        }
    }
}

extension SceneState {
    /// Draws the parts, with the selection and a scroll bar.
    func drawParts(_ cache: PictureCache, ticks: Int, in pane: Panes.Pane, on screen: inout Frame) {
        let content = content(width: screen.buffer.size.columns)
        pane.draw(on: &screen) { frame in
            let area = ContentArea(content: content, top: viewport.top, rows: pane.rows)
            let found = area.found(by: self)
            area.draw(cache, ticks: ticks, found: found, on: &frame)
            area.mark(self, found, on: &frame.buffer)
            area.drawScrollBar(on: &frame.buffer)
            area.addTargets(to: &frame.targets) { .choice(content.choices[$0].id, index: $0) }
            area.addFolds(to: &frame.targets)
            if self.screen.awaitsSearch, fields.focus == InputFields.prompt, !pane.rows.isEmpty {
                let advice = Words(self.screen)["Type what you look for and press Enter."]
                frame.buffer.write(StyledText(advice, .quiet), row: pane.rows.lowerBound, column: Content.gutter)
            }
        }
    }

    /// Draws the head, above the parts that are scrolled.
    func drawHead(_ cache: PictureCache, ticks: Int, rows: Range<Int>, on frame: inout Frame) {
        let area = ContentArea(content: head.content(width: frame.buffer.size.columns), top: 0, rows: rows)
        area.draw(cache, ticks: ticks, on: &frame)
        area.addTargets(to: &frame.targets) { _ in nil }
    }

    /// Draws the lines of the preview that are in sight. Its buttons and links can be clicked; the selection stays on the rows.
    func drawPreview(_ cache: PictureCache, ticks: Int, in pane: Panes.Pane, on screen: inout Frame) {
        let content = preview.content(width: pane.columns)
        let whole = ContentArea(content: content, top: preview.top(in: pane), rows: pane.rows)
        let rest = content.lines.count - whole.top - pane.rows.count
        // The last row shows that there is more, unless the rows are so few that there is none to spare.
        let hasMore = rest > 0 && pane.rows.count >= 3
        let area = ContentArea(content: content, top: whole.top, rows: hasMore ? pane.rows.dropLast() : pane.rows)
        pane.draw(on: &screen) { frame in
            area.draw(cache, ticks: ticks, on: &frame)
            if hasMore {
                let more = StyledText("↓ \(Words(self.screen)("% more lines", "\(rest + 1)"))", .quiet)
                frame.buffer.write(more, row: area.rows.upperBound, column: Content.gutter)
            }
            whole.drawScrollBar(on: &frame.buffer)
            guard pane.column > 0 else { return }
            for row in pane.rows { frame.buffer.fill(row: row, 0..<1, .quiet, with: "│") }
        }
        if pane.column > 0 { screen.targets.add(rows: pane.rows, columns: pane.column..<pane.column + 1, .border) }
        area.addTargets(column: pane.column, to: &screen.targets) { index in
            let id = content.choices[index].id
            return switch id.kind {
            case .button: .action(.press(control: id.name))
            case .link: .action(.follow(id.name))
            case .row, .field, .submit: nil
            }
        }
    }
}
