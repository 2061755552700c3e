import ScreenModel
import ViewMessages

/// A chart as a drawing, with what it says in words.
struct ChartMarkup {
    let chart: Chart

    /// More points than a drawing can show are left out, the oldest first.
    private static let mostPoints = 2000
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
        }
    }

    private func points(in page: inout PageWriter) -> ArraySlice<Chart.Point> {
        chart.points.suffix(page.take(min(chart.points.count, Self.mostPoints)))
    }

    private func spark(in page: inout PageWriter) {
        let (points, scale) = (points(in: &page), chart.scale)
        svg(width: max(points.count, 1), in: &page) { page in
            for (index, point) in points.enumerated() {
                let height = max(scale.place(of: point.value) * 100, 2)
                page.element(
                    .rect, .of(.x, Self.text(Double(index) + 0.08)), .of(.y, Self.text(100 - height)),
                    .of(.width, "0.84"),
                    .of(.height, Self.text(height)), .class((point.tone ?? chart.tone)?.className))
            }
        }
    }

    private func curve(in page: inout PageWriter) {
        let (points, scale) = (points(in: &page), chart.scale)
        svg(width: max(points.count - 1, 1), in: &page) { page in
            let line = points.enumerated().map { index, point in
                "\(index),\(Self.text(100 - scale.place(of: point.value) * 100))"
            }
            page.element(.polyline, .of(.points, line.joined(separator: " ")), .class(chart.tone?.className))
        }
    }

    private func bars(in page: inout PageWriter) {
        page.heading(chart.heading, caption: chart.caption)
        let scale = chart.scale
        page.element(.p, .class("vh"), text: chart.alternative)
        page.element(.ul, .class("bars")) { page in
            for point in chart.points.prefix(page.take(min(chart.points.count, Self.mostBars))) {
                page.element(.li) { page in
                    page.element(.span, .class("label"), .autoDirection, text: point.label ?? "")
                    page.element(
                        .svg, .of(.viewBox, "0 0 100 10"), .of(.preserveAspectRatio, "none"), .of(.ariaHidden, "true")
                    ) { page in
                        page.element(
                            .rect, .of(.width, Self.text(scale.place(of: point.value) * 100)), .of(.height, "10"),
                            .class((point.tone ?? chart.tone)?.className))
                    }
                    page.element(.span, .class("caption"), .autoDirection, text: point.caption ?? "")
                }
            }
        }
    }

    private func svg(width: Int, in page: inout PageWriter, _ content: (inout PageWriter) -> Void) {
        page.element(
            .svg, .of(.viewBox, "0 0 \(width) 100"), .of(.preserveAspectRatio, "none"), .of(.role, "img"),
            .of(.ariaLabel, chart.alternative), content: content)
    }

    /// With two digits behind the point.
    private static func text(_ number: Double) -> String {
        let hundredths = Int((number * 100).rounded())
        let rest = abs(hundredths) % 100
        return "\(hundredths < 0 ? "-" : "")\(abs(hundredths) / 100)"
            + (rest == 0 ? "" : rest < 10 ? ".0\(rest)" : ".\(rest)")
    }
}
