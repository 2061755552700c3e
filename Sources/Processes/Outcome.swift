import Platform

/// How a process ended.
package enum Outcome: Equatable, Sendable, CustomStringConvertible {
    case exited(Int32)
    case killed(signal: Int32)
    /// It never began.
    case notStarted

    /// - Parameter status: what `waitpid` gave.
    package init(waitStatus status: Int32) {
        let signal = status & 0x7F
        self = signal == 0 ? .exited(status >> 8 & 0xFF) : .killed(signal: signal)
    }

    /// The signal that stopped a process, as `waitpid` reports with WUNTRACED; nil if the process has ended.
    package static func stopSignal(waitStatus status: Int32) -> Int32? {
        status & 0xFF == 0x7F ? status >> 8 & 0xFF : nil
    }

    /// Whether a signal ended it.
    package var isCrash: Bool { if case .killed = self { true } else { false } }

    /// As a shell would report it.
    package var code: Int32 {
        switch self {
        case .exited(let code): code
        case .killed(let signal): 128 + signal
        case .notStarted: 127
        }
    }

    package var description: String {
        switch self {
        case .exited(let code): "ended with exit code \(code)"
        case .killed(let signal): "was killed by signal \(signal) (\(String(cString: strsignal(signal))))"
        case .notStarted: "could not be started"
        }
    }
}
