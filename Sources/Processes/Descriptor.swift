#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

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

    /// Whether nothing waits in the pipe that this is an end of.
    package var isEmptyPipe: Bool {
        var count: Int32 = 0
        return ioctl(number, UInt(FIONREAD), &count) == 0 && count == 0
    }

    /// A wider pipe means fewer switches between processes; where the system refuses, the standard width does.
    package func widen(to bytes: Int) {
        #if os(Linux)
            // F_SETPIPE_SZ, a GNU extension that the importer does not show.
            _ = fcntl(number, 1031, Int32(bytes))
        #endif
    }
}
