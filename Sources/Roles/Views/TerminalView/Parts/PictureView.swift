import Languages
import ScreenModel
import TerminalText
import ViewMessages

/// A picture among the content: its drawing, or its caption in a frame.
struct PictureView: PartView {
    let picture: Picture

    func layOut(in content: inout Content) {
        let start = content.lines.count
        let image = picture.image.flatMap { content.input.images[$0] }
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

    /// The size of a line of caption in its frame.
    private func frame(in content: Content) -> Size {
        Size(columns: min(content.room, max(CellWidth.of(picture.caption) + Box.border, 8)), rows: 3)
    }

    func print(on page: inout LinearPage) { page.append(picture.line(in: page.words)) }
}

extension Picture {
    /// The picture as linear mode prints it.
    func line(in words: Words) -> String { words("[picture: %]", caption) }
}

/// Pictures in a row. A terminal shows their captions, each a row.
struct GalleryView: PartView {
    let gallery: Gallery

    var isSelectable: Bool { !gallery.items.isEmpty }

    func layOut(in content: inout Content) {
        content.appendHeading(gallery.heading)
        for item in gallery.items {
            content.append(StyledText("▣ ", .quiet) + StyledText(item.caption))
            content.addChoice(.row, item.id, lines: content.lines.count - 1..<content.lines.count)
        }
    }

    func print(on page: inout LinearPage) {
        page.appendHeading(gallery.heading)
        for item in gallery.items { page.appendRow(id: item.id, title: item.caption, item.caption) }
    }
}

/// A page of several: the picture, and below it the caption with the place among the pages.
struct PagerView: WholeScreenPartView {
    let pager: Pager

    func print(on page: inout LinearPage) {
        page.append(pager.page.line(in: page.words))
        let turns = pager.turns.map { " " + page.number(Button(control: $0, title: page.words[$0])) }
        page.append(place(in: page.words) + turns.joined())
    }

    var keys: [KeyBinding] {
        let (hasPrevious, hasNext) = (pager.turns.contains(Pager.previous), pager.turns.contains(Pager.next))
        let previous = KeyBinding(
            [.left, "p", "h", .pageUp, .up, "k"], .turnPage(control: Pager.previous), "← p PgUp", "previous page",
            hint: hasNext ? "←→ pages" : "← previous")
        let next = KeyBinding(
            [.right, "n", "l", .pageDown, .down, "j", " "], .turnPage(control: Pager.next), "→ n PgDn Space",
            "next page", hint: hasPrevious ? nil : "→ next")
        return (hasPrevious ? [previous] : []) + (hasNext ? [next] : [])
    }

    func pictureRequest(in area: Size) -> PictureRequest? {
        pager.page.image.map { PictureRequest(key: $0, size: Self.pictureSize(in: area)) }
    }

    func draw(_ pictures: PictureCache, _ words: Words, rows: Range<Int>, on frame: inout Frame) {
        guard !rows.isEmpty else { return }
        let columns = frame.buffer.size.columns
        let area = Size(columns: columns, rows: rows.count)
        let size = Self.pictureSize(in: area)
        let drawing = pictureRequest(in: area).flatMap { pictures[$0] }
        if size.rows > 0 {
            let corner = Position(row: rows.lowerBound, column: (columns - size.columns) / 2)
            PictureBlock.draw(
                caption: pager.page.caption, drawing: drawing, size: size, at: corner, rows: rows, on: &frame)
        }
        let place = StyledText(place(in: words), .quiet)
        let gap = StyledText("   ")
        let room = columns - 2 - place.cells - gap.cells
        // Without a drawing the frame has the caption already.
        let caption = StyledText(drawing == nil && size.rows > 2 ? "" : pager.page.caption).truncated(to: max(room, 0))
        let line = caption.isEmpty ? place : caption + gap + place
        frame.buffer.write(line, row: rows.upperBound - 1, column: max((columns - line.cells) / 2, 0))
        // The left half turns back, the right half on.
        for control in pager.turns {
            let half = control == Pager.next ? columns / 2..<columns : 0..<columns / 2
            frame.targets.add(rows: rows, columns: half, .action(.turnPage(control: control)))
        }
    }

    private func place(in words: Words) -> String {
        words("% of %", "\(pager.position)", "\(pager.count)")
    }

    /// All but the line below it, and a blank one where there is room.
    private static func pictureSize(in area: Size) -> Size {
        Size(
            columns: area.columns - Content.gutter - Content.margin,
            rows: area.rows > 4 ? area.rows - 2 : area.rows - 1)
    }
}
