import Platform

/// The reading end of a pipe that a child writes into.
///
/// A process that the child has started may hold the other end after the child has ended, and write for ever. So after the child's
/// end, only the bytes that were in the pipe at that moment are read.
package final class ChildOutput {
    private var end: Descriptor?
    /// Bytes that are still the child's own: without end while it lives, then the bytes that it left in the pipe.
    private var left = Int.max
    private var hasChildEnded = false
    /// True if another process had the other end when the child's output was over.
    package private(set) var isHeld = false

    /// An output that has ended.
    package init() {}

    /// - Parameter end: becomes non-blocking.
    package init(_ end: consuming Descriptor) {
        end.setNonBlocking()
        self.end = consume end
    }

    /// The descriptor to poll; nil once the output has ended.
    package var descriptor: Int32? { end?.number }

    /// Call this when the child is reaped, then read the rest until ``descriptor`` is nil, without polling.
    package func childEnded() {
        left = end?.unread ?? 0
        hasChildEnded = true
    }

    /// Reads what is there, without waiting.
    /// - Returns: the number of bytes; 0 if there is nothing now, or no more (see ``descriptor``).
    package func read(into space: UnsafeMutableRawBufferPointer) -> Int {
        guard let number = descriptor else { return 0 }
        let room = min(space.count, left)
        var count = 0
        if room > 0 {
            repeat { count = Platform.read(number, space.baseAddress, room) } while count < 0 && errno == EINTR
        }
        if count < 0, errno == EAGAIN, !hasChildEnded { return 0 }
        if hasChildEnded { left -= max(count, 0) }
        if count <= 0 || left == 0 { finish(number) }
        return max(count, 0)
    }

    /// - Returns: the bytes that are there; empty if there are none now, or no more.
    package func read(most: Int) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: most) { $1 = read(into: UnsafeMutableRawBufferPointer($0)) }
    }

    private func finish(_ number: Int32) {
        isHeld = !PollSet.isReady(number, for: .hangUp)
        end = nil
    }
}
