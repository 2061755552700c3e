import ViewMessages

/// What a tone looks like: colours of the terminal's own palette, which fit a dark and a light background.
enum Theme {
    /// Without colour, what needs attention is underlined.
    static func apply(_ tone: Tone?, to style: CellStyle) -> CellStyle {
        guard let tone, tone != .plain else { return style }
        var style = style
        style.isDim = tone == .muted
        switch tone {
        case .plain, .muted: style.color = nil
        case .accent: style.color = .cyan
        case .success: style.color = .green
        case .warning: style.color = .yellow
        case .danger: style.color = .red
        }
        style.isBold = tone != .muted && style.isBold || tone == .accent || tone == .danger
        style.isUnderlinedWithoutColor = tone == .warning || tone == .danger
        return style
    }
}

extension CellStyle {
    func toned(_ tone: Tone?) -> CellStyle { Theme.apply(tone, to: self) }
}

extension Tone {
    /// What linear mode says where the tone may be all that tells it: ` (danger)`. Nothing for the tones that only order what
    /// is seen.
    var word: String {
        switch self {
        case .plain, .accent, .muted: ""
        case .success, .warning, .danger: " (\(rawValue))"
        }
    }
}

extension Optional<Tone> {
    var word: String { self?.word ?? "" }
}
