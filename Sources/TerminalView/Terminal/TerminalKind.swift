import Wire

/// What the environment says about the terminal.
package struct TerminalKind: Equatable, Sendable {
    /// It can place the cursor.
    package let isCapable: Bool
    /// None when the person has asked for no colour (no-color.org).
    package let colors: ColorDepth
    package var hasColor: Bool { colors != .none }

    package init(variable: (String) -> String?) {
        isCapable = variable("TERM").map { $0 != "dumb" } ?? false
        colors =
            if variable("NO_COLOR") != nil {
                .none
            } else if ["truecolor", "24bit"].contains(variable("COLORTERM")) {
                .full
            } else {
                variable("TERM")?.hasSuffix("-256color") == true ? .palette : .basic
            }
    }

    package static var current: TerminalKind { TerminalKind(variable: RoleEnvironment.variable) }
}

/// How many colours a picture may have, by chafa's names.
package enum ColorDepth: String, Sendable {
    case none, full
    case basic = "16"
    case palette = "256"
}
