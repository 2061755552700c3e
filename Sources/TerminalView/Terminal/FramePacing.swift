/// When the next frame may be painted: at most sixty a second, the first one after a pause at once. Under a flood of screens
/// the time goes into reading them, and a key never waits for more than one frame. The clock is the caller's.
package struct FramePacing: Sendable {
    private var isWanted = false
    /// No frame before this moment.
    private var next = Int.min

    /// Milliseconds from one frame to the next.
    private static let interval = 17

    package init() {}

    /// Something may look different now.
    package mutating func want() { isWanted = true }

    /// Milliseconds until there is a frame to paint; nil when there is none.
    package func timeout(now: Int) -> Int? { isWanted ? now >= next ? 0 : next - now : nil }

    /// - Returns: whether to paint a frame now.
    package mutating func takeDue(now: Int) -> Bool {
        guard isWanted, now >= next else { return false }
        isWanted = false
        next = now + Self.interval
        return true
    }
}
