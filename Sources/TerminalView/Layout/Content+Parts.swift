import TerminalText
import ViewMessages

// How each kind of part becomes lines.

extension Content {
    mutating func append(_ part: Part) {
        switch part {
        case .label(let label): append(wrapped: label.text, label.cellStyle)
        case .text(let text): append(text)
        case .button(let button): append([button])
        case .list(let list): append(list)
        case .gallery(let gallery): append(gallery)
        case .picture(let picture): append(picture)
        case .pager: break  // It has the screen to itself, see ``PagerArea``.
        }
    }

    private mutating func append(_ text: Text) {
        appendHeading(text.heading, caption: text.caption)
        let start = lines.count
        append(wrapped: text.body, .plain)
        // To hide a single line behind a line that says so would save nothing.
        guard let limit = text.fold, limit > 0, lines.count - start > limit + 1 else { return }
        let heading = text.heading ?? ""
        let id = Fold.ID(heading: heading, occurrence: nextOccurrence(of: "fold \(heading)"))
        let isFolded = !unfolded.contains(id)
        if isFolded { lines.removeLast(lines.count - start - limit) }
        append(StyledText(isFolded ? "… more (m)" : "less (m)", .quiet))
        folds.append(Fold(id: id, isFolded: isFolded, lines: start..<lines.count))
    }

    /// The caption stands beside the heading where there is room for both, else below.
    private mutating func appendHeading(_ heading: String?, caption: String? = nil) {
        let heading = heading.map { StyledText($0, .strong) } ?? StyledText()
        let caption = caption.map { StyledText($0, .quiet) } ?? StyledText()
        if heading.isEmpty || caption.isEmpty || heading.cells + 2 + caption.cells <= room {
            let gap = StyledText(heading.isEmpty || caption.isEmpty ? "" : "  ")
            if !heading.isEmpty || !caption.isEmpty { append(heading + gap + caption) }
        } else {
            append(heading)
            append(caption)
        }
    }

    /// Side by side while they fit, with room between them for the mark of the selection.
    mutating func append(_ buttons: [Button]) {
        let gap = StyledText("   ")
        var row = StyledText()
        for button in buttons {
            let key = button.key.map { " (\($0))" } ?? ""
            let text = StyledText("[ \(button.title)\(key) ]", .accent).truncated(to: room)
            if !row.isEmpty, row.cells + gap.cells + text.cells <= room {
                row = row + gap
                lines.removeLast()
            } else {
                row = StyledText()
            }
            let start = Self.gutter + row.cells
            row = row + text
            append(row)
            add(
                .button, button.control, lines: lines.count - 1..<lines.count, columns: start..<start + text.cells)
        }
    }

    private mutating func append(_ list: List) {
        if list.rows.isEmpty, let empty = list.empty { append(wrapped: empty, .quiet) }
        let isWide = width >= Self.wide
        let symbols = list.rows.map { $0.symbol?.prefix(cells: 2) ?? "" }
        let indent = symbols.map { CellWidth.of($0) }.max().map { $0 > 0 ? $0 + 1 : 0 } ?? 0
        for (row, symbol) in zip(list.rows, symbols) {
            let padding = StyledText(String(repeating: " ", count: indent - CellWidth.of(symbol)))
            let title = StyledText(String(symbol), .accent) + padding + StyledText(row.title, .strong)
            let accessory = StyledText(row.accessory ?? "", .accessory)
            let below = StyledText(String(repeating: " ", count: indent))
            let subtitle = row.subtitle.map { below + StyledText($0, .quiet) } ?? StyledText()
            let isOneLine = subtitle.isEmpty && (isWide || accessory.isEmpty)
            choose(.row, row.id) { content in
                let beside = isWide || isOneLine
                content.append(title, accessory: beside ? accessory : StyledText())
                if !isOneLine { content.append(subtitle, accessory: beside ? StyledText() : accessory) }
            }
        }
    }

    private mutating func append(_ gallery: Gallery) {
        appendHeading(gallery.heading)
        for item in gallery.items {
            choose(.row, item.id) { $0.append(StyledText("▣ ", .quiet) + StyledText(item.caption)) }
        }
    }

    /// A picture that can't be drawn is no more than its caption in a frame.
    private mutating func append(_ picture: Picture) {
        let start = lines.count
        let image = picture.image.flatMap { images[$0] }
        let largest =
            width >= Self.wide
            ? Size(columns: min(room, 32), rows: 10) : Size(columns: min(room, 20), rows: 5)
        let drawn = image.map { $0.pixels.cells(within: largest) }
        let size = drawn ?? Size(columns: min(room, max(CellWidth.of(picture.caption) + Box.border, 8)), rows: 3)
        let request = image.map { PictureRequest(key: $0.key, size: size) }
        for _ in 0..<size.rows { append(StyledText()) }
        pictures.append(
            PlacedPicture(picture: picture, request: request, lines: start..<lines.count, width: size.columns))
    }

    private mutating func append(wrapped text: String, _ style: CellStyle) {
        for line in LineWrapping.wrap(text, width: min(room, Self.measure)) { append(StyledText(line, style)) }
    }
}

extension Label {
    fileprivate var cellStyle: CellStyle {
        switch style {
        case .title, .heading: .strong
        case .subtitle: .plain
        case .caption: .quiet
        }
    }
}
