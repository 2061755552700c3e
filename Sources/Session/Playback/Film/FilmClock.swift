/// The times of a film: as recorded, but long pauses are cut short, and the screen that an action led to stays in sight.
package struct FilmClock: Sendable {
    package struct Pace: Sendable {
        /// Recorded seconds in a second of the film.
        package var speed: Double
        /// Seconds; a longer pause is cut.
        package var longestPause: Double
        /// Seconds from the last change before an action to that action, at least.
        package var shortestLook: Double

        package init(speed: Double, longestPause: Double, shortestLook: Double) {
            self.speed = speed
            self.longestPause = longestPause
            self.shortestLook = shortestLook
        }
    }

    private let pace: Pace
    /// The recorded time.
    private var recorded: Double
    /// Seconds of the film.
    package private(set) var now = 0.0

    /// - Parameter start: the recorded time where the film begins.
    package init(_ pace: Pace, start: Double = 0) {
        self.pace = pace
        recorded = start
    }

    /// - Parameter beginsAction: whether the user begins something new at that time.
    package mutating func advance(to time: Double, beginsAction: Bool = false) {
        let pause = min(max(time - recorded, 0) / pace.speed, pace.longestPause)
        recorded = max(time, recorded)
        now += beginsAction ? max(pause, pace.shortestLook) : pause
    }

    /// Lets time pass that was not recorded.
    package mutating func advance(by seconds: Double) { now += seconds }
}
