/// A picture's size as its file tells.
package struct PixelSize: Equatable, Sendable {
    package var width: Int
    package var height: Int

    package init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }

    /// As many cells as the picture can have with its proportions kept; a cell is taken to be twice as high as wide.
    package func cells(within limit: Size) -> Size {
        guard width > 0, height > 0 else { return Size(columns: 0, rows: 0) }
        let columns = min(limit.columns, max(limit.rows * 2 * width / height, 1))
        return Size(columns: columns, rows: min(limit.rows, max((columns * height / width + 1) / 2, 1)))
    }
}
