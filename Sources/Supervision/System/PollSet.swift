import Platform

/// The descriptors of one round of `poll`, each with what it stands for.
struct PollSet {
    enum Source: Equatable {
        case signals
        case output(Int)
        case diagnostics(Int)
        /// The input of a child that is behind.
        case input(Int)
        /// The control socket.
        case control
        /// What a client of the control socket says, or that it is gone.
        case client(Int)
        /// What a client is behind with.
        case clientInput(Int)
        /// What the writer of the recording is behind with.
        case recording
        /// What it complains about, or that it has ended.
        case recorder
    }

    private var entries: [pollfd] = []
    private var sources: [Source] = []

    mutating func removeAll() {
        entries.removeAll(keepingCapacity: true)
        sources.removeAll(keepingCapacity: true)
    }

    enum Interest {
        case reading, writing
        /// Only whether the other end is gone.
        case hangUp
    }

    mutating func add(_ source: Source, _ descriptor: Int32, for interest: Interest = .reading) {
        let events: Int16 =
            switch interest {
            case .reading: Int16(POLLIN)
            case .writing: Int16(POLLOUT)
            case .hangUp: 0
            }
        entries.append(pollfd(fd: descriptor, events: events, revents: 0))
        sources.append(source)
    }

    /// Waits until something is ready, a signal comes, or the time is up.
    mutating func wait(until deadline: ContinuousClock.Instant?, from now: ContinuousClock.Instant) {
        var milliseconds: Int32 = -1
        if let deadline {
            let left = max(.zero, deadline - now)
            // Rounded up: a round too early would only find that it is too early.
            let (seconds, attoseconds) = left.components
            milliseconds =
                left == .zero ? 0 : Int32(clamping: seconds * 1000 + attoseconds / 1_000_000_000_000_000 + 1)
        }
        if poll(&entries, nfds_t(entries.count), milliseconds) < 0 {
            for index in entries.indices { entries[index].revents = 0 }
        }
    }

    /// Calls `body` with every source that is ready, or whose other end is gone.
    func forEachReady(_ body: (Source) -> Void) {
        for index in entries.indices where entries[index].revents != 0 { body(sources[index]) }
    }
}
