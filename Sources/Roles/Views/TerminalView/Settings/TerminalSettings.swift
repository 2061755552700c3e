/// The user's settings for the terminal, because no terminal reports them: a name and its value per line, such as
/// `links: off`.
package struct TerminalSettings: Equatable, Sendable {
    /// True for a terminal with hyperlinks; nil where its name decides.
    package private(set) var hasLinks: Bool?
    /// The format of pictures; nil where the terminal reports it.
    package private(set) var pictures: PictureFormat?
    package private(set) var mistakes: [SettingsFile.Mistake] = []

    package init(_ text: String = "") {
        mistakes = SettingsFile.mistakes(in: text) { words throws(SettingsFile.Mistake) in
            let line = words.joined()
            switch line {
            case "links:on": hasLinks = true
            case "links:off": hasLinks = false
            case _ where line.hasPrefix("pictures:"):
                pictures = PictureFormat(rawValue: String(line.dropFirst("pictures:".count)))
                if pictures == nil { throw .init(line, isNoneOf: PictureFormat.allCases.map(\.rawValue)) }
            default:
                throw .init("\"\(line.prefix(40))\" is neither links: on nor links: off, nor does it name pictures")
            }
        }
    }
}
