/// Makes a cassette's times monotonic for playback. In a file they may go back, where two recordings were concatenated.
package struct ForwardTime: Sendable {
    private var latest = 0.0

    package init() {}

    /// - Parameter time: the next event's, in seconds since the session began.
    package mutating func next(_ time: Double) -> Double {
        latest = max(latest, time)
        return latest
    }
}
