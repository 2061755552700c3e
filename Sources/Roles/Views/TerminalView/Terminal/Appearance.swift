import ScreenModel
import TerminalText

/// Looks of the view on its terminal: what the environment reveals about the terminal, what the user's own files set, and what the
/// terminal has answered.
struct Appearance {
    let kind: TerminalKind
    private var theme: ThemeFile
    /// The lines of the theme that the view was started with.
    private let given: [String]
    private var settings = TerminalSettings()
    /// Nil until it is known.
    private var isLight: Bool?
    private let asksForBackground: Bool
    /// The format of pictures that the terminal has reported.
    private var answeredPictures: PictureFormat?
    /// The window's title, as far as it is ours.
    private var shownTitle: String?

    /// Cells.
    private static let longestTitle = 200

    /// - Parameter isLight: the user's choice of a background; nil asks the terminal.
    init(_ kind: TerminalKind, isLight: Bool?, theme given: [String] = []) {
        self.kind = kind
        self.given = given
        theme = ThemeFile(given: given)
        self.isLight = isLight ?? kind.isLight
        asksForBackground = isLight == nil && kind.reportsBackground
    }

    // MARK: The user's own files

    /// Errors are reported, and the rest of the files is used.
    /// - Returns: the keys, where the user has set any; and a line for each error.
    mutating func readSettings() -> (keys: KeySettings?, remarks: [String]) {
        var keys: KeySettings?
        var remarks: [String] = []
        for name in ["theme", "terminal", "keys"] {
            do throws(SettingsFile.Refusal) {
                guard let (path, text) = try SettingsFile.read(name) else { continue }
                let mistakes: [SettingsFile.Mistake]
                switch name {
                case "theme":
                    theme = ThemeFile(text, given: given)
                    mistakes = theme.mistakes
                case "terminal":
                    settings = TerminalSettings(text)
                    mistakes = settings.mistakes
                default:
                    let own = KeySettings(text)
                    (keys, mistakes) = (own, own.mistakes)
                }
                remarks += mistakes.map { "read \(path): line \($0.line): \($0.reason)" }
            } catch {
                remarks.append(error.reason)
            }
        }
        return (keys, remarks.map(Sanitizer.line))
    }

    // MARK: What the terminal answers

    /// - Parameter hasPixels: whether the terminal reports the size of its cells.
    func questions(hasPixels: Bool) -> String {
        let asksForPictures = settings.pictures == nil && kind.pictures == nil && answeredPictures == nil
        return (asksForBackground ? ControlSequence.askForBackground : "")
            + (asksForPictures && hasPixels ? ControlSequence.askForPictures : "")
    }

    /// - Returns: whether the theme may be another one now.
    mutating func note(isLight: Bool) -> Bool {
        guard asksForBackground else { return false }
        self.isLight = isLight
        return true
    }

    /// - Returns: whether pictures may be drawn in another format now.
    mutating func note(pictures: PictureFormat) -> Bool {
        guard answeredPictures != .kitty else { return false }
        answeredPictures = pictures
        return true
    }

    // MARK: What follows

    var currentTheme: Theme { theme.theme(isLight: isLight ?? false, depth: kind.colors) }

    func painter(for repertoire: Repertoire) -> Painter {
        Painter(
            inColor: kind.hasColor, repertoire: repertoire, theme: currentTheme,
            hasLinks: settings.hasLinks ?? kind.hasLinks)
    }

    /// - Parameter cell: nil where the terminal does not report its size.
    func pictureTarget(cell: PixelSize?) -> PictureTarget {
        let format = settings.pictures ?? kind.pictures ?? answeredPictures ?? .symbols
        return PictureTarget(format, cell: format == .symbols ? nil : cell)
    }

    /// The sequence that gives the window a title, if it has another one.
    mutating func titleSequence(for title: String?) -> [UInt8] {
        guard kind.hasTitle, let title = title?.truncated(to: Self.longestTitle), title != shownTitle else { return [] }
        shownTitle = title
        return Array(ControlSequence.title(title).utf8)
    }

    /// Another program may have set the title.
    mutating func forgetTitle() { shownTitle = nil }
}
