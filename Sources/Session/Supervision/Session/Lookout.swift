import Platform

/// A moment in which the loop looks again before it sleeps, as a kernel does before it halts a processor (`halt_poll`). A service that
/// answers at once is then served without a wake-up, which costs more than the hop itself.
///
/// Only short waits in a row make that worthwhile, so an idle session sleeps, and one with an event each millisecond does too. Where looking
/// fails, as on a single processor, on which nobody else runs meanwhile, it takes twice as many short waits until the next try.
struct Lookout {
    /// A wait that is not longer is short.
    static let window = Duration.microseconds(50)
    private static let least = 2
    private static let most = 1024

    /// Short waits since the last long one.
    private var shortWaits = 0
    /// Short waits that make looking worthwhile.
    private var needed = Lookout.least

    var isWorthwhile: Bool { shortWaits >= needed }

    mutating func noteWait(of time: Duration, hasLooked: Bool) {
        let isShort = time <= Self.window
        shortWaits = isShort ? min(shortWaits + 1, Self.most) : 0
        if hasLooked { needed = isShort ? Self.least : min(needed * 2, Self.most) }
    }
}
