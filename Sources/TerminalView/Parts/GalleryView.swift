import TerminalText
import ViewMessages

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
        for item in gallery.items { page.appendRow(id: item.id, item.caption) }
    }
}
