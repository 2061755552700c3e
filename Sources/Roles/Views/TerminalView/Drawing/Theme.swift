/// What looks look like, where that is not left to the terminal's palette.
package struct Theme: Equatable, Sendable {
    private var styles: [Look: CellStyle]

    package init(_ styles: [Look: CellStyle]) {
        self.styles = styles
    }

    /// Nothing but the terminal's own colours, as ``CellStyle`` has them. They fit a dark background.
    package static let terminal = Theme([:])
    /// Yellow and cyan on white are hard to read.
    package static let light = Theme([
        .accent: CellStyle(isBold: true, color: .palette(4)), .accessory: CellStyle(color: .palette(5)),
        .warning: CellStyle(isBold: true, color: .palette(5)), .success: CellStyle(color: .palette(2)),
        .match: CellStyle(isBold: true, isUnderlined: true, color: .palette(4)),
    ])

    /// - Parameter depth: what the terminal can show; other colours become the nearest that it can.
    package func fitted(to depth: ColorDepth) -> Theme {
        Theme(
            styles.mapValues { style in
                var style = style
                style.color = style.color?.fitted(to: depth)
                style.background = style.background?.fitted(to: depth)
                return style
            })
    }

    package func merging(_ other: Theme) -> Theme { Theme(styles.merging(other.styles) { $1 }) }

    func applied(to style: CellStyle) -> CellStyle {
        guard !styles.isEmpty, let look = style.look, var themed = styles[look] else { return style }
        // Without colours, what needs attention is still underlined, and what is selected still seen.
        themed.isUnderlinedWithoutColor = style.isUnderlinedWithoutColor
        return themed
    }
}

extension CellStyle.Color {
    /// The nearest colour that a terminal of that depth has.
    func fitted(to depth: ColorDepth) -> CellStyle.Color {
        switch (self, depth) {
        case (.rgb(let red, let green, let blue), .palette): .palette(Self.cube(red, green, blue))
        case (.rgb(let red, let green, let blue), .basic): .palette(Self.basic(red, green, blue))
        case (.palette(let number), .basic) where number > 15:
            { .palette(Self.basic($0.0, $0.1, $0.2)) }(Self.levels(of: number))
        default: self
        }
    }

    private static let steps: [UInt8] = [0, 95, 135, 175, 215, 255]

    /// The nearest of xterm's cube of 6×6×6 colours and 24 greys.
    private static func cube(_ red: UInt8, _ green: UInt8, _ blue: UInt8) -> UInt8 {
        let candidates = (16...255).map { UInt8($0) }
        return candidates.min {
            distance(levels(of: $0), (red, green, blue)) < distance(levels(of: $1), (red, green, blue))
        }
            ?? 7
    }

    /// What most terminals show for the first sixteen.
    private static func basic(_ red: UInt8, _ green: UInt8, _ blue: UInt8) -> UInt8 {
        let candidates = (0...15).map { UInt8($0) }
        return candidates.min {
            distance(levels(of: $0), (red, green, blue)) < distance(levels(of: $1), (red, green, blue))
        }
            ?? 7
    }

    private static func levels(of number: UInt8) -> (UInt8, UInt8, UInt8) {
        switch number {
        case 7: return (229, 229, 229)
        case 8: return (127, 127, 127)
        case 0..<8: return (number & 1 != 0 ? 205 : 0, number & 2 != 0 ? 205 : 0, number & 4 != 0 ? 205 : 0)
        case 9..<16: return (number & 1 != 0 ? 255 : 0, number & 2 != 0 ? 255 : 0, number & 4 != 0 ? 255 : 0)
        case 232...: return { ($0, $0, $0) }(8 + (number - 232) * 10)
        default:
            let index = Int(number) - 16
            return (steps[index / 36], steps[index / 6 % 6], steps[index % 6])
        }
    }

    private static func distance(_ one: (UInt8, UInt8, UInt8), _ other: (UInt8, UInt8, UInt8)) -> Int {
        func square(_ a: UInt8, _ b: UInt8) -> Int { (Int(a) - Int(b)) * (Int(a) - Int(b)) }
        return square(one.0, other.0) + square(one.1, other.1) + square(one.2, other.2)
    }
}
