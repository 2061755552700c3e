import ViewMessages

/// What a tone looks like where no theme says otherwise: colours of the terminal's own palette.
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
