/// Wording for a person who waits.
package enum ProgressText {
    /// How far the work is: done, in flight, failed, rate, time left.
    /// - Parameters:
    ///   - total: requests in all, where that is known.
    ///   - elapsed: since the beginning.
    package static func line(_ statistics: Statistics, total: Int?, elapsed: Duration) -> String {
        let done = statistics.answered
        var parts = [total.map { "\(done.grouped) of \($0.grouped)" } ?? "\(done.grouped) done"]
        parts.append("\(statistics.inFlight.grouped) in flight")
        if statistics.failed > 0 { parts.append("\(statistics.failed.grouped) failed") }
        parts.append(rate(done, elapsed))
        if let total, done > 0, total > done {
            let left = elapsed.seconds * Double(total - done) / Double(done)
            parts.append("\(time(left)) left")
        }
        return parts.joined(separator: " · ")
    }

    /// What it came to.
    package static func summary(_ statistics: Statistics, elapsed: Duration) -> String {
        let failed = statistics.failed == 0 ? "" : ", \(statistics.failed.grouped) failed"
        let cached = statistics.fromCache == 0 ? "" : ", \(statistics.fromCache.grouped) from the cache"
        let noun = statistics.answered == 1 ? "answer" : "answers"
        return "\(statistics.answered.grouped) \(noun)\(failed)\(cached), \(size(statistics.bytes)) "
            + "in \(time(elapsed.seconds)) (\(rate(statistics.answered, elapsed)))"
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
    /// With a comma between thousands.
    fileprivate var grouped: String {
        let digits = String(self)
        return String(
            digits.enumerated().flatMap { place, digit -> [Character] in
                place > 0 && (digits.count - place) % 3 == 0 ? [",", digit] : [digit]
            })
    }
}
