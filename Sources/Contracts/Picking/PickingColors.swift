package import Commands
import Platform

/// fzf's `--color`: a base scheme, and names with colours and attributes, as far as the view has a style for them.
package struct PickingColors: Sendable {
    /// Words for the view's command.
    package private(set) var words: [String] = []

    /// Names of fzf, by the view's style. Where a style has several, the last one counts.
    private static let looks = [
        "fg": "strong", "list-fg": "strong", "hl": "match", "current-fg": "selection", "fg+": "selection",
        "current-bg": "selection", "bg+": "selection", "pointer": "accent", "marker": "accent", "prompt": "accent",
        "info": "muted", "border": "muted",
    ]

    private static let others = Set(
        """
        alt-bg alt-gutter bg current-hl disabled footer footer-bg footer-border footer-fg footer-label gap-line ghost gutter header \
        header-bg header-border header-fg header-label hl+ input-bg input-border input-fg input-label label list-bg list-border \
        list-label nomatch nth preview-bg preview-border preview-fg preview-label preview-scrollbar query scrollbar selected-bg \
        selected-fg selected-hl separator spinner
        """.split(separator: " ").map(String.init))

    private static let schemes = [
        "dark": ["--background", "dark"], "light": ["--background", "light"], "16": [], "base16": [],
        "bw": ["--no-color"], "no": ["--no-color"],
    ]

    private static let colors: [Substring] = ["black", "red", "green", "yellow", "blue", "magenta", "cyan", "white"]

    /// Words of a style, as a theme has them; empty for what no style of the view has.
    private static func style(_ word: Substring) -> String? {
        switch word {
        case "regular": return "plain"
        case "bold", "dim", "italic", "underline", "reverse": return String(word)
        case "gray", "grey": return "bright-black"
        case "-1", "", "strikethrough", "blink", "strip": return ""
        case _ where word.hasPrefix("underline-"): return "underline"
        case _ where word.hasPrefix("#"):
            return word.utf8.count == 7 && word.dropFirst().allSatisfy { $0.isASCII && $0.isHexDigit }
                ? String(word) : nil
        default:
            let isName = colors.contains(word.hasPrefix("bright-") ? word.dropFirst(7) : word)
            let isNumber = word.utf8.allSatisfy(\.isDigit) && UInt8(word) != nil
            return isName || isNumber ? String(word) : nil
        }
    }

    package init(_ text: String) throws(UsageError) {
        var styles: [String: (text: [String], ground: [String])] = [:]
        for item in text.lowercased().split(whereSeparator: { $0 == "," || $0.isWhitespace }) {
            if let scheme = Self.schemes[String(item)] {
                words += scheme
                continue
            }
            let parts = item.split(separator: ":", omittingEmptySubsequences: false)
            let (name, style) = (String(parts[0]), parts.dropFirst().compactMap(Self.style))
            let look = Self.looks[name]
            guard parts.count > 1, style.count == parts.count - 1, look != nil || Self.others.contains(name) else {
                throw UsageError("--color: \"\(item.prefix(40))\" is neither a base scheme nor a name with a colour")
            }
            guard let look else { continue }
            let given = style.filter { !$0.isEmpty }
            if name.contains("bg") {
                styles[look, default: ([], [])].ground = given.isEmpty ? [] : ["on"] + given
            } else {
                styles[look, default: ([], [])].text = given
            }
        }
        for (look, style) in styles.sorted(by: { $0.key < $1.key }) {
            // The selection is seen, whatever the colour of its text.
            let ground = style.ground.isEmpty && look == "selection" ? ["reverse"] : style.ground
            words += ["--theme", (["\(look):"] + style.text + ground).joined(separator: " ")]
        }
    }
}
