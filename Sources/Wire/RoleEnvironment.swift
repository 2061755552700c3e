import Platform

/// What the supervisor tells a process in environment variables; defaults apply without a supervisor.
package struct RoleEnvironment: Sendable {
    /// The service's name in the compose file (`VIPERLINE_SERVICE`).
    package let service: String
    /// Distinguishes the service's processes within the session (`VIPERLINE_RUN`).
    package let run: String
    /// The longest line, in bytes (`VIPERLINE_LINE_LIMIT`).
    package let lineLimit: Int
    /// The bus's names for what this process knows by others (`VIPERLINE_PROTOCOLS`).
    package let aliases: ProtocolAliases
    /// Whether the first event is a predecessor's state (`VIPERLINE_RESTORED`).
    package let isRestored: Bool
    /// Whether the session is recorded (`VIPERLINE_RECORDED`).
    package let isRecorded: Bool
    /// Whether this process is only tried for the service, which another one still is (`VIPERLINE_REHEARSAL`).
    package let isRehearsal: Bool
    /// Whether a supervisor started this process.
    package let isSupervised: Bool

    package init(
        role: String, variable: (String) -> String? = RoleEnvironment.variable
    ) throws(ProtocolAliases.Malformed) {
        service = variable("VIPERLINE_SERVICE") ?? role
        isRestored = variable("VIPERLINE_RESTORED") != nil
        isRecorded = variable("VIPERLINE_RECORDED") != nil
        isRehearsal = variable("VIPERLINE_REHEARSAL") != nil
        isSupervised = variable("VIPERLINE_SERVICE") != nil
        run = variable("VIPERLINE_RUN") ?? "\(getpid())"
        lineLimit =
            variable("VIPERLINE_LINE_LIMIT").flatMap { Int($0) }.map { max(1, min($0, LineBuffer.highestLimit)) }
            ?? LineBuffer.standardLimit
        aliases = if let text = variable(ProtocolAliases.variable) { try ProtocolAliases(text) } else { .none }
    }

    /// This process's own. A malformed variable ends the process with exit code 64: it can't know what the events mean.
    package static func current(role: String) -> RoleEnvironment {
        do throws(ProtocolAliases.Malformed) {
            return try RoleEnvironment(role: role)
        } catch {
            StandardStream.diagnose(variable("VIPERLINE_SERVICE") ?? role, "\(error)")
            exit(ExitStatus.usage.rawValue)
        }
    }

    package var stamp: EventStamp { EventStamp(source: service, run: run) }

    /// The value of an environment variable, nil when it is unset or empty.
    package static func variable(_ name: String) -> String? {
        guard let value = getenv(name), value.pointee != 0 else { return nil }
        return String(cString: value)
    }
}
