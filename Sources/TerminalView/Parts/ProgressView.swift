import ScreenModel
import TerminalText
import ViewMessages

/// What is under way with its caption, and below them a bar. Without a fraction a piece of the bar moves.
struct ProgressView: PartView {
    let progress: Progress

    /// Several belong together.
    func isApart(from previous: any PartView) -> Bool { !(previous is ProgressView) }

    func layOut(in content: inout Content) {
        content.append(StyledText(progress.label), accessory: StyledText(progress.caption ?? "", .quiet))
        let percent = progress.fraction.map { Self.percent($0) } ?? ""
        let width = max(min(content.room, Content.measure) - Self.widestPercent, 0)
        let filled = Int((progress.fraction ?? 0) * Double(width))
        let style = CellStyle.accent.toned(progress.tone)
        content.append(
            StyledText(String(repeating: Self.full, count: filled), style)
                + StyledText(String(repeating: Self.empty, count: width - filled), .quiet)
                + StyledText(String(repeating: " ", count: Self.widestPercent - percent.utf8.count) + percent))
        guard progress.fraction == nil else { return }
        content.addMovingBar(MovingBar(line: content.lines.count - 1, width: width, style: style))
    }

    static let full = "█"
    private static let empty = "░"
    private static let widestPercent = " 100 %".utf8.count

    private static func percent(_ fraction: Double) -> String { "\(Int(fraction * 100)) %" }

    func print(on page: inout LinearPage) {
        let far = progress.fraction.map { Self.percent($0) } ?? "under way"
        page.append("\(progress.label): \(far)" + (progress.caption.map { ", \($0)" } ?? "") + progress.tone.word)
    }
}
