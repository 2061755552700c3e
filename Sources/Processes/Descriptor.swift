import Platform

/// An open file descriptor, closed once, when its owner lets go of it.
package struct Descriptor: ~Copyable, Sendable {
    package let number: Int32

    package init(owning number: Int32) {
        self.number = number
    }

    deinit { close(number) }
}

extension Descriptor {
    /// Makes reads and writes on this end return at once.
    package func setNonBlocking() {
        _ = fcntl(number, F_SETFL, fcntl(number, F_GETFL) | O_NONBLOCK)
    }

    /// How many bytes wait in the pipe that this is an end of; nil when the system does not tell.
    package var unread: Int? {
        var count: Int32 = 0
        return ioctl(number, UInt(FIONREAD), &count) == 0 ? Int(count) : nil
    }

    /// Whether nothing waits in the pipe that this is an end of.
    package var isEmptyPipe: Bool { unread == 0 }

    /// Whether so much waits in the pipe that who writes may have to wait: the system counts pages, of which the last
    /// bytes may stay empty.
    package var isHalfFullPipe: Bool {
        let capacity = Int(fcntl(number, F_GETPIPE_SZ))
        return unread.map { 2 * $0 >= max(1, capacity) } ?? true
    }

    /// A wider pipe means fewer switches between processes; where the system refuses, the standard width does.
    package func widen(to bytes: Int) {
        _ = fcntl(number, F_SETPIPE_SZ, Int32(bytes))
    }
}
