import HTTPTransfer
package import Platform

/// Shows the progress of long work on one line of a terminal: nothing in the first second, then a few times a second. The
/// line is cleared at the end.
package struct ProgressReport {
    package struct Terminal {
        let columns: () -> Int
        let write: (String) -> Void

        package init(columns: @escaping () -> Int, write: @escaping (String) -> Void) {
            self.columns = columns
            self.write = write
        }
    }

    /// Moves to the beginning of the line and clears it.
    package static let lineClearing = "\r\u{1B}[K"
    private static let pause = Duration.milliseconds(200)

    private let terminal: Terminal?
    private let total: Int?
    private let now: () -> Instant
    private let start: Instant
    private var next: Instant
    private var isShown = false
    package var tally = TransferTally()

    /// - Parameters:
    ///   - terminal: nil shows nothing.
    ///   - total: the number of requests, if known.
    package init(
        on terminal: Terminal? = nil, total: Int? = nil,
        now: @escaping () -> Instant = { Instant.now }
    ) {
        self.terminal = terminal
        self.total = total
        self.now = now
        start = now()
        next = start + .seconds(1)
    }

    /// The time until the next update; nil for never.
    var interval: Duration? { terminal == nil ? nil : max(.zero, next - now()) }

    package mutating func update() {
        guard let terminal else { return }
        let moment = now()
        guard moment >= next else { return }
        next = moment + Self.pause
        isShown = true
        let text = ProgressText.line(tally, total: total, elapsed: moment - start)
        // The last column stays free: some terminals wrap as soon as it is written.
        terminal.write(Self.lineClearing + text.prefix(max(0, terminal.columns() - 1)))
    }

    package mutating func clear() {
        if isShown { terminal?.write(Self.lineClearing) }
        isShown = false
    }

    package var summary: String { ProgressText.summary(tally, elapsed: now() - start) }
}

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
    /// The number with commas between thousands.
    fileprivate var grouped: String {
        let digits = String(self)
        return String(
            digits.enumerated().flatMap { place, digit -> [Character] in
                place > 0 && (digits.count - place) % 3 == 0 ? [",", digit] : [digit]
            })
    }
}

/// Counts of requests, for progress and summary.
package struct TransferTally: Equatable, Sendable {
    package var answered = 0
    package var inFlight = 0
    package var failed = 0
    package var fromCache = 0
    /// Bytes of bodies, as received.
    package var bytes = 0

    package init() {}

    mutating func note(_ response: HTTPResponse) {
        bytes += response.hop.receivedBytes
        switch response.cache {
        case .hit, .validated, .stale: fromCache += 1
        case .miss, nil: break
        }
    }
}

/// The wording of attempts that have failed and will be repeated.
enum AttemptText {
    static func words(attempt: Int, cause: String, delay: Duration) -> String {
        let tenths = Int((delay / .milliseconds(100)).rounded())
        return "attempt \(attempt): \(cause); again in \(tenths / 10).\(tenths % 10) s"
    }
}

/// Counts the lines that remain in a file, without moving its offset.
package enum LineCount {
    /// - Returns: the number of lines; nil unless the descriptor is a regular file.
    package static func rest(of descriptor: Int32) -> Int? {
        guard FileStatus(of: descriptor)?.isRegular == true else { return nil }
        var offset = lseek(descriptor, 0, SEEK_CUR)
        guard offset >= 0 else { return nil }
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        var lines = 0
        var last: UInt8 = 0x0A
        while case let count = pread(descriptor, &chunk, chunk.count, offset), count > 0 {
            offset += count
            lines += chunk[..<count].count { $0 == 0x0A }
            last = chunk[count - 1]
        }
        return last == 0x0A ? lines : lines + 1
    }
}
