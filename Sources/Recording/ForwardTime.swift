/// The times of a cassette as they go on: who plays it relies on that none is before the last. In a file they may be, where
/// two recordings have been put one behind the other.
package struct ForwardTime: Sendable {
    private var latest = 0.0

    package init() {}

    /// - Parameter time: of the next event, in seconds since the session began.
    package mutating func next(_ time: Double) -> Double {
        latest = max(latest, time)
        return latest
    }
}
