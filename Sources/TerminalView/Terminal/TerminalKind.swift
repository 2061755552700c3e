package import TerminalText
import Wire

/// What the environment says about the terminal.
package struct TerminalKind: Equatable, Sendable {
    /// It can place the cursor.
    package let isCapable: Bool
    /// `none` with NO_COLOR (no-color.org), and on terminals without colours.
    package let colors: ColorDepth
    package var hasColor: Bool { colors != .none }
    /// Whether the locale says that it reads UTF-8. It may do so even if not: in a container, or behind ssh, there is often
    /// no locale.
    package let isUTF8: Bool
    private let isConsole: Bool

    package init(variable: (String) -> String?) {
        let name = variable("TERM") ?? "dumb"
        isCapable = !["dumb", "unknown", "network", "dialup", "vt52"].contains(name)
        isConsole = name == "linux"
        colors =
            variable("NO_COLOR") != nil
            ? .none : Self.colors(of: name, isFull: ["truecolor", "24bit"].contains(variable("COLORTERM")))
        isUTF8 = Repertoire.isUnicode(inLocale: variable)
    }

    package static var current: TerminalKind { TerminalKind(variable: RoleEnvironment.variable) }

    /// - Parameter readsUTF8: as the locale says, or the terminal itself.
    package func repertoire(readsUTF8: Bool) -> Repertoire { readsUTF8 ? isConsole ? .letters : .unicode : .ascii }

    private static func colors(of name: String, isFull: Bool) -> ColorDepth {
        // DEC's terminals have no colours, nor have those whose names say so.
        let isMonochrome = name.hasPrefix("vt") && name.dropFirst(2).first?.isNumber == true
        if isMonochrome || ["-m", "-mono"].contains(where: name.hasSuffix) { return .none }
        let stem = name.prefix { $0 != "-" }
        if isFull || fullColorNames.contains(name) || fullColorStems.contains(String(stem)) { return .full }
        if name.hasSuffix("-direct") { return .full }
        return name.hasSuffix("-256color") ? .palette : .basic
    }

    private static let fullColorNames: Set<String> = ["xterm-kitty", "xterm-ghostty"]
    private static let fullColorStems: Set<String> = ["alacritty", "foot", "wezterm", "contour", "ghostty", "kitty"]
}

/// How many colours a picture may have, by chafa's names.
package enum ColorDepth: String, Sendable {
    case none, full
    case basic = "16"
    case palette = "256"
}
