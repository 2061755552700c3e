import Platform

/// Waits until descriptors can be read.
package enum Readiness {
    /// - Parameter timeout: milliseconds; nil waits for ever.
    /// - Returns: for each descriptor, whether it can be read (or has ended). All are false after a timeout.
    static func wait(_ descriptors: [Int32], timeout: Int?) -> [Bool] {
        var pollSet = PollSet(reading: descriptors)
        // Signals wake the poll through a descriptor of their own (SignalPipe).
        while pollSet.wait(milliseconds: Int32(clamping: timeout ?? -1)) == .interrupted {}
        return descriptors.indices.map(pollSet.isReady)
    }

    /// Milliseconds of the monotonic clock.
    package static func now() -> Int {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return time.tv_sec * 1000 + time.tv_nsec / 1_000_000
    }
}
