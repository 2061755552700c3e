import FuzzySearch
import ScreenModel
import TerminalText
import ViewMessages

/// The lines of the content that are in sight, with the selection and a scroll bar.
enum ContentArea {
    /// - Parameter ticks: the position of animated bars.
    static func draw(
        _ scene: SceneState, _ cache: PictureCache, ticks: Int, in pane: Panes.Pane, on screen: inout Frame
    ) {
        let content = scene.content(width: screen.buffer.size.columns)
        pane.draw(on: &screen) { draw(content, of: scene, cache, ticks: ticks, rows: pane.rows, on: &$0) }
    }

    private static func draw(
        _ content: Content, of scene: SceneState, _ cache: PictureCache, ticks: Int, rows: Range<Int>,
        on frame: inout Frame
    ) {
        let top = scene.viewport.top
        let right = max(frame.buffer.size.columns - Content.margin, Content.gutter)
        let found = found(in: content, of: scene, seen: top..<top + rows.count)
        drawLines(of: content, cache, ticks: ticks, top: top, rows: rows, found: found, on: &frame)
        let isSelecting =
            scene.fields.focus != InputFields.find
            && (scene.fields.focus != InputFields.prompt || scene.screen.picksRows)
        if let selected = scene.viewport.selected(in: content), isSelecting {
            mark(
                selected, row: rows.lowerBound + selected.lines.lowerBound - top, rows, right: right, on: &frame.buffer)
        }
        for (number, line) in found where rows.contains(number - top + rows.lowerBound) {
            line.mark(row: number - top + rows.lowerBound, right: right, on: &frame.buffer)
        }
        if !scene.marks.isEmpty {
            let seen = top..<top + rows.count
            for index in content.choices(on: seen) where scene.marks.contains(content.choices[index].id.name) {
                let choice = content.choices[index]
                guard choice.isMarkable, seen.contains(choice.lines.lowerBound) else { continue }
                let row = choice.lines.lowerBound - top + rows.lowerBound
                frame.buffer.write(StyledText("●", .accent), row: row, column: Content.gutter - 1)
            }
        }
        drawScrollBar(top: top, of: content.lines.count, rows: rows, on: &frame.buffer)
        addTargets(of: content, top: top, rows: rows, right: right, to: &frame.targets)
    }

    /// The lines in sight that have what the user filters by or looks for, by their numbers.
    private static func found(in content: Content, of scene: SceneState, seen: Range<Int>) -> [Int: FoundLine] {
        var found: [Int: FoundLine] = [:]
        let picked = scene.screen.picksRows ? scene.screen.prompt.map { FuzzyQuery($0.text) } : nil
        if let query = scene.filter?.query ?? picked, !query.isEmpty {
            for index in content.choices(on: seen) where content.choices[index].id.kind == .row {
                let numbers = content.choices[index].lines
                let lines = FoundLine.find(numbers.map { content.lines[$0] }, query.places)
                found.merge(zip(numbers, lines)) { $1 }
            }
        }
        if let sought = scene.sought {
            for number in seen.clamped(to: 0..<content.lines.count) {
                let lines = FoundLine.find([content.lines[number]], sought.places)
                found.merge(lines.map { (number, $0) }) { $1 }
            }
        }
        return found
    }

    /// The lines that are seen, without what the user has done to them.
    /// - Parameter found: those that show what was found in them.
    static func drawLines(
        of content: Content, _ cache: PictureCache, ticks: Int, top: Int, rows: Range<Int>,
        found: [Int: FoundLine] = [:], on frame: inout Frame
    ) {
        let columns = frame.buffer.size.columns
        let right = max(columns - Content.margin, Content.gutter)
        for (row, index) in zip(rows, top..<max(top, content.lines.count)) {
            draw(found[index]?.line ?? content.lines[index], row: row, right: right, on: &frame.buffer)
        }
        if rows.count > 1, let header = content.header(at: top) {
            frame.buffer.fill(row: rows.lowerBound, 0..<columns)
            draw(content.lines[header.line], row: rows.lowerBound, right: right, on: &frame.buffer)
        }
        for bar in content.movingBars where top..<top + rows.count ~= bar.line {
            draw(bar, ticks, row: rows.lowerBound + bar.line - top, on: &frame.buffer)
        }
        for picture in content.pictures { draw(picture, cache, top: top, rows: rows, on: &frame) }
    }

    private static func addTargets(
        of content: Content, top: Int, rows: Range<Int>, right: Int, to targets: inout Targets
    ) {
        let seen = top..<top + rows.count
        func shown(_ lines: Range<Int>) -> Range<Int> {
            let lines = lines.clamped(to: seen)
            return lines.lowerBound - top + rows.lowerBound..<lines.upperBound - top + rows.lowerBound
        }
        for index in content.choices(on: seen) {
            let choice = content.choices[index]
            targets.add(
                rows: shown(choice.lines), columns: choice.columns ?? 0..<right,
                .choice(choice.id, index: index))
        }
        for area in content.areas where seen.contains(area.line) {
            targets.add(rows: shown(area.line..<area.line + 1), columns: area.columns, .action(area.action))
        }
        // A header that stays in sight covers a line.
        if rows.count > 1, let header = content.header(at: top) {
            targets.cover(rows.lowerBound..<rows.lowerBound + 1)
            for area in content.areas where area.line == header.line {
                targets.add(row: rows.lowerBound, columns: area.columns, area.action)
            }
        }
        for fold in content.folds where seen.contains(fold.lines.upperBound - 1) {
            targets.add(
                rows: shown(fold.lines.upperBound - 1..<fold.lines.upperBound), columns: 0..<right,
                .action(.fold(fold.id)))
        }
    }

    private static func draw(_ line: ContentLine, row: Int, right: Int, on buffer: inout CellBuffer) {
        buffer.write(line.text, row: row, column: Content.gutter, limit: right)
        guard !line.accessory.isEmpty else { return }
        let start = right - line.accessoryCells
        if start >= Content.gutter { buffer.write(line.accessory, row: row, column: start, limit: right) }
    }

    private static func draw(_ bar: MovingBar, _ ticks: Int, row: Int, on buffer: inout CellBuffer) {
        let piece = bar.piece(ticks: ticks)
        let text = StyledText(String(repeating: ProgressView.full, count: piece.count), bar.style)
        buffer.write(text, row: row, column: Content.gutter + piece.lowerBound)
    }

    private static func draw(
        _ placed: PlacedPicture, _ cache: PictureCache, top: Int, rows: Range<Int>, on frame: inout Frame
    ) {
        guard placed.lines.overlaps(top..<top + rows.count) else { return }
        PictureBlock.draw(
            caption: placed.picture.caption, drawing: placed.request.flatMap { cache[$0] },
            size: Size(columns: placed.width, rows: placed.lines.count),
            at: Position(row: rows.lowerBound + placed.lines.lowerBound - top, column: Content.gutter), rows: rows,
            on: &frame)
    }

    /// Of a choice of two lines only the first is in reverse: it has the name.
    private static func mark(
        _ choice: Choice, row: Int, _ rows: Range<Int>, right: Int, on buffer: inout CellBuffer
    ) {
        guard rows.contains(row) else { return }
        let columns = choice.columns ?? Content.gutter..<right
        buffer.restyle(row: row, columns, \.selected)
        // Within a text there is no room for a mark.
        guard choice.id.kind != .link || columns.lowerBound == Content.gutter else { return }
        buffer.write(StyledText("▸", .accent), row: row, column: columns.lowerBound - Content.gutter)
    }

    static func drawScrollBar(top: Int, of count: Int, rows: Range<Int>, on buffer: inout CellBuffer) {
        guard count > rows.count, !rows.isEmpty else { return }
        let length = max(1, rows.count * rows.count / count)
        let start = top * (rows.count - length) / (count - rows.count)
        for row in start..<start + length {
            buffer.write(StyledText("▐", .quiet), row: rows.lowerBound + row, column: buffer.size.columns - 1)
        }
    }
}

/// The head of a screen, above what is scrolled.
enum HeadArea {
    static func draw(
        _ scene: SceneState, _ cache: PictureCache, ticks: Int, rows: Range<Int>, on frame: inout Frame
    ) {
        let content = scene.head.content(width: frame.buffer.size.columns)
        ContentArea.drawLines(of: content, cache, ticks: ticks, top: 0, rows: rows, on: &frame)
        for area in content.areas where area.line < rows.count {
            frame.targets.add(row: rows.lowerBound + area.line, columns: area.columns, area.action)
        }
    }
}
