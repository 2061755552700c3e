import ScreenModel
import TestSupport
import Testing
import ViewMessages

@testable import WebView

/// A chart of 100,000 points is written as what can be seen of it (views.md F12).
@Suite struct ChartDrawingTests {
    private static func chart(_ kind: Chart.Kind, _ count: Int) -> Chart {
        Chart(kind, points: (0..<count).map { .init(Double($0 * 7919 % 1000)) }, alternative: "x")
    }

    private static func page(_ chart: Chart) -> String { TestedView(Screen(title: "T", parts: [.chart(chart)])).page }

    @Test(arguments: [Chart.Kind.line, .spark]) func longChartsAreSmall(_ kind: Chart.Kind) throws {
        var chart = Self.chart(kind, 100_000)
        chart.points[50_000].value = 5000
        chart.points[50_001].value = -5000
        let drawn = chart.drawn
        #expect(drawn.points.count <= 2 * Chart.mostPlaces)
        expect(drawn.scale.minimum == -5000 && drawn.scale.maximum == 5000)
        #expect(Self.page(chart).utf8.count < 80_000)
        guard kind == .line else { return }
        // What sticks out is seen, in its order.
        let values = drawn.points.compactMap(\.value)
        let top = try require(values.firstIndex(of: 5000))
        expect(values.firstIndex(of: -5000), equals: top + 1)
    }

    /// The points are found once, when the screen comes.
    @Test func aSceneKeepsWhatIsDrawn() {
        let screen = Screen(title: "T", parts: [], head: [.chart(Self.chart(.line, 100_000))])
        let view = TestedView(screen)
        guard case .chart(let chart) = view.top?.received.head?.first else { return #expect(Bool(false)) }
        #expect(chart.points.count <= 2 * Chart.mostPlaces)
    }

    /// A place without a value is a gap, not zero and not the end of the chart.
    @Test func aNullPointIsAGap() {
        func page(_ kind: Chart.Kind) -> String {
            Self.page(Chart(kind, points: [.init(1), .init(nil), .init(2), .init(3)], alternative: "x"))
        }
        expect(page(.line).split(separator: "<polyline").count, equals: 3)
        expect(page(.spark).split(separator: "<rect").count, equals: 4)
        expect(page(.bar), contains: #"width="0""#)
        let gaps = Chart(.line, points: (0..<5000).map { .init($0 < 2500 ? nil : 1) }, alternative: "x").drawn
        expect(gaps.points.count < 1200 && gaps.points[0].value == nil && gaps.points.last?.value == 1)
    }

    /// A user sees which values a drawing ends at, and that of each point.
    @Test(arguments: [Chart.Kind.line, .spark]) func aDrawingHasItsScaleAndItsValues(_ kind: Chart.Kind) {
        let points: [Chart.Point] = [
            .init(41), .init(0.1 + 0.2, label: "Mon"), .init(52, caption: "52 °C"), .init(nil),
        ]
        let page = Self.page(Chart(kind, points: points, alternative: "x"))
        expect(
            page,
            contains:
                #"aria-hidden="true"><span dir="auto">52 °C</span><span dir="auto">\#(kind == .line ? "0.3" : "0")<"#)
        for value in ["41", "Mon: 0.3", "52 °C"] { expect(page, contains: "<title>\(value)</title>") }
        expect(Self.page(Self.chart(kind, 121)), lacks: "<title>")
        let same = Self.page(Chart(kind, points: [.init(1), .init(1)], alternative: "x", minimum: 1))
        expect(same, lacks: #"class="ends"#)
    }

    @Test(arguments: [0, 1, 2, 600, 1200]) func shortLinesAreWhole(_ count: Int) {
        expect(Self.chart(.line, count).drawn, equals: Self.chart(.line, count))
    }

    @Test func everyPointIsOfOnePlace() {
        for count in [1201, 1799, 1801, 5003] {
            let chart = Chart(.line, points: (0..<count).map { .init(Double($0)) }, alternative: "x")
            let values = chart.drawn.points.compactMap(\.value)
            expect(values == values.sorted() && Set(values).count == values.count)
            expect(values.first == 0 && values.last == Double(count - 1))
        }
    }

    @Test func aPageSaysWhichBarsAreMissing() {
        expect(Self.page(Self.chart(.bar, 600)), contains: "100 more bars are not on this page")
        expect(Self.page(Self.chart(.bar, 500)), lacks: "more bars")
    }
}
