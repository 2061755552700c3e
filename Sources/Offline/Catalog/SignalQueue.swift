import Platform

/// Blocked signals, taken one by one where the program waits for them. A ``SignalPipe`` does not report the sender of a signal.
package struct SignalQueue {
    package struct Arrival: Equatable, Sendable {
        package let signal: Int32
        /// True if the terminal sent it to the whole foreground group, our children included.
        package let isFromTerminal: Bool
    }

    private var awaited = sigset_t()

    /// Blocks the signals. The queue must exist before any other thread: threads inherit the signal mask.
    package init(_ signals: [Int32]) {
        sigemptyset(&awaited)
        for signal in signals { sigaddset(&awaited, signal) }
        pthread_sigmask(SIG_BLOCK, &awaited, nil)
        // An inherited "ignore" would make the system reap our children.
        signal(SIGCHLD, SIG_DFL)
    }

    package mutating func next() -> Arrival {
        while true {
            var about = siginfo_t()
            let signal = sigwaitinfo(&awaited, &about)
            // SI_USER is 0, and other processes' codes are negative.
            if signal > 0 { return Arrival(signal: signal, isFromTerminal: about.si_code > 0) }
        }
    }
}
