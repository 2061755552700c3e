import Platform

/// Waits until descriptors can be read.
package enum Readiness {
    /// - Parameter timeout: milliseconds; nil waits for ever.
    /// - Returns: for each descriptor, whether it can be read (or has ended). All are false after a timeout.
    static func wait(_ descriptors: [Int32], timeout: Int?) -> [Bool] {
        var entries = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        var count: Int32
        // Signals wake the poll through a descriptor of their own (SignalPipe).
        repeat {
            count = poll(&entries, nfds_t(entries.count), Int32(clamping: timeout ?? -1))
        } while count < 0 && errno == EINTR
        return entries.map { count > 0 && $0.revents != 0 }
    }

    /// Milliseconds of the monotonic clock.
    package static func now() -> Int {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return time.tv_sec * 1000 + time.tv_nsec / 1_000_000
    }
}
