/// The wording of progress and summary.
package enum ProgressText {
    /// The progress: done, in flight, failed, rate, time left.
    /// - Parameters:
    ///   - total: the number of all requests, if known.
    ///   - elapsed: time since the beginning.
    package static func line(_ tally: TransferTally, total: Int?, elapsed: Duration) -> String {
        let done = tally.answered
        var parts = [total.map { "\(done.grouped) of \($0.grouped)" } ?? "\(done.grouped) done"]
        parts.append("\(tally.inFlight.grouped) in flight")
        if tally.failed > 0 { parts.append("\(tally.failed.grouped) failed") }
        parts.append(rate(done, elapsed))
        if let total, done > 0, total > done {
            let left = elapsed.seconds * Double(total - done) / Double(done)
            parts.append("\(time(left)) left")
        }
        return parts.joined(separator: " · ")
    }

    /// The summary at the end.
    package static func summary(_ tally: TransferTally, elapsed: Duration) -> String {
        let failed = tally.failed == 0 ? "" : ", \(tally.failed.grouped) failed"
        let cached = tally.fromCache == 0 ? "" : ", \(tally.fromCache.grouped) from the cache"
        let noun = tally.answered == 1 ? "answer" : "answers"
        return "\(tally.answered.grouped) \(noun)\(failed)\(cached), \(size(tally.bytes)) "
            + "in \(time(elapsed.seconds)) (\(rate(tally.answered, elapsed)))"
    }

    private static func rate(_ count: Int, _ elapsed: Duration) -> String {
        let rate = elapsed > .zero ? Double(count) / elapsed.seconds : 0
        return (rate >= 10 || rate == 0 ? Int(rate.rounded()).grouped : rate.withOneDecimal) + "/s"
    }

    private static func time(_ seconds: Double) -> String {
        let whole = Int(min(seconds, 1e9).rounded())
        return switch seconds {
        case ..<10: "\(seconds.withOneDecimal) s"
        case ..<100: "\(whole) s"
        case ..<6000: "\(whole / 60) min \(whole % 60) s"
        default: "\(whole / 3600) h \(whole / 60 % 60) min"
        }
    }

    private static func size(_ bytes: Int) -> String {
        switch bytes {
        case ..<1000: "\(bytes) B"
        case ..<1_000_000: "\((Double(bytes) / 1e3).withOneDecimal) kB"
        case ..<1_000_000_000: "\((Double(bytes) / 1e6).withOneDecimal) MB"
        default: "\((Double(bytes) / 1e9).withOneDecimal) GB"
        }
    }
}

extension Duration {
    fileprivate var seconds: Double { self / .seconds(1) }
}

extension Double {
    fileprivate var withOneDecimal: String {
        let tenths = Int((self * 10).rounded())
        return "\(tenths / 10).\(tenths % 10)"
    }
}

extension Int {
    /// With commas between thousands.
    fileprivate var grouped: String {
        let digits = String(self)
        return String(
            digits.enumerated().flatMap { place, digit -> [Character] in
                place > 0 && (digits.count - place) % 3 == 0 ? [",", digit] : [digit]
            })
    }
}
