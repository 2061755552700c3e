package import ArgumentParser

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

/// The options of a presenter.
package struct PresenterOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The YouTube playlist that is shown when no other is asked for; $YOUTUBE_PLAYLIST otherwise.",
            valueName: "id"))
    package var playlist: String?

    package init() {}
}

/// The options of a router.
package struct RouterOptions: ParsableArguments {
    @Option(help: "The scene that a session begins with.")
    package var root = "apps"

    @Option(help: ArgumentHelp("A parameter of the root scene; may be repeated.", valueName: "name=value"))
    package var parameter: [Parameter] = []

    @Flag(help: "Start no browser and no player: only report the URLs (also: VIPERLINE_PRINT_URLS=1).")
    package var printUrls = false

    package init() {}

    /// The last of each name counts.
    package var parameters: [String: String] {
        Dictionary(parameter.map { ($0.name, $0.value) }, uniquingKeysWith: { $1 })
    }

    package func validate() throws {
        if root.isEmpty { throw ValidationError("--root: a scene has a name, such as apps") }
    }
}

/// A value of the command line: `name=value`.
package struct Parameter: ExpressibleByArgument {
    package let name: String
    package let value: String

    package init?(argument: String) {
        guard let equals = argument.firstIndex(of: "="), equals != argument.startIndex else { return nil }
        name = String(argument[..<equals])
        value = String(argument[argument.index(after: equals)...])
    }
}
