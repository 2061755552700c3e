import Platform

/// Waits until there is something to read.
package enum Readiness {
    /// - Parameter timeout: milliseconds; nil waits for as long as it takes.
    /// - Returns: for each descriptor, whether it can be read (or has ended). All are false after a timeout.
    static func wait(_ descriptors: [Int32], timeout: Int?) -> [Bool] {
        var pollSet = PollSet(reading: descriptors)
        // A signal has its own descriptor among these.
        while pollSet.wait(milliseconds: Int32(clamping: timeout ?? -1)) == .interrupted {}
        return descriptors.indices.map(pollSet.isReady)
    }

    /// Milliseconds of a clock that only goes forward.
    package static func now() -> Int {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return time.tv_sec * 1000 + time.tv_nsec / 1_000_000
    }
}
