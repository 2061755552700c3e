package import Platform

extension Instant {
    private static let start = Instant.now

    /// A moment of a simulated clock, which tells the time since its start.
    package static func at(_ milliseconds: Int) -> Instant { at(.milliseconds(milliseconds)) }

    package static func at(_ time: Duration) -> Instant { start + time }

    /// The time of that clock.
    package var sinceStart: Duration { self - .start }
}
