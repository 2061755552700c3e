/// The lines of the preview that are in sight. Its buttons can be clicked; the selection stays on the rows.
enum PreviewArea {
    static func draw(
        _ scene: SceneState, _ cache: PictureCache, ticks: Int, in pane: Panes.Pane, on frame: inout Frame
    ) {
        var scene = scene
        let content = scene.preview.content(width: pane.columns)
        let top = scene.preview.top(in: pane)
        var buffer = CellBuffer(Size(columns: pane.columns, rows: frame.buffer.size.rows))
        ContentArea.drawLines(of: content, cache, ticks: ticks, top: top, rows: pane.rows, on: &buffer)
        ContentArea.drawScrollBar(top: top, of: content.lines.count, rows: pane.rows, on: &buffer)
        if pane.column > 0 {
            for row in pane.rows { buffer.write(StyledText("│", .quiet), row: row, column: 0) }
        }
        frame.buffer.copy(buffer, rows: pane.rows, row: pane.rows.lowerBound, column: pane.column)
        addTargets(of: content, top: top, in: pane, on: &frame.targets)
    }

    private static func addTargets(of content: Content, top: Int, in pane: Panes.Pane, on targets: inout Targets) {
        let seen = top..<top + pane.rows.count
        func add(line: Int, columns: Range<Int>, _ action: Action) {
            targets.add(
                row: pane.rows.lowerBound + line - top,
                columns: pane.column + columns.lowerBound..<pane.column + columns.upperBound, action)
        }
        for area in content.areas where seen.contains(area.line) {
            add(line: area.line, columns: area.columns, area.action)
        }
        for choice in content.choices[content.choices(on: seen)] where choice.id.kind == .button {
            guard let columns = choice.columns else { continue }
            add(line: choice.lines.lowerBound, columns: columns, .press(control: choice.id.name))
        }
    }
}
