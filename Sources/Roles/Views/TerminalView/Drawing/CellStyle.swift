import ViewMessages

/// The look of a cell. The view's own colours come from the terminal's palette, unless a ``Theme`` has others for its ``look``.
package struct CellStyle: BitwiseCopyable, Hashable, Sendable {
    package enum Color: Hashable, Sendable {
        /// 0 to 7: the terminal's colours; 8 to 15: the same, brighter; then a fixed cube and greys.
        case palette(UInt8)
        case rgb(UInt8, UInt8, UInt8)

        package static let red = palette(1)
        package static let green = palette(2)
        package static let yellow = palette(3)
        package static let cyan = palette(6)
    }

    /// A bit for each property, then the look, the colour and the background: a style is compared and copied as a number, because each cell
    /// has one.
    private var bits: UInt64 = 0

    package var isBold: Bool {
        get { self[0] }
        set { self[0] = newValue }
    }
    package var isDim: Bool {
        get { self[1] }
        set { self[1] = newValue }
    }
    package var isReversed: Bool {
        get { self[2] }
        set { self[2] = newValue }
    }
    package var isUnderlined: Bool {
        get { self[3] }
        set { self[3] = newValue }
    }
    package var isItalic: Bool {
        get { self[4] }
        set { self[4] = newValue }
    }
    /// Shows without colour what the colour shows.
    package var isUnderlinedWithoutColor: Bool {
        get { self[5] }
        set { self[5] = newValue }
    }
    /// The purpose; nil for a style that no theme changes.
    package var look: Look? {
        get { Look(rawValue: UInt8(bits >> 6 & 0xF)) }
        set { set(UInt64(newValue?.rawValue ?? 0), at: 6, width: 4) }
    }
    package var color: Color? {
        get { Color(bits: bits >> 10) }
        set { set(newValue?.bits ?? 0, at: 10, width: Color.width) }
    }
    package var background: Color? {
        get { Color(bits: bits >> 36) }
        set { set(newValue?.bits ?? 0, at: 36, width: Color.width) }
    }

    private subscript(bit: UInt64) -> Bool {
        get { bits >> bit & 1 != 0 }
        set { set(newValue ? 1 : 0, at: bit, width: 1) }
    }

    private mutating func set(_ value: UInt64, at place: UInt64, width: UInt64) {
        bits = bits & ~((1 << width - 1) << place) | value << place
    }

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

    /// True when a blank looks the same in both. Nothing is seen of it but its background and a line below.
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
    /// Bits of a colour: the kind, and the number or the three parts.
    fileprivate static let width: UInt64 = 26

    /// 0 is no colour.
    fileprivate init?(bits: UInt64) {
        switch bits >> 24 & 3 {
        case 1: self = .palette(UInt8(bits & 0xFF))
        case 2: self = .rgb(UInt8(bits >> 16 & 0xFF), UInt8(bits >> 8 & 0xFF), UInt8(bits & 0xFF))
        default: return nil
        }
    }

    fileprivate var bits: UInt64 {
        switch self {
        case .palette(let number): 1 << 24 | UInt64(number)
        case .rgb(let red, let green, let blue): 2 << 24 | UInt64(red) << 16 | UInt64(green) << 8 | UInt64(blue)
        }
    }

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

/// The purpose of a cell's style. These are the names that a theme gives colours to.
package enum Look: UInt8, CaseIterable, Hashable, Sendable {
    /// The title of the screen, marks, buttons, and the tone `accent`.
    case accent = 1
    /// Headings, the titles of rows, keys.
    case strong
    /// Subtitles, borders, hints, and the tone `muted`.
    case muted
    /// Texts at the right of a row.
    case accessory
    case success, warning
    /// Failures, what destroys something, and the tone `danger`.
    case danger
    case selection
    /// The letters that a filter or a search has found.
    case match

    /// The name that a theme has for it.
    package init?(name: String) {
        guard let look = Self.allCases.first(where: { "\($0)" == name }) else { return nil }
        self = look
    }
}

extension CellStyle {
    /// The style in the colours of a tone, from the terminal's own palette. Without colour, what needs attention is underlined.
    func toned(_ tone: Tone?) -> CellStyle {
        guard let tone, tone != .plain else { return self }
        var style = self
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
