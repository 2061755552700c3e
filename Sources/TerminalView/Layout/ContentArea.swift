import ViewMessages

/// The lines of the content that are in sight, with the selection and a scroll bar.
enum ContentArea {
    /// - Parameter ticks: how far moving bars have come.
    static func draw(
        _ scene: SceneState, _ cache: PictureCache, ticks: Int, in pane: Panes.Pane, on screen: inout CellBuffer
    ) {
        var scene = scene
        let rows = pane.rows
        let content = scene.content(width: screen.size.columns)
        let top = scene.viewport.top
        var buffer = CellBuffer(Size(columns: pane.columns, rows: screen.size.rows))
        draw(content, cache, ticks, top: top, rows: rows, on: &buffer)
        if let selected = scene.viewport.selected(in: content), scene.fields.focus == nil {
            let row = rows.lowerBound + selected.lines.lowerBound - top
            mark(selected, row: row, rows, right: right(of: buffer), on: &buffer)
        }
        screen.copy(buffer, rows: rows, row: rows.lowerBound, column: pane.column)
    }

    static func drawPreview(
        _ scene: SceneState, _ cache: PictureCache, ticks: Int, in pane: Panes.Pane, on screen: inout CellBuffer
    ) {
        var scene = scene
        var buffer = CellBuffer(Size(columns: pane.columns, rows: screen.size.rows))
        draw(
            scene.preview(width: pane.columns), cache, ticks, top: scene.previewTop(in: pane), rows: pane.rows,
            on: &buffer)
        if pane.column > 0 {
            for row in pane.rows { buffer.write(StyledText("│", .quiet), row: row, column: 0) }
        }
        screen.copy(buffer, rows: pane.rows, row: pane.rows.lowerBound, column: pane.column)
    }

    private static func draw(
        _ content: Content, _ cache: PictureCache, _ ticks: Int, top: Int, rows: Range<Int>, on buffer: inout CellBuffer
    ) {
        let right = right(of: buffer)
        for (row, index) in zip(rows, top..<max(top, content.lines.count)) {
            draw(content.lines[index], row: row, right: right, on: &buffer)
        }
        if rows.count > 1, let header = content.header(at: top) {
            buffer.fill(row: rows.lowerBound, 0..<buffer.size.columns)
            draw(content.lines[header.line], row: rows.lowerBound, right: right, on: &buffer)
        }
        for bar in content.movingBars where top..<top + rows.count ~= bar.line {
            draw(bar, ticks, row: rows.lowerBound + bar.line - top, on: &buffer)
        }
        for picture in content.pictures { draw(picture, cache, top: top, rows: rows, on: &buffer) }
        drawScrollBar(top: top, of: content.lines.count, rows: rows, on: &buffer)
    }

    private static func right(of buffer: CellBuffer) -> Int {
        max(buffer.size.columns - Content.margin, Content.gutter)
    }

    private static func draw(_ line: ContentLine, row: Int, right: Int, on buffer: inout CellBuffer) {
        buffer.write(line.text, row: row, column: Content.gutter, limit: right)
        let start = right - line.accessory.cells
        if start >= Content.gutter { buffer.write(line.accessory, row: row, column: start, limit: right) }
    }

    private static func draw(_ bar: MovingBar, _ ticks: Int, row: Int, on buffer: inout CellBuffer) {
        let piece = bar.piece(ticks: ticks)
        let text = StyledText(String(repeating: ProgressView.full, count: piece.count), bar.style)
        buffer.write(text, row: row, column: Content.gutter + piece.lowerBound)
    }

    private static func draw(
        _ placed: PlacedPicture, _ cache: PictureCache, top: Int, rows: Range<Int>, on buffer: inout CellBuffer
    ) {
        let inSight = placed.lines.clamped(to: top..<top + rows.count)
        guard !inSight.isEmpty else { return }
        let block = PictureBlock.draw(
            caption: placed.picture.caption, drawing: placed.request.flatMap { cache[$0] },
            size: Size(columns: placed.width, rows: placed.lines.count))
        let first = inSight.lowerBound - placed.lines.lowerBound
        buffer.copy(
            block, rows: first..<first + inSight.count, row: rows.lowerBound + inSight.lowerBound - top,
            column: Content.gutter)
    }

    /// Of a choice of two lines only the first is in reverse: it has the name.
    private static func mark(
        _ choice: Choice, row: Int, _ rows: Range<Int>, right: Int, on buffer: inout CellBuffer
    ) {
        guard rows.contains(row) else { return }
        let columns = choice.columns ?? Content.gutter..<right
        buffer.restyle(row: row, columns, \.selected)
        buffer.write(StyledText("▸", .accent), row: row, column: columns.lowerBound - Content.gutter)
    }

    private static func drawScrollBar(top: Int, of count: Int, rows: Range<Int>, on buffer: inout CellBuffer) {
        guard count > rows.count, !rows.isEmpty else { return }
        let length = max(1, rows.count * rows.count / count)
        let start = top * (rows.count - length) / (count - rows.count)
        for row in start..<start + length {
            buffer.write(StyledText("▐", .quiet), row: rows.lowerBound + row, column: buffer.size.columns - 1)
        }
    }
}
