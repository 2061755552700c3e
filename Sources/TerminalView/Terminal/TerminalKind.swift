import Wire

/// What the environment says about the terminal.
package struct TerminalKind: Equatable, Sendable {
    /// It can place the cursor.
    package let isCapable: Bool
    /// The person has not asked for no colour (no-color.org).
    package let hasColor: Bool

    package init(variable: (String) -> String?) {
        isCapable = variable("TERM").map { $0 != "dumb" } ?? false
        hasColor = variable("NO_COLOR") == nil
    }

    package static var current: TerminalKind { TerminalKind(variable: RoleEnvironment.variable) }
}
