import Platform

/// What the supervisor tells a process in environment variables; defaults apply without a supervisor.
package struct RoleEnvironment: Sendable {
    /// The service's name in the compose file (`VIPERLINE_SERVICE`).
    package let service: String
    /// Distinguishes the service's processes within the session (`VIPERLINE_RUN`).
    package let run: String
    /// The longest line, in bytes (`VIPERLINE_LINE_LIMIT`).
    package let lineLimit: Int
    /// Whether the first event is a predecessor's state (`VIPERLINE_RESTORED`).
    package let isRestored: Bool
    /// Whether the session is recorded (`VIPERLINE_RECORDED`).
    package let isRecorded: Bool
    /// Whether a supervisor started this process.
    package let isSupervised: Bool

    package init(role: String, variable: (String) -> String? = RoleEnvironment.variable) {
        service = variable("VIPERLINE_SERVICE") ?? role
        isRestored = variable("VIPERLINE_RESTORED") != nil
        isRecorded = variable("VIPERLINE_RECORDED") != nil
        isSupervised = variable("VIPERLINE_SERVICE") != nil
        run = variable("VIPERLINE_RUN") ?? "\(getpid())"
        lineLimit =
            variable("VIPERLINE_LINE_LIMIT").flatMap { Int($0) }.map { max(1, min($0, LineBuffer.highestLimit)) }
            ?? LineBuffer.standardLimit
    }

    package var stamp: EventStamp { EventStamp(source: service, run: run) }

    /// The value of an environment variable, nil when it is unset or empty.
    package static func variable(_ name: String) -> String? {
        guard let value = getenv(name), value.pointee != 0 else { return nil }
        return String(cString: value)
    }
}
