import Languages
import ScreenModel
import TerminalText
import ViewMessages

/// Labels in a column, and beside them their values, wrapped. A value that is an address is a hyperlink.
struct FactsView: PartView {
    let facts: Facts

    func layOut(in content: inout Content) {
        content.appendHeading(facts.heading)
        let widest = facts.items.map { CellWidth.of($0.label.prefix(cells: content.room)) }.max() ?? 0
        let column = min(widest, content.room * 2 / 5) + Self.gap
        for (number, item) in facts.items.enumerated() {
            let value = StyledText(
                item.value, .plain.toned(item.tone), link: Hyperlink(item.value, number: number))
            let label = StyledText(item.label, .quiet).truncated(to: column - Self.gap).fitted(to: column)
            content.append(wrapped: value, behind: label)
        }
    }

    private static let gap = 2

    func print(on page: inout LinearPage) {
        page.appendHeading(facts.heading)
        for item in facts.items { page.append("\(item.label): \(item.value)\(item.tone.note(in: page.words))") }
    }
}

/// The name of some work with its caption, and below them a bar. Without a fraction a piece of the bar moves.
struct ProgressView: PartView {
    let progress: Progress

    /// Several belong together.
    func isApart(from previous: any PartView) -> Bool { !(previous is ProgressView) }

    func layOut(in content: inout Content) {
        content.append(StyledText(progress.label), accessory: StyledText(progress.caption ?? "", .quiet))
        let percent = StyledText(progress.fraction.map { Self.percent($0) } ?? "")
        let width = max(min(content.room, Content.measure) - Self.widestPercent, 0)
        let filled = Int((progress.fraction ?? 0) * Double(width))
        let style = CellStyle.accent.toned(progress.tone)
        content.append(
            StyledText(String(repeating: Self.full, count: filled), style)
                + StyledText(String(repeating: Self.empty, count: width - filled), .quiet)
                + percent.fitted(to: Self.widestPercent, .end))
        guard progress.fraction == nil else { return }
        content.addMovingBar(MovingBar(line: content.lines.count - 1, width: width, style: style))
    }

    static let full = "█"
    private static let empty = "░"
    private static let widestPercent = " 100 %".utf8.count

    private static func percent(_ fraction: Double) -> String { "\(Int(fraction * 100)) %" }

    func print(on page: inout LinearPage) {
        let far = progress.fraction.map { Self.percent($0) } ?? page.words["under way"]
        page.append(
            "\(progress.label): \(far)" + (progress.caption.map { ", \($0)" } ?? "")
                + progress.tone.note(in: page.words))
    }
}

/// A bar for work without a known end: a piece of it moves back and forth.
struct MovingBar: Equatable, Sendable {
    /// The index in ``Content/lines``.
    let line: Int
    /// Cells from the left of the line.
    let width: Int
    let style: CellStyle

    /// The place of the piece, in cells from the left of the bar.
    func piece(ticks: Int) -> Range<Int> {
        let length = min(Self.longestPiece, width)
        let way = width - length
        guard way > 0 else { return 0..<length }
        let step = ticks % (way * 2)
        let start = step < way ? step : way * 2 - step
        return start..<start + length
    }

    /// Columns.
    private static let longestPiece = 6
}
