/// The lines of the preview that are in sight.
enum PreviewArea {
    static func draw(
        _ scene: SceneState, _ cache: PictureCache, ticks: Int, in pane: Panes.Pane, on screen: inout CellBuffer
    ) {
        var scene = scene
        let content = scene.preview.content(width: pane.columns)
        let top = scene.preview.top(in: pane)
        var buffer = CellBuffer(Size(columns: pane.columns, rows: screen.size.rows))
        ContentArea.drawLines(of: content, cache, ticks: ticks, top: top, rows: pane.rows, on: &buffer)
        ContentArea.drawScrollBar(top: top, of: content.lines.count, rows: pane.rows, on: &buffer)
        if pane.column > 0 {
            for row in pane.rows { buffer.write(StyledText("│", .quiet), row: row, column: 0) }
        }
        screen.copy(buffer, rows: pane.rows, row: pane.rows.lowerBound, column: pane.column)
    }
}
