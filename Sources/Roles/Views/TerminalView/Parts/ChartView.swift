import ScreenModel
import ViewMessages

/// A chart as bars or dots; in words for users who do not see it.
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
        content.append(wrapped: StyledText(chart.alternative, .plain.toned(chart.tone)))
    }

    /// Heading, drawing and caption on one line.
    private func layOutSpark(in content: inout Content) {
        let caption = StyledText(chart.caption ?? "").truncated(to: content.room / 3)
        var line = StyledText(chart.heading ?? "", .quiet).truncated(to: content.room / 3)
        if !line.isEmpty {
            // Headings of similar length end in one column, so that the drawings below each other begin in one.
            line = line.fitted(to: (line.cells / Self.tabStop + 1) * Self.tabStop)
        }
        let scale = chart.scale
        let room = min(content.room - line.cells - (caption.isEmpty ? 0 : caption.cells + 2), Content.measure)
        for point in chart.points.suffix(max(room, 0)) {
            guard let value = point.value else {
                line.append(" ")
                continue
            }
            let level = Int((scale.place(of: value) * Double(Self.levels.count - 1)).rounded())
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
            let halves = point.value.map { Int((scale.place(of: $0) * Double(width * 2)).rounded()) } ?? 0
            let bar = String(repeating: "█", count: halves / 2) + (halves % 2 == 1 ? "▌" : "")
            content.append(
                labels[index].fitted(to: column) + StyledText(bar, style(of: point)) + .blanks(1) + captions[index])
        }
    }

    private func layOutCurve(in content: inout Content) {
        content.appendHeading(chart.heading, caption: chart.caption)
        let scale = chart.scale
        let size = Size(columns: min(content.room, Content.measure), rows: content.isWide ? 8 : 5)
        let curve = Curve(chart.points.map { $0.value.map(scale.place) }, size: size)
        for line in curve.lines { content.append(StyledText(line, .accent.toned(chart.tone))) }
    }

    private func style(of point: Chart.Point) -> CellStyle { .accent.toned(point.tone ?? chart.tone) }

    private static let levels = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]
    private static let tabStop = 8

    func print(on page: inout LinearPage) {
        page.appendHeading(chart.heading, caption: chart.caption)
        page.append(chart.alternative + chart.tone.note(in: page.words))
    }
}

/// A curve in dots, two by four to a cell (braille).
struct Curve {
    let lines: [String]

    /// - Parameter places: from 0 at the bottom to 1 at the top, from left to right over the whole width. Nil is a gap.
    init(_ places: [Double?], size: Size) {
        let (columns, rows) = (size.columns * 2, size.rows * 4)
        var dots = [UInt32](repeating: 0, count: size.columns * size.rows)
        var before: Int?
        for column in 0..<(places.isEmpty ? 0 : columns) {
            let heights = Self.heights(of: places, column: column, of: columns).map {
                Int(($0 * Double(rows - 1)).rounded())
            }
            guard var lowest = heights.min(), var highest = heights.max() else {
                before = nil
                continue
            }
            // Joined with what is left of it, however steep.
            if let before, before < lowest { lowest = before + 1 }
            if let before, before > highest { highest = before - 1 }
            before = heights.last
            for height in lowest...highest {
                let row = rows - 1 - height
                dots[row / 4 * size.columns + column / 2] |= Self.dots[column % 2][row % 4]
            }
        }
        lines = (0..<size.rows).map { row in
            var line = String.UnicodeScalarView()
            for dots in dots[row * size.columns..<(row + 1) * size.columns] {
                line.append(dots == 0 ? " " : Unicode.Scalar(0x2800 + dots) ?? " ")
            }
            return String(line)
        }
    }

    /// The places at one column of dots: one between two neighbours, or all that fall into it.
    private static func heights(of places: [Double?], column: Int, of columns: Int) -> [Double] {
        if places.count > columns {
            return places[column * places.count / columns..<(column + 1) * places.count / columns].compactMap(\.self)
        }
        let at = Double(column) * Double(places.count - 1) / Double(max(columns - 1, 1))
        let left = Int(at)
        let right = min(left + 1, places.count - 1)
        let nearest = at - Double(left) < 0.5 ? places[left] : places[right]
        guard let from = places[left], let to = places[right] else { return nearest.map { [$0] } ?? [] }
        return [from + (to - from) * (at - Double(left))]
    }

    /// The bits of the dots in U+2800 and what follows it, by column and row.
    private static let dots: [[UInt32]] = [[0x01, 0x02, 0x04, 0x40], [0x08, 0x10, 0x20, 0x80]]
}
