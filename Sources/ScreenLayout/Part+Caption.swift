package import ViewMessages

extension Part {
    /// The texts that are not nil, side by side in small print; nil when there are none.
    package static func caption(_ texts: String?...) -> Part? {
        let present = texts.compactMap(\.self)
        return present.isEmpty ? nil : caption(present.joined(separator: " · "))
    }

    package static func caption(_ text: String) -> Part { .label(Label(text, style: .caption)) }
}

extension Text {
    /// How many lines of a long text are shown at first.
    package static let shortFold = 4
}
