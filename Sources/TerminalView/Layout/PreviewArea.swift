/// The lines of the preview that are in sight. Its buttons and links can be clicked; the selection stays on the rows.
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
        addTargets(of: content, top: top, in: pane, on: &screen.targets)
    }

    private static func action(of choice: Choice.ID) -> Action? {
        switch choice.kind {
        case .button: .press(control: choice.name)
        case .link: .follow(choice.name)
        case .row, .field, .submit: nil
        }
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
        for choice in content.choices[content.choices(on: seen)] {
            guard let columns = choice.columns, let action = action(of: choice.id) else { continue }
            for line in choice.lines.clamped(to: seen) { add(line: line, columns: columns, action) }
        }
    }
}
