package import ViewMessages

extension Tone {
    /// What is said where the tone may be all that tells it: ` (danger)`. Nothing for the tones that only order what is seen.
    package var word: String {
        switch self {
        case .plain, .accent, .muted: ""
        case .success, .warning, .danger: " (\(rawValue))"
        }
    }
}

extension Optional<Tone> {
    package var word: String { self?.word ?? "" }
}
