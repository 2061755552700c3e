/// Decides when a frame is painted: at once after a pause, and at most sixty times a second. Under a flood of screens the
/// time goes into reading them, and a key never waits for more than one frame. The clock is the caller's.
package struct FramePacing: Sendable {
    private var isWanted = false
    /// The earliest moment of the next frame.
    private var next = Int.min

    /// Milliseconds from one frame to the next.
    private static let interval = 17

    package init() {}

    /// Asks for a frame, because something may look different now.
    package mutating func want() { isWanted = true }

    /// Milliseconds until the next frame is due; nil when none is wanted.
    package func timeout(now: Int) -> Int? { isWanted ? now >= next ? 0 : next - now : nil }

    /// - Returns: whether to paint a frame now.
    package mutating func takeDue(now: Int) -> Bool {
        guard isWanted, now >= next else { return false }
        isWanted = false
        next = now + Self.interval
        return true
    }
}
