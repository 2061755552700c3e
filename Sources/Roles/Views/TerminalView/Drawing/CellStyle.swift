import ViewMessages

/// How a cell looks. The view's own colours come from the terminal's palette, unless a ``Theme`` has others for its ``look``.
package struct CellStyle: Hashable, Sendable {
    package enum Color: Hashable, Sendable {
        /// 0 to 7: the terminal's colours; 8 to 15: the same, brighter; then a fixed cube and greys.
        case palette(UInt8)
        case rgb(UInt8, UInt8, UInt8)

        package static let red = palette(1)
        package static let green = palette(2)
        package static let yellow = palette(3)
        package static let cyan = palette(6)
    }

    package var isBold = false
    package var isDim = false
    package var isReversed = false
    package var isUnderlined = false
    package var isItalic = false
    /// Shows without colour what the colour shows.
    package var isUnderlinedWithoutColor = false
    package var color: Color?
    package var background: Color?
    /// What the style is for; nil for what no theme changes.
    package var look: Look?

    package init(
        isBold: Bool = false, isDim: Bool = false, isReversed: Bool = false, isUnderlined: Bool = false,
        color: Color? = nil,
        background: Color? = nil, look: Look? = nil
    ) {
        self.look = look
        self.isUnderlined = isUnderlined
        self.isBold = isBold
        self.isDim = isDim
        self.isReversed = isReversed
        self.color = color
        self.background = background
    }

    package static let plain = CellStyle()
    package static let strong = CellStyle(isBold: true, look: .strong)
    package static let quiet = CellStyle(isDim: true, look: .muted)
    package static let accent = CellStyle(isBold: true, color: .cyan, look: .accent)
    package static let accessory = CellStyle(color: .yellow, look: .accessory)
    package static let failure = CellStyle(isBold: true, color: .red, look: .danger)
    package static let success = CellStyle(color: .green, look: .success)
    package static let match = CellStyle(isBold: true, isUnderlined: true, color: .green, look: .match)

    /// The style within the selection. Dim or coloured text would be hard to read in reverse.
    package var selected: CellStyle {
        CellStyle(isBold: isBold, isReversed: true, isUnderlined: isUnderlined, look: .selection)
    }

    /// Whether a blank looks the same in both. Nothing is seen of it but its background and a line below.
    func looksAlikeOnBlank(_ other: CellStyle) -> Bool {
        background == other.background && isReversed == other.isReversed && isUnderlined == other.isUnderlined
            && isUnderlinedWithoutColor == other.isUnderlinedWithoutColor
            && (!isReversed || color == other.color && isDim == other.isDim)
    }

    /// Select Graphic Rendition parameters (ECMA-48, 8.3.117), from a reset.
    package func parameters(inColor: Bool) -> [String] {
        var parameters: [String] = []
        if isBold { parameters.append("1") }
        if isDim { parameters.append("2") }
        if isItalic { parameters.append("3") }
        if isUnderlined || isUnderlinedWithoutColor && !inColor { parameters.append("4") }
        if isReversed { parameters.append("7") }
        if let color, inColor { parameters.append(color.parameters(base: 30)) }
        if let background, inColor { parameters.append(background.parameters(base: 40)) }
        return parameters
    }
}

extension CellStyle.Color {
    /// - Parameter base: 30 for the text, 40 for its background.
    fileprivate func parameters(base: Int) -> String {
        switch self {
        case .palette(let number) where number < 8: "\(base + Int(number))"
        case .palette(let number) where number < 16: "\(base + 60 + Int(number) - 8)"
        case .palette(let number): "\(base + 8);5;\(number)"
        case .rgb(let red, let green, let blue): "\(base + 8);2;\(red);\(green);\(blue)"
        }
    }
}

/// What a cell's style is for. These are the names that a theme gives colours to.
package enum Look: String, CaseIterable, Hashable, Sendable {
    /// The title of the screen, marks, buttons, and the tone `accent`.
    case accent
    /// Headings, the titles of rows, keys.
    case strong
    /// Subtitles, borders, hints, and the tone `muted`.
    case muted
    /// What is at the right of a row.
    case accessory
    case success, warning
    /// Also failures and what destroys something.
    case danger
    case selection
    /// The letters that a filter or a search has found.
    case match
}

/// What a tone looks like unless a theme changes it: colours of the terminal's own palette.
enum ToneStyle {
    /// Without colour, what needs attention is underlined.
    static func apply(_ tone: Tone?, to style: CellStyle) -> CellStyle {
        guard let tone, tone != .plain else { return style }
        var style = style
        style.isDim = tone == .muted
        switch tone {
        case .plain, .muted: (style.color, style.look) = (nil, .muted)
        case .accent: (style.color, style.look) = (.cyan, .accent)
        case .success: (style.color, style.look) = (.green, .success)
        case .warning: (style.color, style.look) = (.yellow, .warning)
        case .danger: (style.color, style.look) = (.red, .danger)
        }
        style.isBold = tone != .muted && style.isBold || tone == .accent || tone == .danger
        style.isUnderlinedWithoutColor = tone == .warning || tone == .danger
        return style
    }
}

extension CellStyle {
    func toned(_ tone: Tone?) -> CellStyle { ToneStyle.apply(tone, to: self) }
}
