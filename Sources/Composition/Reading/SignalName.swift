import Platform

/// Signals by name or number, as `kill` takes them: `SIGTERM`, `TERM`, `15`.
enum SignalName {
    static let numbers: [String: Int32] = [
        "HUP": SIGHUP, "INT": SIGINT, "QUIT": SIGQUIT, "ILL": SIGILL, "TRAP": SIGTRAP, "ABRT": SIGABRT, "BUS": SIGBUS,
        "FPE": SIGFPE, "KILL": SIGKILL, "USR1": SIGUSR1, "SEGV": SIGSEGV, "USR2": SIGUSR2, "PIPE": SIGPIPE,
        "ALRM": SIGALRM, "TERM": SIGTERM, "CHLD": SIGCHLD, "CONT": SIGCONT, "STOP": SIGSTOP, "TSTP": SIGTSTP,
        "TTIN": SIGTTIN, "TTOU": SIGTTOU, "URG": SIGURG, "XCPU": SIGXCPU, "XFSZ": SIGXFSZ, "VTALRM": SIGVTALRM,
        "PROF": SIGPROF, "WINCH": SIGWINCH, "IO": SIGIO, "SYS": SIGSYS,
    ]

    static func parse(_ text: String) -> Int32? {
        if let number = Int32(text) { return 1...64 ~= number ? number : nil }
        let name = text.uppercased()
        return numbers[name.hasPrefix("SIG") ? String(name.dropFirst(3)) : name]
    }
}
