/// What a person says about the terminal, because no terminal says it of itself: a name and its value a line, such as
/// `links: off`. `#` begins a comment at the beginning of a line.
package struct TerminalSettings: Equatable, Sendable {
    /// Whether it has hyperlinks; nil where its name decides.
    package private(set) var hasLinks: Bool?
    /// The lines that are no use. All others hold.
    package private(set) var mistakes: [SettingsFile.Mistake] = []

    package init() {}

    package init(_ text: String) {
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            let line = line.filter { !$0.isWhitespace }
            switch line {
            case _ where line.isEmpty || line.hasPrefix("#"): continue
            case "links:on": hasLinks = true
            case "links:off": hasLinks = false
            default:
                let reason = "\"\(line.prefix(40))\" is neither links: on nor links: off"
                mistakes.append(.init(line: index + 1, reason: reason))
            }
        }
    }
}
