/// A key, or text that came at once.
package enum Key: Hashable, Sendable {
    /// One scalar of typed text; a composed character may come as several.
    case text(Unicode.Scalar)
    /// A letter with Ctrl, in lower case.
    case control(Unicode.Scalar)
    /// A character with Alt (Meta); U+007F is Backspace.
    case alt(Unicode.Scalar)
    /// A bracketed paste, as it came.
    case paste(String)
    case enter, escape, tab, backTab, backspace, delete
    case up, down, left, right, home, end, pageUp, pageDown
    /// ← and → with Ctrl or Alt.
    case wordLeft, wordRight
    case mouse(MouseEvent)
    /// Not a key: the terminal's answer to ``ControlSequence/askForStatus``.
    case statusReport
    /// Not a key: what the terminal says of its background, asked or not.
    case background(isLight: Bool)
    /// Not a key: a format of pictures that the terminal says it has.
    case pictures(PictureFormat)

    /// Whether it comes from the terminal rather than from the person.
    var isAnswer: Bool {
        switch self {
        case .statusReport, .background, .pictures: true
        default: false
        }
    }
}

extension Key: ExpressibleByUnicodeScalarLiteral {
    package init(unicodeScalarLiteral scalar: Unicode.Scalar) { self = .text(scalar) }
}
