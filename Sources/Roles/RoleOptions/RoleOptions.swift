package import Commands

package struct ViewOptions: CommandOptions {
    package var linear = false
    package var strict = false
    package var noMouse = false
    package var background = Background.auto
    package var patience = 60.0

    package enum Background: String, ArgumentValue {
        case auto, dark, light
    }

    /// Nil where the terminal is asked.
    package var isLight: Bool? { background == .auto ? nil : background == .light }

    package static var table: OptionTable<Self> {
        [
            .flag("linear", \.linear, "Read commands and print plain text, even on a terminal."),
            .flag("strict", \.strict, "In linear mode, end at the first command that fails or cannot be carried out."),
            .flag("no-mouse", \.noMouse, "Leave the mouse to the terminal."),
            .option("background", \.background, "The terminal's background: dark, light, or auto to ask it."),
            .option(
                "patience", \.patience, "In linear mode, the seconds to wait for the screen to settle."
            ),
        ]
    }

    package init() {}

    package func validate() throws {
        guard patience > 0, patience <= 1_000_000 else {
            throw UsageError("--patience wants seconds, such as: 60")
        }
    }
}

package struct PresenterOptions: CommandOptions {
    package var playlist: String?

    package static var table: OptionTable<Self> {
        [
            .option(
                "playlist", value: "id", \.playlist,
                "The default YouTube playlist; otherwise $YOUTUBE_PLAYLIST.")
        ]
    }

    package init() {}
}

package struct RouterOptions: CommandOptions {
    package var root = "apps"
    package var parameter: [Parameter] = []
    package var printUrls = false

    package static var table: OptionTable<Self> {
        [
            .option("root", \.root, "The scene that a session begins with."),
            .option("parameter", value: "name=value", \.parameter, "A parameter of the root scene; may be repeated."),
            .flag(
                "print-urls", \.printUrls,
                "Start no browser and no player: only report the URLs (also: VIPERLINE_PRINT_URLS=1)."),
        ]
    }

    package init() {}

    /// The last of each name counts.
    package var parameters: [String: String] {
        Dictionary(parameter.map { ($0.name, $0.value) }, uniquingKeysWith: { $1 })
    }

    package func validate() throws {
        if root.isEmpty { throw UsageError("--root: a scene has a name, such as apps") }
    }
}

/// A value of the command line: `name=value`.
package struct Parameter: ArgumentValue {
    package static let form: String? = "expected name=value"
    package let name: String
    package let value: String

    package init?(argument: String) {
        guard let equals = argument.firstIndex(of: "="), equals != argument.startIndex else { return nil }
        name = String(argument[..<equals])
        value = String(argument[argument.index(after: equals)...])
    }
}
