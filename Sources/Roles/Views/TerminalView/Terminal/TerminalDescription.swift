import JSON

/// Description of what the view would do on this terminal, for `viperline doctor`: as far as the environment shows it, without a question to the
/// terminal.
package struct TerminalDescription: JSONWritable, Equatable, Sendable {
    package var fullScreen: Bool
    /// `none`, `16`, `256` or `full`.
    package var colors: String
    /// True in a locale with UTF-8; otherwise the view asks the terminal.
    package var utf8: Bool
    package var mouse: Bool
    package var links: Bool
    /// `symbols`, `kitty`, `iterm` or `sixel`; nil where the view asks the terminal.
    package var pictures: String?

    package init(_ kind: TerminalKind, isTerminal: Bool) {
        fullScreen = isTerminal && kind.isCapable
        colors = kind.colors.rawValue
        utf8 = kind.isUTF8
        mouse = kind.hasMouse
        links = kind.hasLinks
        pictures = kind.pictures.map { "\($0)" }
    }
}
