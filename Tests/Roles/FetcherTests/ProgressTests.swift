import Platform
import Fetcher
import TestSupport
import Testing

/// What progress reports say, and when.
@Suite struct ProgressTests {
    private func tally(_ answered: Int, inFlight: Int = 0, failed: Int = 0, cached: Int = 0) -> TransferTally {
        var tally = TransferTally()
        tally.answered = answered
        tally.inFlight = inFlight
        tally.failed = failed
        tally.fromCache = cached
        tally.bytes = answered * 1000
        return tally
    }

    @Test(
        arguments: [
            (1204, 10_000, 1.5, "1,204 of 10,000 · 8 in flight · 3 failed · 803/s · 11 s left"),
            (1_234_567, nil, 3600.0, "1,234,567 done · 8 in flight · 3 failed · 343/s"),
            (0, 5, 2.0, "0 of 5 · 8 in flight · 3 failed · 0/s"),
            (5, 5, 100.0, "5 of 5 · 8 in flight · 3 failed · 0.1/s"),
            (10, 1000, 10.0, "10 of 1,000 · 8 in flight · 3 failed · 1.0/s · 16 min 30 s left"),
            (1, 100_000, 10.0, "1 of 100,000 · 8 in flight · 3 failed · 0.1/s · 277 h 46 min left"),
        ] as [(Int, Int?, Double, String)])
    func showsProgress(_ row: (done: Int, total: Int?, seconds: Double, text: String)) {
        let now = tally(row.done, inFlight: 8, failed: 3)
        expect(ProgressText.line(now, total: row.total, elapsed: .seconds(row.seconds)), equals: row.text)
    }

    @Test func noFailuresAreNotMentioned() {
        expect(ProgressText.line(tally(1), total: nil, elapsed: .seconds(1)), equals: "1 done · 0 in flight · 1.0/s")
    }

    @Test(arguments: [
        (1, 0, 0, 2.0, "1 answer, 1.0 kB in 2.0 s (0.5/s)"),
        (12_000, 2, 5, 64.0, "12,000 answers, 2 failed, 5 from the cache, 12.0 MB in 64 s (188/s)"),
        (0, 0, 0, 0.0, "0 answers, 0 B in 0.0 s (0/s)"),
    ])
    func sumsUp(_ row: (answered: Int, failed: Int, cached: Int, seconds: Double, text: String)) {
        let all = tally(row.answered, failed: row.failed, cached: row.cached)
        expect(ProgressText.summary(all, elapsed: .seconds(row.seconds)), equals: row.text)
    }

    /// The output of a report at given times, in milliseconds.
    private func written(at moments: [Int], columns: Int = 80) -> [String] {
        final class Recorder { var (lines, now) = ([String](), Instant.now) }
        let recorder = Recorder()
        let start = recorder.now
        let terminal = ProgressReport.Terminal(columns: { columns }) { recorder.lines.append($0) }
        var report = ProgressReport(on: terminal, total: 9) { recorder.now }
        for moment in moments {
            recorder.now = start + .milliseconds(moment)
            report.tally = tally(1)
            report.update()
        }
        report.clear()
        return recorder.lines
    }

    @Test func nothingIsShownInTheFirstSecond() { #expect(written(at: [0, 500, 999]).isEmpty) }

    @Test func fiveTimesASecondIsEnoughAndNothingIsLeft() {
        let lines = written(at: [1000, 1001, 1199, 1200, 1300, 1400])
        expect(lines.count, equals: 4)
        #expect(lines.dropLast().allSatisfy { $0.hasPrefix("\r\u{1B}[K1 of 9") })
        expect(lines.last, equals: "\r\u{1B}[K")
    }

    @Test func aNarrowTerminalHasOneLine() {
        expect(written(at: [1000], columns: 8).first, equals: "\r\u{1B}[K1 of 9 ")
    }

    @Test(
        arguments: [
            ([1, 2, 3], ["1", "2", "3"]), ([3, 2, 1], ["", "", "123"]), ([2, 1, 4, 3], ["", "12", "", "34"]),
        ] as [([UInt64], [String])])
    func answersWaitForTheirTurn(_ row: (numbers: [UInt64], written: [String])) {
        var order = AnswerOrder(isKept: true)
        let written = row.numbers.map {
            String(decoding: order.place(Array("\($0)".utf8), of: $0).flatMap(\.self), as: UTF8.self)
        }
        expect(written, equals: row.written)
        expect(order.count, equals: 0)
    }

    @Test func withoutAnOrderNoAnswerWaits() {
        var order = AnswerOrder(isKept: false)
        expect(order.place([7], of: 3), equals: [[7]])
    }
}
