import Platform

/// Durations of the Compose Specification ("Specifying durations"): `500ms`, `1m30s`, `1h5m30s20ms`. Units are us, ms,
/// s, m, h.
package enum ComposeDuration {
    private static let nanoseconds = [
        "us": 1000, "ms": 1_000_000, "s": 1_000_000_000, "m": 60_000_000_000, "h": 3_600_000_000_000,
    ]

    /// nil for a text that is not a duration, and for one beyond what nanoseconds can count.
    package static func parse(_ text: String) -> Duration? {
        var rest = text.utf8[...]
        var total = 0
        guard !rest.isEmpty else { return nil }
        while !rest.isEmpty {
            let whole = digits(&rest)
            var fraction: Substring.UTF8View = rest.prefix(0)
            if rest.first == UInt8(ascii: ".") {
                rest.removeFirst()
                fraction = digits(&rest)
            }
            let unit = rest.prefix { 0x61...0x7A ~= $0 }
            rest = rest.dropFirst(unit.count)
            guard !whole.isEmpty || !fraction.isEmpty, let scale = nanoseconds[String(Substring(unit))],
                let amount = amount(whole, fraction, scale)
            else { return nil }
            let (sum, overflow) = total.addingReportingOverflow(amount)
            guard !overflow else { return nil }
            total = sum
        }
        return .nanoseconds(total)
    }

    /// The duration in the largest unit of which it is a whole number, such as `90s` or `500ms`.
    static func text(_ duration: Duration) -> String {
        let (seconds, attoseconds) = duration.components
        guard attoseconds != 0 else { return "\(seconds)s" }
        let nanoseconds = attoseconds / 1_000_000_000
        if nanoseconds % 1_000_000 == 0 { return "\(seconds)s\(nanoseconds / 1_000_000)ms" }
        if nanoseconds % 1000 == 0 { return "\(seconds)s\(nanoseconds / 1000)us" }
        let fraction = String(nanoseconds % 1000 + 1000).dropFirst()
        return "\(seconds)s\(nanoseconds / 1000).\(fraction)us"
    }

    private static func digits(_ rest: inout Substring.UTF8View) -> Substring.UTF8View {
        let digits = rest.prefix { 0x30...0x39 ~= $0 }
        rest = rest.dropFirst(digits.count)
        return digits
    }

    private static func amount(
        _ whole: Substring.UTF8View, _ fraction: Substring.UTF8View, _ scale: Int
    ) -> Int? {
        guard let units = whole.isEmpty ? 0 : Int(Substring(whole)) else { return nil }
        let (product, overflow) = units.multipliedReportingOverflow(by: scale)
        guard !overflow else { return nil }
        var part = scale
        var sum = product
        for digit in fraction {
            part /= 10
            let (next, overflow) = sum.addingReportingOverflow(Int(digit - 0x30) * part)
            guard !overflow else { return nil }
            sum = next
        }
        return sum
    }
}

/// Byte values of the Compose Specification ("Specifying byte values"): `2b`, `64k`, `64kb`, `1mb`, `1gb`, or a plain
/// number of bytes. A kilobyte has 1024 bytes.
enum ComposeBytes {
    private static let scales = [
        "": 1, "b": 1, "k": 1 << 10, "kb": 1 << 10, "m": 1 << 20, "mb": 1 << 20, "g": 1 << 30, "gb": 1 << 30,
    ]

    static func parse(_ text: String) -> Int? {
        let digits = text.prefix { $0.isASCII && $0.isNumber }
        guard let number = Int(digits), let scale = scales[text.dropFirst(digits.count).lowercased()] else {
            return nil
        }
        let (product, overflow) = number.multipliedReportingOverflow(by: scale)
        return overflow ? nil : product
    }
}

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
