/// The styles of looks, where they are not left to the terminal's palette.
package struct Theme: Equatable, Sendable {
    private var styles: [Look: CellStyle]
    /// Nil where the terminal has all colours.
    private var depth: ColorDepth?

    package init(_ styles: [Look: CellStyle]) {
        self.styles = styles
    }

    /// The terminal's own colours, as ``CellStyle`` has them. They fit a dark background.
    package static let terminal = Theme([:])
    /// Yellow and cyan on white are hard to read.
    package static let light = Theme([
        .accent: CellStyle(isBold: true, color: .palette(4)), .accessory: CellStyle(color: .palette(5)),
        .warning: CellStyle(isBold: true, color: .palette(5)), .success: CellStyle(color: .palette(2)),
        .match: CellStyle(isBold: true, isUnderlined: true, color: .palette(4)),
    ])

    /// - Parameter depth: the colours of the terminal; others become the nearest of them.
    package func fitted(to depth: ColorDepth) -> Theme {
        var theme = Theme(styles.mapValues { $0.fitted(to: depth) })
        theme.depth = depth == .full ? nil : depth
        return theme
    }

    package func merging(_ other: Theme) -> Theme { Theme(styles.merging(other.styles) { $1 }) }

    func applied(to style: CellStyle) -> CellStyle {
        guard !styles.isEmpty, let look = style.look, var themed = styles[look] else {
            return depth.map { style.fitted(to: $0) } ?? style
        }
        // Without colours, what needs attention is still underlined, and what is selected still seen.
        themed.isUnderlinedWithoutColor = style.isUnderlinedWithoutColor
        return themed
    }
}

extension CellStyle {
    fileprivate func fitted(to depth: ColorDepth) -> CellStyle {
        var style = self
        style.color = color?.fitted(to: depth)
        style.background = background?.fitted(to: depth)
        return style
    }
}

extension CellStyle.Color {
    /// The nearest colour that a terminal of that depth has: of xterm's cube of 6×6×6 colours and 24 greys, or of the first sixteen.
    func fitted(to depth: ColorDepth) -> CellStyle.Color {
        switch (self, depth) {
        case (.rgb(let red, let green, let blue), .palette): nearest([red, green, blue].map { Int($0) }, 16...255)
        case (.rgb(let red, let green, let blue), .basic): nearest([red, green, blue].map { Int($0) }, 0...15)
        case (.palette(let number), .basic) where number > 15: nearest(Self.levels(of: Int(number)), 0...15)
        default: self
        }
    }

    private func nearest(_ levels: [Int], _ numbers: ClosedRange<Int>) -> CellStyle.Color {
        func distance(_ number: Int) -> Int {
            zip(levels, Self.levels(of: number)).reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) }
        }
        return .palette(UInt8(clamping: numbers.min { distance($0) < distance($1) } ?? 7))
    }

    private static let steps = [0, 95, 135, 175, 215, 255]

    /// Red, green and blue of a number of the palette, as most terminals show them.
    private static func levels(of number: Int) -> [Int] {
        switch number {
        case 7: return [229, 229, 229]
        case 8: return [127, 127, 127]
        case 0..<16: return [1, 2, 4].map { number & $0 == 0 ? 0 : number < 8 ? 205 : 255 }
        case 232...: return Array(repeating: 8 + (number - 232) * 10, count: 3)
        default: return [(number - 16) / 36, (number - 16) / 6 % 6, (number - 16) % 6].map { steps[$0] }
        }
    }
}
