import TerminalText
import ViewMessages

/// One page of a pager: the picture, and below it the caption with the place among the pages.
package enum PagerArea {
    static func draw(
        _ pager: Pager, drawing: CellBuffer?, rows: Range<Int>, on buffer: inout CellBuffer
    ) {
        guard !rows.isEmpty else { return }
        let columns = buffer.size.columns
        let size = pictureSize(rows: rows.count, columns: columns)
        if size.rows > 0 {
            let block = PictureBlock.draw(caption: pager.page.caption, drawing: drawing, size: size)
            buffer.copy(block, row: rows.lowerBound, column: (columns - size.columns) / 2)
        }
        let place = StyledText("\(pager.position) of \(pager.count)", .quiet)
        let room = columns - 2 - place.cells - gap.cells
        // Without a drawing the frame has the caption already.
        let caption = StyledText(drawing == nil && size.rows > 2 ? "" : pager.page.caption).truncated(to: max(room, 0))
        let line = caption.isEmpty ? place : caption + gap + place
        buffer.write(line, row: rows.upperBound - 1, column: max((columns - line.cells) / 2, 0))
    }

    /// What is left for the picture: no more than the line below it and a blank one go away.
    package static func pictureSize(rows: Int, columns: Int) -> Size {
        Size(columns: columns - Content.gutter - Content.margin, rows: rows > 4 ? rows - 2 : rows - 1)
    }

    private static let gap = StyledText("   ")
}
