package import Commands

/// fzf's options for the look of its screen: those that the view follows, and the others, which are accepted so that a command line does
/// the same with the rows.
package struct PickingLook: CommandOptions, Sendable {
    package var pointer: String?
    package var marker: String?
    package var ellipsis: String?
    /// The number of lines; an empty text for one.
    package var gap: String?
    package var wrap: String?
    package var keepsRight = false
    package var staysLeft = false
    package var scrollOff = 0
    package var hasHeaderFirst = false
    package var hasNoColors = false
    /// The value of `--color`; each further one adds to those before it.
    package var color: String? { didSet { if let oldValue, let color { self.color = oldValue + "," + color } } }
    package var height: Height?
    package var minHeight: String?
    /// The value of `--tmux`; see ``Popup``.
    package var popup: String?

    package init() {}

    /// The least rows of a part of the terminal. A plus sign asks for more for what is around the rows, of which there is nothing.
    package var leastHeight: Int? { minHeight.flatMap { Int($0.hasSuffix("+") ? $0.dropLast() : $0[...]) } }

    /// Words for the view's command, those for the height at the end.
    package var words: [String] {
        let least = leastHeight.map { ["--min-height", "\($0)"] } ?? []
        return (hasNoColors ? ["--no-color"] : []) + ((try? PickingColors(color ?? ""))?.words ?? [])
            + (height.map { ["--height", $0.argument] + least } ?? [])
    }

    /// `10`, `40%`, `~100%`, `-3`.
    package struct Height: ArgumentValue, Sendable {
        package let argument: String
        package static let form: String? = "expected rows such as 10, 40%, ~100% or -3"
        package static let mayBeginWithDash = true

        package init?(argument: String) {
            self.argument = argument
            var digits = argument[...]
            if digits.first == "~" { digits = digits.dropFirst() }
            if digits.first == "-" { digits = digits.dropFirst() }
            if digits.last == "%" { digits = digits.dropLast() }
            guard Double(digits).map({ 0...1000 ~= $0 }) ?? false else { return nil }
        }
    }

    package static var table: OptionTable<Self> {
        [
            .option("pointer", value: "sign", isText: true, \.pointer, "The sign before the selected row."),
            .option("marker", value: "sign", isText: true, \.marker, "The sign before a marked row."),
            .option("ellipsis", value: "text", isText: true, \.ellipsis, "The sign for the rest of a cut row."),
            .option("gap", optionalValue: "lines", \.gap, "Leave a line, or this many, between rows."),
            .reset("no-gap", \.gap),
            .option("wrap", optionalValue: "where", \.wrap, "Show long rows on several lines."),
            .reset("no-wrap", \.wrap),
            .flag("keep-right", \.keepsRight, "Show the right end of long rows."),
            .reset("no-keep-right", \.keepsRight),
            .flag("no-hscroll", \.staysLeft, "Show the left end of long rows, whatever has matched."),
            .reset("hscroll", \.staysLeft),
            .option("scroll-off", value: "rows", \.scrollOff, "Rows in sight around the selection.").within(0...1000),
            .flag("header-first", \.hasHeaderFirst, "The header stands above the filter text."),
            .reset("no-header-first", \.hasHeaderFirst),
            .option("color", optionalValue: "scheme", \.color, "dark, light, bw; or hl:red:bold and the like."),
            .flag("no-color", plusLetter: "c", \.hasNoColors, "Without colours, as with NO_COLOR."),
            .option("height", value: "rows", \.height, "Draw in these rows below the cursor: 10, 40%, ~40%, -3."),
            .reset("no-height", \.height),
            .option(
                "min-height", value: "rows", \.minHeight, "The minimum for a --height in percent (10)."),
            .option("tmux", optionalValue: "place", \.popup, "In tmux, open a popup: 70%, left,40%, top,80%,20."),
            .alias("popup", of: "tmux"),
            .reset("no-tmux", \.popup), .reset("no-popup", \.popup),
            .ignored(flags: flags, values: values, optionalValues: optionalValues),
        ]
    }

    package func validate() throws {
        guard (color ?? "").utf8.count <= Self.longestColors else {
            throw UsageError("--color takes at most \(Self.longestColors) bytes")
        }
        _ = try PickingColors(color ?? "")
        if let gap, !gap.isEmpty, Int(gap).map({ 0...100 ~= $0 }) != true {
            throw UsageError("--gap: \"\(gap.prefix(40))\" is not a number of lines from 0 to 100")
        }
        if minHeight != nil, leastHeight.map({ 1...1000 ~= $0 }) != true {
            throw UsageError("--min-height takes rows from 1 to 1000, such as 10 or 20+")
        }
        if let popup, Popup(popup) == nil {
            throw UsageError(
                "--tmux: \"\(popup.prefix(40))\" is no place and size such as 70%, left,40% or top,80%,20")
        }
        if let wrap, !["", "char", "word"].contains(wrap) {
            throw UsageError("--wrap: \"\(wrap.prefix(40))\" is neither char nor word")
        }
    }

    /// Bytes.
    private static let longestColors = 4096

    // MARK: Without effect

    private static let flags: [StaticString] = [
        "async", "black", "bold", "clear", "filepath-word", "force-tty-in", "highlight-line",
        "inline-info", "multi-line", "no-256", "no-black", "no-bold", "no-border", "no-border-label", "no-clear",
        "no-filepath-word", "no-footer", "no-footer-border", "no-footer-label", "no-force-tty-in", "no-gap-line",
        "no-header-border", "no-header-label", "no-header-lines-border", "no-highlight-line",
        "no-info", "no-info-command", "no-inline-info", "no-input", "no-input-border", "no-input-label",
        "no-list-border", "no-list-label", "no-listen", "no-listen-unsafe", "no-margin", "no-mouse", "no-multi-line",
        "no-padding", "no-preview-border", "no-preview-label", "no-raw", "no-reverse", "no-scrollbar",
        "no-separator", "no-sync", "no-tail", "no-tty-default", "no-unicode", "no-wrap-word", "raw",
        "reverse", "sync", "unicode", "wrap-word",
    ]

    private static let values: [StaticString] = [
        "algo", "border-label", "border-label-pos", "footer", "footer-label", "footer-label-pos", "freeze-left",
        "freeze-right", "gutter", "gutter-raw", "header-label", "header-label-pos", "hscroll-off", "info",
        "info-command", "input-label", "input-label-pos", "jump-labels", "layout", "list-label", "list-label-pos",
        "margin", "marker-multi-line", "padding", "preview-label", "preview-label-pos",
        "preview-wrap-sign", "separator", "style", "tail", "threads", "toggle-sort", "tty-default", "wrap-sign",
    ]

    private static let optionalValues: [StaticString] = [
        "border", "footer-border", "gap-line", "header-border", "header-lines-border", "input-border",
        "list-border",
        "listen-unsafe", "preview-border", "scrollbar",
    ]
}
