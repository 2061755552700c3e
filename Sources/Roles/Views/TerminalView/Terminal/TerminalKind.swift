package import TerminalText
import Wire

/// Kind of the terminal, as far as the environment variables reveal it.
package struct TerminalKind: Equatable, Sendable {
    /// True for a terminal that can place the cursor.
    package let isCapable: Bool
    /// `none` with NO_COLOR (no-color.org), and on terminals without colours.
    package let colors: ColorDepth
    package var hasColor: Bool { colors != .none }
    /// True in a locale with UTF-8. The terminal may read it even if not: in a container, or behind ssh, there is often
    /// no locale.
    package let isUTF8: Bool
    private let isConsole: Bool
    /// True for a terminal that may report the mouse. The consoles of the kernel never do, nor do DEC's terminals.
    package let hasMouse: Bool
    /// True for a terminal that may know hyperlinks (OSC 8). No terminal reports whether it does; those that do not leave the sequence out, except the
    /// ones whose names are known here.
    package let hasLinks: Bool
    /// The format of pictures, where a variable names it; nil where the view has to ask the terminal.
    package let pictures: PictureFormat?
    /// True for a terminal that may be in a window with a title.
    package let hasTitle: Bool
    /// True on a light background, where a variable names it; nil where the view has to ask the terminal.
    package let isLight: Bool?
    /// True for a terminal that may report its background. The others would print the request.
    package var reportsBackground: Bool { hasColor && !isConsole }

    package init(variable: (String) -> String?) {
        let name = variable("TERM") ?? "dumb"
        isCapable = !["dumb", "unknown", "network", "dialup", "vt52"].contains(name)
        isConsole = name == "linux"
        hasTitle = !isConsole && !name.hasPrefix("vt")
        hasMouse = hasTitle && variable("VIPERLINE_NO_MOUSE") == nil
        let printsLinks = variable("VTE_VERSION").flatMap { Int($0) }.map { $0 < Self.firstLinksOfVTE } ?? false
        hasLinks = hasTitle && !printsLinks && !Self.stemsWithoutLinks.contains(String(name.prefix { $0 != "-" }))
        // A multiplexer between the view and the terminal does not know where its pictures are.
        let isMultiplexed = ["tmux", "screen"].contains { name.hasPrefix($0) } || variable("TMUX") != nil
        let isITerm = variable("TERM_PROGRAM") == "iTerm.app" || variable("LC_TERMINAL") == "iTerm2"
        // Apple's terminal prints the question.
        let isMute = !hasTitle || variable("TERM_PROGRAM") == "Apple_Terminal" || variable("NO_COLOR") != nil
        pictures = isMultiplexed || isMute ? .symbols : isITerm ? .iterm : nil
        // rxvt and Konsole: text and background, as numbers of the palette.
        isLight = variable("COLORFGBG").flatMap { UInt8($0.split(separator: ";").last ?? "") }.map { $0 == 7 || $0 > 8 }
        colors =
            variable("NO_COLOR") != nil
            ? .none : Self.colors(of: name, isFull: ["truecolor", "24bit"].contains(variable("COLORTERM")))
        isUTF8 = Repertoire.isUnicode(inLocale: variable)
    }

    package static var current: TerminalKind { TerminalKind(variable: RoleEnvironment.variable) }

    /// - Parameter readsUTF8: by the locale, or by the terminal's own report.
    package func repertoire(readsUTF8: Bool) -> Repertoire { readsUTF8 ? isConsole ? .letters : .unicode : .ascii }

    private static func colors(of name: String, isFull: Bool) -> ColorDepth {
        // DEC's terminals have no colours, nor have terminals whose names end in -m or -mono.
        let isMonochrome = name.hasPrefix("vt") && name.dropFirst(2).first?.isNumber == true
        if isMonochrome || ["-m", "-mono"].contains(where: name.hasSuffix) { return .none }
        let stem = name.prefix { $0 != "-" }
        if isFull || fullColorNames.contains(name) || fullColorStems.contains(String(stem)) { return .full }
        if name.hasSuffix("-direct") { return .full }
        return name.hasSuffix("-256color") ? .palette : .basic
    }

    /// 0.50; those before print what they do not know, or crash.
    private static let firstLinksOfVTE = 5000
    private static let stemsWithoutLinks: Set<String> = ["rxvt", "eterm", "Eterm", "cygwin"]
    private static let fullColorNames: Set<String> = ["xterm-kitty", "xterm-ghostty"]
    private static let fullColorStems: Set<String> = ["alacritty", "foot", "wezterm", "contour", "ghostty", "kitty"]
}

/// Number of colours that a picture may have, by chafa's names.
package enum ColorDepth: String, Sendable {
    case none, full
    case basic = "16"
    case palette = "256"
}
