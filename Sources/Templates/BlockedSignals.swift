import Platform

/// Signals that end a program are held back, so that nothing half-made is left; for milliseconds.
struct BlockedSignals {
    private var before = sigset_t()

    init() {
        var signals = sigset_t()
        sigemptyset(&signals)
        for signal in [SIGINT, SIGTERM, SIGHUP, SIGQUIT] { sigaddset(&signals, signal) }
        sigprocmask(SIG_BLOCK, &signals, &before)
    }

    func restore() {
        var mask = before
        sigprocmask(SIG_SETMASK, &mask, nil)
    }
}
