import Analysis
import TestSupport
import Testing

@Suite struct LatencyHistogramTests {
    @Test(arguments: [1.0, 50, 90, 99, 100]) func aPercentileIsAtMostTwoPercentOff(_ percent: Double) throws {
        var random = Seeded(seed: 7)
        // From microseconds to minutes, evenly distributed over the orders of magnitude.
        let values = (0..<5000).map { _ in 1e-6 * Double(UInt64(1) << UInt64.random(in: 0..<26, using: &random)) }
            .map { $0 * Double.random(in: 1..<2, using: &random) }
        var histogram = LatencyHistogram()
        for value in values { histogram.record(value) }
        let exact = values.sorted()[max(0, Int((percent / 100 * 5000).rounded(.up)) - 1)]
        let found = try require(histogram.percentile(percent))
        #expect(abs(found - exact) <= max(1e-6, 0.02 * exact))
        expect(histogram.maximum, equals: values.max())
    }

    @Test func nothingHasNoPercentile() {
        expect(LatencyHistogram().percentile(50), equals: nil)
    }

    @Test(arguments: [
        (0.000_04, "0.0 ms"), (0.003_14, "3.1 ms"), (0.0123, "12 ms"), (0.9994, "999 ms"), (1.04, "1.0 s"),
        (75.2, "75 s"),
    ]) func aTimeIsReadable(_ seconds: Double, _ text: String) {
        expect(TimeText.span(seconds), equals: text)
    }
}
