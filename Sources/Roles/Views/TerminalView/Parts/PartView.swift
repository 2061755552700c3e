import Languages
import ScreenModel
import ViewMessages

/// The view of one kind of part: how it is laid out and printed.
///
/// The view of `quote` is `QuoteView`: `scripts/generate` writes ``ViewMessages/Part/view``. What a kind does not have, the
/// defaults leave out.
protocol PartView: Sendable {
    /// True when the user can select something in it.
    var isSelectable: Bool { get }

    /// The cells that its lines need; nil where it takes any number.
    var neededCells: Int? { get }

    /// True when a blank line separates it from the part above.
    func isApart(from previous: any PartView) -> Bool

    /// Appends its lines, and with them its choices, folds, pictures and keys.
    func layOut(in content: inout Content)

    /// Appends what linear mode prints, with its numbered rows and buttons.
    func print(on page: inout LinearPage)
}

extension PartView {
    var isSelectable: Bool { false }
    var neededCells: Int? { nil }
    func isApart(from previous: any PartView) -> Bool { true }
}

/// A part that has the whole screen to itself: it is drawn to fit and never scrolled.
protocol WholeScreenPartView: PartView {
    /// Keys in place of those that move the selection.
    var keys: [KeyBinding] { get }

    /// The picture to have drawn for an area of that size; nil when there is none.
    func pictureRequest(in area: Size) -> PictureRequest?

    func draw(_ pictures: PictureCache, _ words: Words, rows: Range<Int>, on frame: inout Frame)
}

extension WholeScreenPartView {
    func layOut(in content: inout Content) {}
}

extension Screen {
    /// The part that has the screen to itself; nil on a screen of lines.
    var wholeScreenPart: (any WholeScreenPartView)? {
        parts.lazy.compactMap { $0.view as? any WholeScreenPartView }.first
    }

    var isSelectable: Bool { parts.contains { $0.view.isSelectable } }

    /// The columns that its rows need beside a preview; nil without rows.
    var neededColumns: Int? {
        parts.compactMap(\.view.neededCells).max().map { Content.gutter + $0 + Content.margin }
    }

    /// True when a part is animated: its end is not known.
    var hasMovingBars: Bool {
        allParts.contains {
            if case .progress(let progress) = $0 { progress.fraction == nil } else { false }
        }
    }
}

/// The place of a part of a kind that this view does not have.
struct UnknownPartView: PartView {
    let part: UnknownPart

    private var text: String { part.fallback ?? "This view cannot show “\(part.kind ?? "")”" }

    func layOut(in content: inout Content) { content.append(wrapped: StyledText(text, .quiet)) }

    func print(on page: inout LinearPage) {
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) { page.append(String(line)) }
    }
}
