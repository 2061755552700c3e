package import Commands

/// fzf's options for the look of its screen. They have no effect here: the view has a theme of its own, draws no borders, and takes the
/// whole terminal. They are accepted, so that a command line does the same with the rows.
package struct PickingLook: CommandOptions, Sendable {
    private var ignored: String?
    private var isIgnored = false

    package init() {}

    package static var table: OptionTable<Self> {
        [
            .option("border", optionalValue: "style", \.ignored, help),
            .option("tmux", optionalValue: "place", \.ignored, help),
            .option("popup", optionalValue: "place", \.ignored, help),
            .option("color", value: "colors", \.ignored, help),
            .option("info", value: "style", \.ignored, help), .option("margin", value: "cells", \.ignored, help),
            .option("padding", value: "cells", \.ignored, help), .option("style", value: "name", \.ignored, help),
            .option("pointer", value: "sign", isText: true, \.ignored, help),
            .option("marker", value: "sign", isText: true, \.ignored, help),
            .option("border-label", value: "text", isText: true, \.ignored, help),
            .option("preview-label", value: "text", isText: true, \.ignored, help),
            .flag("highlight-line", \.isIgnored, help), .flag("no-mouse", \.isIgnored, help),
            .flag("no-multi-line", \.isIgnored, help), .flag("sync", \.isIgnored, help),
            .flag("no-hscroll", \.isIgnored, help), .flag("keep-right", \.isIgnored, help),
        ]
    }

    private static var help: String { "Ignored; for compatibility with fzf." }
}
