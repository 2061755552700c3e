/// Decides when a frame is painted: at once after a pause, also several in a row, and at most sixty times a second in the long
/// run. So an answer that comes right after the frame of a key need not wait; under a flood of screens the time goes into reading
/// them, and a key never waits for more than one frame. The clock is the caller's.
package struct FramePacing: Sendable {
    private var isWanted = false
    /// When the frames so far would have ended, had each waited for the one before; nil before the first.
    private var end: Int?

    /// Milliseconds from one frame to the next.
    private static let interval = 17
    /// Frames in a row after a pause.
    private static let burst = 3

    package init() {}

    /// Asks for a frame, because something may look different now.
    package mutating func want() { isWanted = true }

    /// Milliseconds until the next frame is due; nil when none is wanted.
    package func timeout(now: Int) -> Int? {
        guard isWanted else { return nil }
        guard let end else { return 0 }
        return max(end - Self.interval * (Self.burst - 1) - now, 0)
    }

    /// - Returns: whether to paint a frame now.
    package mutating func takeDue(now: Int) -> Bool {
        guard timeout(now: now) == 0 else { return false }
        isWanted = false
        end = max(end ?? now, now) + Self.interval
        return true
    }
}
