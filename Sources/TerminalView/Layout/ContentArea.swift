/// The part of the content that is in sight, with the selection and a scroll bar.
enum ContentArea {
    static func draw(_ scene: SceneState, rows: Range<Int>, on buffer: inout CellBuffer) {
        var scene = scene
        let columns = buffer.size.columns
        let content = scene.content(width: columns)
        let top = scene.viewport.top
        let selected = scene.viewport.selected(in: content)?.lines
        let right = max(columns - Content.margin, Content.gutter)
        for (row, index) in zip(rows, top..<max(top, content.lines.count)) {
            let line = content.lines[index]
            // Of a choice of two lines the first one is in reverse: it has the name.
            let isSelected = selected?.contains(index) == true && !scene.isEditing
            let isReversed = isSelected && index == selected?.lowerBound
            if isReversed {
                buffer.fill(row: row, Content.gutter..<right, CellStyle.plain.selected)
                buffer.write(StyledText("▸", .accent), row: row, column: 0)
            }
            draw(line, isReversed: isReversed, row: row, right: right, on: &buffer)
        }
        drawScrollBar(top: top, of: content.lines.count, rows: rows, on: &buffer)
    }

    private static func draw(
        _ line: Content.Line, isReversed: Bool, row: Int, right: Int, on buffer: inout CellBuffer
    ) {
        func styled(_ text: StyledText) -> StyledText { isReversed ? text.styled(\.selected) : text }
        buffer.write(styled(line.text), row: row, column: Content.gutter, limit: right)
        let start = right - line.accessory.cells
        if start >= Content.gutter { buffer.write(styled(line.accessory), row: row, column: start, limit: right) }
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
