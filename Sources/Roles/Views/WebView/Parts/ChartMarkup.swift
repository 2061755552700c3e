import ScreenModel
import ViewMessages

/// A chart as a drawing, with its alternative text.
struct ChartMarkup {
    let chart: Chart

    /// Bars are lines of a page, so there are fewer.
    private static let mostBars = 500

    func write(to page: inout PageWriter) {
        switch chart.kind {
        case .spark: figure("spark", in: &page) { spark(in: &$0) }
        case .line: figure("curve", in: &page) { curve(in: &$0) }
        case .bar: bars(in: &page)
        case .other: page.element(.p, .class(chart.tone?.className), .autoDirection, text: chart.alternative)
        }
    }

    private func figure(_ name: String, in page: inout PageWriter, _ drawing: (inout PageWriter) -> Void) {
        page.element(.figure, .class("chart", name)) { page in
            page.element(.figcaption) { page in
                page.span(chart.heading, "name")
                page.span(chart.caption, "caption", tone: chart.tone)
            }
            drawing(&page)
            ends(in: &page)
        }
    }

    /// The ends of the scale, which the alternative text has in words.
    private func ends(in page: inout PageWriter) {
        let scale = chart.scale
        guard scale.maximum > scale.minimum else { return }
        page.element(.p, .class("ends", "caption"), .of(.ariaHidden, "true")) { page in
            for end in [scale.maximum, scale.minimum] {
                page.span(value(of: chart.points.first { $0.value == end } ?? Chart.Point(end)))
            }
        }
    }

    /// A value as a user reads it.
    private func value(of point: Chart.Point) -> String {
        let number = point.value ?? 0
        let short = (number * 100).rounded() / 100
        return point.caption ?? FieldEntry.text(of: short != 0 && abs(number) < 1e9 ? short : number)
    }

    /// Points that show their values under the pointer. A chart of more changes too often for so much text.
    private static let mostNamed = 120

    private func name(_ point: Chart.Point, in page: inout PageWriter) {
        guard chart.points.count <= Self.mostNamed else { return }
        page.element(.title, text: [point.label, value(of: point)].compactMap(\.self).joined(separator: ": "))
    }

    private func points(in page: inout PageWriter) -> ArraySlice<Chart.Point> {
        chart.points.suffix(page.take(chart.points.count))
    }

    private func spark(in page: inout PageWriter) {
        let (points, scale) = (points(in: &page), chart.scale)
        svg(width: max(points.count, 1), in: &page) { page in
            for (index, point) in points.enumerated() {
                guard let value = point.value else { continue }
                let height = max(scale.place(of: value) * 100, 2)
                page.element(
                    .rect, .of(.x, Self.text(Double(index) + 0.08)), .of(.y, Self.text(100 - height)),
                    .of(.width, "0.84"),
                    .of(.height, Self.text(height)), .class((point.tone ?? chart.tone)?.className)
                ) { name(point, in: &$0) }
            }
        }
    }

    private func curve(in page: inout PageWriter) {
        let (points, scale) = (points(in: &page), chart.scale)
        svg(width: max(points.count - 1, 1), in: &page) { page in
            let places = points.enumerated().map { index, point in
                point.value.map { "\(index),\(Self.text(100 - scale.place(of: $0) * 100))" }
            }
            // A gap is between two lines.
            for line in places.split(separator: nil) {
                let line = line.compactMap(\.self).joined(separator: " ")
                page.element(.polyline, .of(.points, line), .class(chart.tone?.className))
            }
            for (index, point) in points.enumerated() where point.value != nil && points.count <= Self.mostNamed {
                page.element(
                    .rect, .class("hit"), .of(.x, Self.text(Double(index) - 0.5)), .of(.width, "1"),
                    .of(.height, "100")
                ) { name(point, in: &$0) }
            }
        }
    }

    private func bars(in page: inout PageWriter) {
        page.heading(chart.heading, caption: chart.caption)
        let scale = chart.scale
        page.element(.p, .class("vh"), text: chart.alternative)
        let shown = page.take(min(chart.points.count, Self.mostBars))
        page.element(.ul, .class("bars")) { page in
            for point in chart.points.prefix(shown) {
                page.element(.li) { page in
                    page.element(.span, .class("label"), .autoDirection, text: point.label ?? "")
                    page.element(
                        .svg, .of(.viewBox, "0 0 100 10"), .of(.preserveAspectRatio, "none"), .of(.ariaHidden, "true")
                    ) { page in
                        page.element(
                            .rect, .of(.width, Self.text((point.value.map(scale.place) ?? 0) * 100)),
                            .of(.height, "10"),
                            .class((point.tone ?? chart.tone)?.className))
                    }
                    page.element(.span, .class("caption"), .autoDirection, text: point.caption ?? "")
                }
            }
        }
        let rest = chart.points.count - shown
        if rest > 0 { page.element(.p, .class("window"), text: "\(rest) more bars are not on this page.") }
    }

    private func svg(width: Int, in page: inout PageWriter, _ content: (inout PageWriter) -> Void) {
        page.element(
            .svg, .of(.viewBox, "0 0 \(width) 100"), .of(.preserveAspectRatio, "none"), .of(.role, "img"),
            .of(.ariaLabel, chart.alternative), content: content)
    }

    /// The number with two digits behind the point.
    private static func text(_ number: Double) -> String {
        let hundredths = Int((number * 100).rounded())
        let rest = abs(hundredths) % 100
        return "\(hundredths < 0 ? "-" : "")\(abs(hundredths) / 100)"
            + (rest == 0 ? "" : rest < 10 ? ".0\(rest)" : ".\(rest)")
    }
}

extension Screen {
    /// The screen with no more points in its charts than a page shows. A chart may have 100,000, and a page is written for each change.
    var drawn: Screen {
        var screen = self
        screen.parts = parts.map(\.drawn)
        screen.head = head?.map(\.drawn)
        screen.preview = preview?.map(\.drawn)
        return screen
    }
}

extension Part {
    fileprivate var drawn: Part { if case .chart(let chart) = self { .chart(chart.drawn) } else { self } }
}

extension Chart {
    /// Places of a drawing, from left to right. A page is at most 1,312 pixels wide.
    static let mostPlaces = 600

    /// The chart's visible part: of a line with more points the lowest and the highest of each place, of a spark the newest points. The
    /// scale stays that of all.
    var drawn: Chart {
        guard points.count > Self.mostPlaces * 2 || kind == .spark && points.count > Self.mostPlaces else {
            return self
        }
        var chart = self
        let scale = scale
        (chart.minimum, chart.maximum) = (scale.minimum, scale.maximum)
        switch kind {
        case .line: chart.points = (0..<Self.mostPlaces).flatMap(extremes)
        case .spark: chart.points = points.suffix(Self.mostPlaces)
        case .bar, .other: return self
        }
        return chart
    }

    /// The lowest and the highest point of a place, in their order.
    private func extremes(of place: Int) -> [Point] {
        // The count comes from outside, so it is not multiplied.
        let (share, rest) = points.count.quotientAndRemainder(dividingBy: Self.mostPlaces)
        let start = place * share + min(place, rest)
        let range = start..<start + share + (place < rest ? 1 : 0)
        let values = range.compactMap { index in points[index].value.map { (index, $0) } }
        guard let low = values.min(by: { $0.1 < $1.1 })?.0, let high = values.max(by: { $0.1 < $1.1 })?.0 else {
            return [Point(nil)]
        }
        return low == high ? [points[low]] : [points[min(low, high)], points[max(low, high)]]
    }
}
