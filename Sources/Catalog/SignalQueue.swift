import Platform

/// Signals taken one by one, where the program chooses to wait for them, in place of handlers.
package struct SignalQueue {
    package struct Arrival: Equatable, Sendable {
        package let signal: Int32
        /// The terminal has sent it to the whole foreground group, our children too.
        package let isFromTerminal: Bool
    }

    private var awaited = sigset_t()

    /// Must come before the first other thread: threads inherit what is blocked.
    package init(_ signals: [Int32]) {
        sigemptyset(&awaited)
        for signal in signals { sigaddset(&awaited, signal) }
        pthread_sigmask(SIG_BLOCK, &awaited, nil)
        // Whoever ignores SIGCHLD passes that on, and the system would then reap our children.
        signal(SIGCHLD, SIG_DFL)
    }

    package mutating func next() -> Arrival {
        while true {
            var about = siginfo_t()
            let signal = sigwaitinfo(&awaited, &about)
            // SI_USER is 0, and what another process queues is below it.
            if signal > 0 { return Arrival(signal: signal, isFromTerminal: about.si_code > 0) }
        }
    }
}
