package import ScreenModel

/// The terminal that pictures are drawn for.
package struct PictureTarget: Equatable, Sendable {
    package var format: PictureFormat
    /// The size of a cell; nil where the terminal does not report it.
    package var cell: PixelSize?

    package init(_ format: PictureFormat = .symbols, cell: PixelSize? = nil) {
        self.format = format
        self.cell = cell
    }

    /// Pixels. Of more, the drawing would take megabytes.
    private static let most = 500_000
    /// chafa counts in these, whatever the terminal has.
    static let unit = 8

    /// The pixels that a picture of that size in cells may have, in whole units; nil where it is drawn in characters.
    func pixels(for size: Size) -> PixelSize? {
        guard format != .symbols, let cell, size.columns > 0, size.rows > 0 else { return nil }
        var (width, height) = (size.columns * cell.width, size.rows * cell.height)
        // Sixels have the size that they are shown in; the others are enlarged by the terminal.
        while width * height > Self.most {
            guard format != .sixel else { return nil }
            (width, height) = (width / 2, height / 2)
        }
        guard width >= Self.unit, height >= Self.unit else { return nil }
        return PixelSize(width: width / Self.unit * Self.unit, height: height / Self.unit * Self.unit)
    }

    /// The cells that a drawing of these pixels takes, in an area of that size.
    /// - Parameter whole: the pixels that fill the area.
    static func cells(of pixels: PixelSize, from whole: PixelSize, in area: Size) -> Size {
        func share(_ part: Int, of whole: Int, _ cells: Int) -> Int {
            min(max((part * cells + whole - 1) / max(whole, 1), 1), cells)
        }
        return Size(
            columns: share(pixels.width, of: whole.width, area.columns),
            rows: share(pixels.height, of: whole.height, area.rows))
    }
}

/// The way in which a picture is sent to a terminal.
package enum PictureFormat: String, CaseIterable, Sendable {
    /// Coloured characters, which every terminal shows.
    case symbols
    /// Pixels: kitty's graphics protocol, iTerm2's inline images, DEC's sixels.
    case kitty, iterm, sixel
}

/// A picture to be drawn, and the size. The drawing may be smaller, since it keeps the proportions.
package struct PictureRequest: Hashable, Sendable {
    /// The picture's ``ImageFile/key``.
    package var key: String
    package var size: Size

    package init(key: String, size: Size) {
        self.key = key
        self.size = size
    }
}

extension PixelSize {
    /// The largest size in cells that keeps the proportions. A cell is twice as high as wide.
    package func cells(within limit: Size) -> Size {
        guard width > 0, height > 0 else { return Size(columns: 0, rows: 0) }
        let columns = min(limit.columns, max(limit.rows * 2 * width / height, 1))
        return Size(columns: columns, rows: min(limit.rows, max((columns * height / width + 1) / 2, 1)))
    }
}
