import Platform

/// The descriptors of one round of the loop, each with its meaning.
struct PollRound {
    enum Source: Equatable {
        case signals
        case output(Int)
        case diagnostics(Int)
        /// The output of a service's check.
        case check(Int)
        /// The stdin of a service that is behind.
        case input(Int)
        case control
        /// The folder of the control socket.
        case controlPlace
        /// Requests of a client of the control socket, or its end.
        case client(Int)
        /// A client of the control socket that is behind.
        case clientInput(Int)
        /// The recording's writer is behind.
        case recording
        /// stderr of the recording's writer.
        case recorder
        /// The log's reader is behind.
        case log
        /// The folders of files that belong to services.
        case files
        /// A program that is tried for a service.
        case rehearsal(Int)
    }

    private var pollSet = PollSet()
    private var sources: [Source] = []

    mutating func removeAll() {
        pollSet.removeAll()
        sources.removeAll(keepingCapacity: true)
    }

    mutating func add(_ source: Source, _ descriptor: Int32, for interest: PollSet.Interest = .reading) {
        pollSet.add(descriptor, for: interest)
        sources.append(source)
    }

    /// Waits until something is ready, a signal comes, or the time is up.
    mutating func wait(until deadline: Instant?, from now: Instant) {
        pollSet.wait(until: deadline, from: now)
    }

    /// Looks again and again without sleeping.
    /// - Returns: whether something is ready.
    mutating func look(until end: Instant) -> Bool {
        repeat { if pollSet.wait(for: .zero) == .ready { return true } } while .now < end
        return false
    }

    /// Calls `body` with every source that is ready, or whose other end is gone.
    func forEachReady(_ body: (Source) -> Void) {
        for place in sources.indices where pollSet.isReady(place) { body(sources[place]) }
    }
}
