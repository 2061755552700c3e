import Platform

/// A key as fzf's users write it, and the one name that the protocol has for it.
package struct KeyName: Hashable, Sendable {
    /// A name such as `ctrl-r`, `alt-enter`, `f1` or a character.
    package let name: String

    private static let synonyms = [
        "return": "enter", "ctrl-m": "enter", "ctrl-i": "tab", "btab": "shift-tab", "bspace": "backspace",
        "bs": "backspace", "del": "delete", "pgup": "page-up", "pgdn": "page-down", "alt-bs": "alt-backspace",
        "alt-bspace": "alt-backspace", "alt-return": "alt-enter", "ctrl-_": "ctrl-/", "escape": "esc",
        "ctrl-[": "esc",
    ]

    /// Keys with a name of their own that every view of a terminal knows.
    package static let named = [
        "enter", "tab", "shift-tab", "esc", "backspace", "delete", "insert", "up", "down", "left", "right", "home",
        "end", "page-up", "page-down", "space", "alt-enter", "alt-backspace", "alt-space", "ctrl-/", "ctrl-space",
    ]

    /// Ctrl-C always means the same; a terminal sends the same for Ctrl-H and Backspace.
    private static let fixed: [Character] = ["c", "h", "i", "m"]

    /// True for a name of fzf's for a key or an event that the view does not know from others, or that does not happen here.
    static func isForeign(_ text: some StringProtocol) -> Bool {
        let name = text.lowercased()
        if ["ctrl-c", "ctrl-h", "multi", "backward-eof", "jump", "jump-cancel"].contains(name) { return true }
        if name.hasPrefix("every("), name.hasSuffix(")") { return true }
        var words = name.split(separator: "-", omittingEmptySubsequences: false).map(String.init)
        guard let last = words.popLast() else { return false }
        if ["click", "up", "down"].contains(last), words.last.map({ mouse.contains($0) }) == true { return true }
        if words == ["click"], last == "header" || last == "footer" { return true }
        let isKnown = last.unicodeScalars.count == 1 || named.contains(last) || synonyms[last] != nil
        return !words.isEmpty && isKnown && words.allSatisfy { ["ctrl", "alt", "shift"].contains($0) }
            && (last.count > 1 || words.count > 1 || words == ["ctrl"] && "\\]^6".contains(last))
    }

    private static let mouse: Set<String> = ["left", "right", "double", "scroll"]

    /// Nil for what is no key, and for a key that no action can have.
    package init?(_ text: some StringProtocol) {
        let scalars = Array(text.unicodeScalars)
        if scalars.count == 1 {
            guard scalars[0].value > 0x20, !(0x7F...0x9F).contains(scalars[0].value) else { return nil }
            name = String(text)
            return
        }
        let lower = text.lowercased()
        let known = Self.synonyms[lower] ?? lower
        let last = known.last ?? " "
        let isControl = known.hasPrefix("ctrl-") && known.count == 6 && "a"..."z" ~= last && !Self.fixed.contains(last)
        let isAlt = known.hasPrefix("alt-") && scalars.count == 5 && 0x21...0x7E ~= scalars[4].value
        let isFunction = (1...12).contains { known == "f\($0)" }
        guard Self.named.contains(known) || isControl || isAlt || isFunction else { return nil }
        // Alt-A is not Alt-a.
        name = isAlt ? "alt-" + text.suffix(1) : known
    }
}
