import Commands

/// fzf's `--preview-window`. The view decides where a preview is and how large, so only some settings have an effect.
package struct PreviewWindow: ArgumentValue, Equatable, Sendable {
    package let argument: String
    /// True if no preview is shown, and no command runs.
    package private(set) var isHidden = false
    package private(set) var wraps = false
    package static let form: String? = "expected settings such as wrap, hidden or right:60%"

    private static let words = [
        "up", "top", "down", "bottom", "left", "right", "hidden", "nohidden", "wrap", "wrap-word", "nowrap", "cycle",
        "nocycle", "follow", "nofollow", "info", "noinfo", "default", "noborder", "next", "rounded", "sharp", "bold",
        "block", "thinblock", "double", "dashed", "horizontal", "vertical", "line", "none",
    ]

    package init?(argument: String) {
        self.argument = argument
        for word in argument.split(whereSeparator: { $0 == "," || $0 == ":" }) {
            let isNumber = word.allSatisfy { "0123456789%+-/~{}.<()".contains($0) }
            guard isNumber || word.hasPrefix("border") || Self.words.contains(String(word)) else { return nil }
            if word == "hidden" || word == "nohidden" { isHidden = word == "hidden" }
            if word.hasSuffix("wrap") || word == "wrap-word" { wraps = word != "nowrap" }
        }
    }
}
