/// The user's settings for the terminal, because no terminal reports them: a name and its value per line, such as
/// `links: off`. `#` begins a comment at the beginning of a line.
package struct TerminalSettings: Equatable, Sendable {
    /// Whether it has hyperlinks; nil where its name decides.
    package private(set) var hasLinks: Bool?
    /// The format of pictures; nil where the terminal reports it.
    package private(set) var pictures: PictureFormat?
    /// The lines that are wrong. All others are used.
    package private(set) var mistakes: [SettingsFile.Mistake] = []

    package init() {}

    package init(_ text: String) {
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            let line = line.filter { !$0.isWhitespace }
            switch line {
            case _ where line.isEmpty || line.hasPrefix("#"): continue
            case "links:on": hasLinks = true
            case "links:off": hasLinks = false
            case _ where line.hasPrefix("pictures:"):
                pictures = PictureFormat(rawValue: String(line.dropFirst("pictures:".count)))
                if pictures == nil { mistakes.append(.init(line: index + 1, reason: Self.pictureReason(line))) }
            default:
                let reason = "\"\(line.prefix(40))\" is neither links: on nor links: off, nor does it name pictures"
                mistakes.append(.init(line: index + 1, reason: reason))
            }
        }
    }

    private static func pictureReason(_ line: String) -> String {
        let names = PictureFormat.allCases.map(\.rawValue).joined(separator: ", ")
        return "\"\(line.prefix(40))\" is not one of \(names)"
    }
}
