import Platform
import Synchronization

/// Bounds the time of work that cannot be interrupted: another thread does it, and the caller gives it up when that thread has used
/// too much processor time. So every machine, slow or loaded, gives up the same work.
final class Leash: Sendable {
    /// The leash of the whole process.
    @TaskLocal static var shared = Leash()

    /// Milliseconds of processor time.
    static let length = 1000
    /// The most pieces of work that may still run after they were given up. At this number, no other work begins.
    static let mostRunaways = 2
    private let runaways = Mutex(0)
    /// Microseconds between two looks at the work: at first, and at most.
    private static let (shortestPause, longestPause): (UInt32, UInt32) = (100, 5000)

    private struct Progress<Result: Sendable>: Sendable {
        var result: Result?
        var clock: clockid_t?
        var isDone = false
        var isGivenUp = false
    }

    private final class Shared<Result: Sendable>: Sendable {
        let progress = Mutex(Progress<Result>())
    }

    /// True if work can be begun.
    var isFree: Bool { runaways.withLock { $0 < Self.mostRunaways } }

    /// - Returns: nil where the work returns nil, is given up, or cannot be begun.
    func run<Result: Sendable>(
        milliseconds: Int = length, _ work: @escaping @Sendable () -> Result?
    ) -> Result? {
        guard isFree else { return nil }
        let shared = Shared<Result>()
        // A caller without a thread could not bound the time of the work.
        guard DetachedThread.start({ self.perform(work, shared) }) else { return nil }
        var pause = Self.shortestPause
        while true {
            if shared.progress.withLock({ $0.isDone }) { return shared.progress.withLock { $0.result.take() } }
            if shared.progress.withLock({ giveUp(&$0, after: milliseconds) }) { return nil }
            usleep(pause)
            pause = min(pause * 2, Self.longestPause)
        }
    }

    private func perform<Result: Sendable>(_ work: () -> Result?, _ shared: Shared<Result>) {
        var clock = clockid_t()
        let hasClock = pthread_getcpuclockid(pthread_self(), &clock) == 0
        shared.progress.withLock { $0.clock = hasClock ? clock : nil }
        let result = work()
        let isGivenUp = shared.progress.withLock {
            // A late result is dropped.
            if !$0.isGivenUp { $0.result = result }
            $0.isDone = true
            return $0.isGivenUp
        }
        if isGivenUp { runaways.withLock { $0 -= 1 } }
    }

    /// - Returns: whether the work has taken its time.
    private func giveUp<Result: Sendable>(_ progress: inout Progress<Result>, after milliseconds: Int) -> Bool {
        var time = timespec()
        guard !progress.isDone, let clock = progress.clock, clock_gettime(clock, &time) == 0,
            time.tv_sec * 1000 + time.tv_nsec / 1_000_000 >= milliseconds
        else { return false }
        progress.isGivenUp = true
        runaways.withLock { $0 += 1 }
        return true
    }
}
