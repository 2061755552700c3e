/// Shows the progress of long work on one line of a terminal: nothing in the first second, then a few times a second. The
/// line is cleared at the end.
package struct ProgressReport {
    /// The terminal that shows it.
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
    private let now: () -> ContinuousClock.Instant
    private let start: ContinuousClock.Instant
    private var next: ContinuousClock.Instant
    private var isShown = false
    package private(set) var tally = TransferTally()

    /// - Parameters:
    ///   - terminal: nil shows nothing.
    ///   - total: the number of requests, if known.
    package init(
        on terminal: Terminal? = nil, total: Int? = nil,
        now: @escaping () -> ContinuousClock.Instant = { ContinuousClock.now }
    ) {
        self.terminal = terminal
        self.total = total
        self.now = now
        start = now()
        next = start + .seconds(1)
    }

    /// Milliseconds until the next update; nil for never.
    var interval: Int32? {
        guard terminal != nil else { return nil }
        return Int32(clamping: Int64(max(.zero, next - now()) / .milliseconds(1)) + 1)
    }

    package mutating func update(_ tally: TransferTally) {
        self.tally = tally
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

    /// The summary so far.
    package var summary: String { ProgressText.summary(tally, elapsed: now() - start) }
}
