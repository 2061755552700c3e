import ScreenModel
import TerminalText
import ViewMessages

/// A picture among the content: its drawing, or its caption in a frame.
struct PictureView: PartView {
    let picture: Picture

    func layOut(in content: inout Content) {
        let start = content.lines.count
        let image = picture.image.flatMap { content.images[$0] }
        let drawn = image.map { $0.pixels.cells(within: largest(in: content)) }
        let size = drawn ?? frame(in: content)
        for _ in 0..<size.rows { content.append(StyledText()) }
        content.addPicture(
            PlacedPicture(
                picture: picture, request: image.map { PictureRequest(key: $0.key, size: size) },
                lines: start..<content.lines.count, width: size.columns))
    }

    private func largest(in content: Content) -> Size {
        content.isWide
            ? Size(columns: min(content.room, 32), rows: 10) : Size(columns: min(content.room, 20), rows: 5)
    }

    /// One line of caption and its frame.
    private func frame(in content: Content) -> Size {
        Size(columns: min(content.room, max(CellWidth.of(picture.caption) + Box.border, 8)), rows: 3)
    }

    func print(on page: inout LinearPage) { page.append(picture.line) }
}

extension Picture {
    /// What linear mode prints for it.
    var line: String { "[picture: \(caption)]" }
}
