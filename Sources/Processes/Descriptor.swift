import Platform

/// An open file descriptor. It is closed when its owner is.
package struct Descriptor: ~Copyable, Sendable {
    package let number: Int32

    package init(owning number: Int32) {
        self.number = number
    }

    deinit { close(number) }
}

extension Descriptor {
    /// Makes reads and writes return at once.
    package func setNonBlocking() {
        _ = fcntl(number, F_SETFL, fcntl(number, F_GETFL) | O_NONBLOCK)
    }

    /// Bytes that wait in the pipe of which this is an end; nil if the system does not tell.
    package var unread: Int? {
        var count: Int32 = 0
        return ioctl(number, UInt(FIONREAD), &count) == 0 ? Int(count) : nil
    }

    /// Whether the pipe of which this is an end is empty.
    package var isEmptyPipe: Bool { unread == 0 }

    /// Whether a writer may have to wait for the pipe's reader. The system counts pages, which need not be full, so half the
    /// capacity is enough.
    package var isHalfFullPipe: Bool {
        let capacity = Int(fcntl(number, F_GETPIPE_SZ))
        return unread.map { 2 * $0 >= max(1, capacity) } ?? true
    }

    /// Enlarges the pipe, for fewer switches between processes. The system may refuse.
    package func widen(to bytes: Int) {
        _ = fcntl(number, F_SETPIPE_SZ, Int32(bytes))
    }
}
