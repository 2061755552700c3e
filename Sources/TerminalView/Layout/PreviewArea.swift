/// The lines of the preview that are in sight.
enum PreviewArea {
    static func draw(
        _ scene: SceneState, _ cache: PictureCache, ticks: Int, in pane: Panes.Pane, on screen: inout Frame
    ) {
        var scene = scene
        let content = scene.preview.content(width: pane.columns)
        let top = scene.preview.top(in: pane)
        var frame = Frame(CellBuffer(Size(columns: pane.columns, rows: screen.buffer.size.rows)))
        ContentArea.drawLines(of: content, cache, ticks: ticks, top: top, rows: pane.rows, on: &frame)
        ContentArea.drawScrollBar(top: top, of: content.lines.count, rows: pane.rows, on: &frame.buffer)
        if pane.column > 0 {
            for row in pane.rows { frame.buffer.write(StyledText("│", .quiet), row: row, column: 0) }
        }
        pane.show(frame, on: &screen)
    }
}
