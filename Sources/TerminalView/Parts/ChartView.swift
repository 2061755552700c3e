import ScreenModel
import TerminalText
import ViewMessages

/// A chart as bars or dots; in words for those who don't see it.
struct ChartView: PartView {
    let chart: Chart

    /// Several sparks belong together.
    func isApart(from previous: any PartView) -> Bool {
        chart.kind != .spark || (previous as? ChartView)?.chart.kind != .spark
    }

    func layOut(in content: inout Content) {
        switch chart.kind {
        case .spark: layOutSpark(in: &content)
        case .bar: layOutBars(in: &content)
        case .line: layOutCurve(in: &content)
        case .other: layOutWords(in: &content)
        }
    }

    private func layOutWords(in content: inout Content) {
        content.appendHeading(chart.heading, caption: chart.caption)
        content.append(wrapped: chart.alternative, .plain.toned(chart.tone))
    }

    /// Heading, drawing and caption on one line.
    private func layOutSpark(in content: inout Content) {
        let caption = StyledText(chart.caption ?? "").truncated(to: content.room / 3)
        var line = StyledText(chart.heading ?? "", .quiet).truncated(to: content.room / 3)
        if !line.isEmpty {
            // Headings of similar length end in one column, so that the drawings below each other begin in one.
            let column = (line.cells / Self.tabStop + 1) * Self.tabStop
            line.append(String(repeating: " ", count: column - line.cells))
        }
        let scale = chart.scale
        let room = min(content.room - line.cells - (caption.isEmpty ? 0 : caption.cells + 2), Content.measure)
        for point in chart.points.suffix(max(room, 0)) {
            let level = Int((scale.place(of: point.value) * Double(Self.levels.count - 1)).rounded())
            line.append(Self.levels[level], style(of: point))
        }
        content.append(line, accessory: caption)
    }

    private func layOutBars(in content: inout Content) {
        content.appendHeading(chart.heading, caption: chart.caption)
        let scale = chart.scale
        let room = min(content.room, Content.measure)
        let labels = chart.points.map { StyledText($0.label ?? "", .quiet).truncated(to: room / 3) }
        let captions = chart.points.map { StyledText($0.caption ?? "").truncated(to: room / 3) }
        let column = (labels.map(\.cells).max() ?? 0) + 1
        let end = captions.map(\.cells).max() ?? 0
        let width = max(room - column - end - 1, 0)
        for (index, point) in chart.points.enumerated() {
            let halves = Int((scale.place(of: point.value) * Double(width * 2)).rounded())
            let bar = String(repeating: "█", count: halves / 2) + (halves % 2 == 1 ? "▌" : "")
            var line = labels[index]
            line.append(String(repeating: " ", count: column - line.cells))
            line.append(bar, style(of: point))
            content.append(line + StyledText(" ") + captions[index])
        }
    }

    private func layOutCurve(in content: inout Content) {
        content.appendHeading(chart.heading, caption: chart.caption)
        let scale = chart.scale
        let size = Size(columns: min(content.room, Content.measure), rows: content.isWide ? 8 : 5)
        let curve = Curve(chart.points.map { scale.place(of: $0.value) }, size: size)
        for line in curve.lines { content.append(StyledText(line, .accent.toned(chart.tone))) }
    }

    private func style(of point: Chart.Point) -> CellStyle { .accent.toned(point.tone ?? chart.tone) }

    private static let levels = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]
    private static let tabStop = 8

    func print(on page: inout LinearPage) {
        page.appendHeading(chart.heading, caption: chart.caption)
        page.append(chart.alternative + chart.tone.word)
    }
}
