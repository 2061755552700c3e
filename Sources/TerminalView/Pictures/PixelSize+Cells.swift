package import ScreenModel

extension PixelSize {
    /// The largest size in cells that keeps the proportions. A cell is twice as high as wide.
    package func cells(within limit: Size) -> Size {
        guard width > 0, height > 0 else { return Size(columns: 0, rows: 0) }
        let columns = min(limit.columns, max(limit.rows * 2 * width / height, 1))
        return Size(columns: columns, rows: min(limit.rows, max((columns * height / width + 1) / 2, 1)))
    }
}
