/// Descriptors to wait for in one call of poll(2). `add` returns a descriptor's place, by which the caller then queries the set.
package struct PollSet: Sendable {
    package enum Interest: Sendable {
        case reading, writing, readingAndWriting
        /// The place only shows that the other end is gone.
        case hangUp

        fileprivate var events: Int16 {
            switch self {
            case .reading: Int16(POLLIN)
            case .writing: Int16(POLLOUT)
            case .readingAndWriting: Int16(POLLIN | POLLOUT)
            case .hangUp: 0
            }
        }
    }

    /// The reason for the end of a wait.
    package enum Wakeup: Equatable, Sendable {
        case ready, timedOut
        /// A signal came.
        case interrupted
        /// poll(2) does not work here; its errno.
        case failed(Int32)
    }

    private var entries: [pollfd] = []

    package init() {}

    package init(reading descriptors: [Int32], writing others: [Int32] = []) {
        for descriptor in descriptors { add(descriptor) }
        for descriptor in others { add(descriptor, for: .writing) }
    }

    package var isEmpty: Bool { entries.isEmpty }

    package mutating func removeAll() { entries.removeAll(keepingCapacity: true) }

    /// - Returns: nil for no descriptor, which is never ready.
    @discardableResult
    package mutating func add(_ descriptor: Int32?, for interest: Interest = .reading) -> Int? {
        guard let descriptor else { return nil }
        entries.append(pollfd(fd: descriptor, events: interest.events, revents: 0))
        return entries.count - 1
    }

    /// - Parameter time: nil waits without end, zero only looks.
    @discardableResult
    package mutating func wait(for time: Duration? = nil) -> Wakeup {
        let count = poll(&entries, nfds_t(entries.count), time.map(Self.milliseconds) ?? -1)
        guard count <= 0 else { return .ready }
        let code = errno
        for place in entries.indices { entries[place].revents = 0 }
        return count == 0 ? .timedOut : code == EINTR ? .interrupted : .failed(code)
    }

    /// - Parameter deadline: nil waits without end.
    @discardableResult
    package mutating func wait(
        until deadline: Instant?, from now: Instant = .now
    ) -> Wakeup {
        wait(for: deadline.map { $0 - now })
    }

    /// True if the descriptor can be read or written as asked for, or its other end is gone.
    package func isReady(_ place: Int?) -> Bool { revents(place) != 0 }

    /// True if a read does not wait: there are bytes, the end, or an error.
    package func canRead(_ place: Int?) -> Bool { revents(place) & ~Int16(POLLOUT) != 0 }

    package func canWrite(_ place: Int?) -> Bool { revents(place) & Int16(POLLOUT) != 0 }

    /// The places that are ready, in the order in which they were added.
    package var ready: [Int] { entries.indices.filter { isReady($0) } }

    /// The descriptors that are ready, in the same order.
    package var readyDescriptors: [Int32] { entries.filter { $0.revents != 0 }.map(\.fd) }

    private func revents(_ place: Int?) -> Int16 {
        guard let place, entries.indices.contains(place) else { return 0 }
        return entries[place].revents
    }

    /// Rounded up, since a wait that ends too early only finds that it is too early.
    package static func milliseconds(of left: Duration) -> Int32 {
        guard left > .zero else { return 0 }
        let (seconds, attoseconds) = left.components
        let (whole, overflow) = seconds.multipliedReportingOverflow(by: 1000)
        return overflow ? .max : Int32(clamping: whole &+ (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)
    }
}

extension PollSet {
    /// Waits for one descriptor, also past signals.
    /// - Parameter patience: zero only looks.
    /// - Returns: whether it became ready in that time.
    package static func isReady(
        _ descriptor: Int32, for interest: Interest = .reading, within patience: Duration = .zero
    ) -> Bool {
        isReady(descriptor, for: interest, until: .now + patience)
    }

    /// Waits for one descriptor, also past signals.
    /// - Parameter deadline: nil waits without end.
    /// - Returns: whether it became ready in time.
    package static func isReady(
        _ descriptor: Int32, for interest: Interest = .reading, until deadline: Instant?
    ) -> Bool {
        var set = PollSet()
        set.add(descriptor, for: interest)
        while true {
            switch set.wait(until: deadline) {
            case .ready: return true
            case .timedOut, .failed: return false
            case .interrupted: continue
            }
        }
    }
}
