/// How a cell looks. Colours are the terminal's own palette, so that they fit the person's theme.
package struct CellStyle: Hashable, Sendable {
    package enum Color: UInt8, Sendable {
        case red = 1, green = 2, yellow = 3, cyan = 6
    }

    package var isBold = false
    package var isDim = false
    package var isReversed = false
    package var color: Color?

    package init(isBold: Bool = false, isDim: Bool = false, isReversed: Bool = false, color: Color? = nil) {
        self.isBold = isBold
        self.isDim = isDim
        self.isReversed = isReversed
        self.color = color
    }

    package static let plain = CellStyle()
    package static let strong = CellStyle(isBold: true)
    package static let quiet = CellStyle(isDim: true)
    package static let accent = CellStyle(isBold: true, color: .cyan)
    package static let accessory = CellStyle(color: .yellow)
    package static let failure = CellStyle(isBold: true, color: .red)
    package static let success = CellStyle(color: .green)

    /// As part of the selection. Dim and coloured text would be hard to read in reverse.
    package var selected: CellStyle { CellStyle(isBold: isBold, isReversed: true) }

    /// Select Graphic Rendition parameters (ECMA-48, 8.3.117), from a reset.
    package func parameters(inColor: Bool) -> String {
        var parameters: [String] = []
        if isBold { parameters.append("1") }
        if isDim { parameters.append("2") }
        if isReversed { parameters.append("7") }
        if let color, inColor { parameters.append("\(30 + color.rawValue)") }
        return parameters.joined(separator: ";")
    }
}
