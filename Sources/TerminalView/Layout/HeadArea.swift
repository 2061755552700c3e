/// The head of a screen, above what is scrolled.
enum HeadArea {
    static func draw(
        _ scene: SceneState, _ cache: PictureCache, ticks: Int, rows: Range<Int>, on frame: inout Frame
    ) {
        var scene = scene
        let content = scene.head.content(width: frame.buffer.size.columns)
        ContentArea.drawLines(of: content, cache, ticks: ticks, top: 0, rows: rows, on: &frame)
        for area in content.areas where area.line < rows.count {
            frame.targets.add(row: rows.lowerBound + area.line, columns: area.columns, area.action)
        }
    }
}
