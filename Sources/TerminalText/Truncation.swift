extension String {
    /// The text, cut to `width` cells; an ellipsis takes the place of the rest.
    package func truncated(to width: Int) -> String {
        // No character takes more cells than bytes, so a short text needs no measuring.
        if utf8.count <= width || CellWidth.fits(self, in: width) { return self }
        guard width > 0 else { return "" }
        return String(prefix(cells: width - 1)) + "…"
    }

    /// The longest beginning that fits.
    package func prefix(cells: Int) -> Substring {
        var used = 0
        var end = startIndex
        while end < endIndex {
            used += CellWidth.of(self[end])
            guard used <= cells else { break }
            end = index(after: end)
        }
        return self[..<end]
    }

    /// The longest end that fits.
    package func suffix(cells: Int) -> Substring {
        var used = 0
        var start = endIndex
        while start > startIndex {
            let before = index(before: start)
            used += CellWidth.of(self[before])
            guard used <= cells else { break }
            start = before
        }
        return self[start...]
    }
}
