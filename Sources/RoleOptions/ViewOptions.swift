import ArgumentParser

/// The options of a view.
package struct ViewOptions: ParsableArguments {
    @Flag(help: "Read commands and print plain text, even on a terminal.")
    package var linear = false

    @Flag(help: "In linear mode, end at the first command that fails or cannot be carried out.")
    package var strict = false

    @Flag(help: "Leave the mouse to the terminal.")
    package var noMouse = false

    @Option(help: "What the terminal's background is: dark, light, or auto to ask it.")
    package var background = Background.auto

    package enum Background: String, ExpressibleByArgument {
        case auto, dark, light
    }

    /// Nil where the terminal is asked.
    package var isLight: Bool? { background == .auto ? nil : background == .light }

    @Option(help: "In linear mode, the seconds to wait for the screen to settle before giving up.")
    package var patience = 60.0

    package init() {}

    package func validate() throws {
        guard patience > 0, patience <= 1_000_000 else {
            throw ValidationError("--patience wants seconds, such as: 60")
        }
    }
}
