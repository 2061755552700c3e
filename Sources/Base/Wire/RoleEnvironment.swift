import JSON
import Platform

/// Settings that the supervisor passes to a process in environment variables; defaults apply without a supervisor.
package struct RoleEnvironment: Sendable {
    /// The service's name in the compose file (`VIPERLINE_SERVICE`).
    package let service: String
    /// Distinguishes the service's processes within the session (`VIPERLINE_RUN`).
    package let run: String
    /// The longest line, in bytes (`VIPERLINE_LINE_LIMIT`).
    package let lineLimit: Int
    /// The bus's names for protocols that have other names in this process (`VIPERLINE_PROTOCOLS`).
    package let aliases: ProtocolAliases
    /// The first event is a predecessor's state (`VIPERLINE_RESTORED`).
    package let isRestored: Bool
    /// How many of the first lines the bus drops, because an earlier process has written them (`VIPERLINE_REPEATS`).
    package let repeats: Int
    /// The session is recorded (`VIPERLINE_RECORDED`).
    package let isRecorded: Bool
    /// True if this process is only tried for the service, while another one still serves (`VIPERLINE_REHEARSAL`).
    package let isRehearsal: Bool
    /// A supervisor started this process.
    package let isSupervised: Bool

    /// The variable that leaves a router without an opener: it starts no browser and no player, because no user sits at its machine.
    package static let printsURLs = "VIPERLINE_PRINT_URLS"

    /// The variable for a role whose users are visitors of `viperline serve`: the reason for a failure is for the log only.
    package static let visitors = "VIPERLINE_VISITORS"

    package static var hasVisitors: Bool { variable(visitors) == "1" }

    package init(
        role: String, variable: (String) -> String? = RoleEnvironment.variable
    ) throws(ProtocolAliases.Malformed) {
        service = variable("VIPERLINE_SERVICE") ?? role
        isRestored = variable("VIPERLINE_RESTORED") != nil
        repeats = variable("VIPERLINE_REPEATS").flatMap { Int($0) } ?? 0
        isRecorded = variable("VIPERLINE_RECORDED") != nil
        isRehearsal = variable("VIPERLINE_REHEARSAL") != nil
        isSupervised = variable("VIPERLINE_SERVICE") != nil
        run = variable("VIPERLINE_RUN") ?? "\(getpid())"
        lineLimit =
            variable("VIPERLINE_LINE_LIMIT").flatMap { Int($0) }.map { max(1, min($0, LineBuffer.highestLimit)) }
            ?? LineBuffer.standardLimit
        aliases = if let text = variable(ProtocolAliases.variable) { try ProtocolAliases(text) } else { .none }
    }

    /// The settings of this process. A malformed variable ends the process with exit code 64: it can't know what the events mean.
    package static func current(role: String) -> RoleEnvironment {
        do throws(ProtocolAliases.Malformed) {
            return try RoleEnvironment(role: role)
        } catch {
            StandardStream.diagnose(variable("VIPERLINE_SERVICE") ?? role, "\(error)")
            exit(ExitStatus.usage.rawValue)
        }
    }

    package var stamp: EventStamp { EventStamp(source: service, run: run) }

    /// The session's environment without the variables for its roles, for a program that a role starts. The token of the orphan guard
    /// stays.
    package static func withoutRole(_ variables: [String: String]) -> [String: String] {
        let own = ["SERVICE", "RUN", "RESTORED", "REPEATS", "RECORDED", "LINE_LIMIT", "PROTOCOLS", "RUNS_COMMANDS"]
        return variables.filter { variable in !own.contains { variable.key == "VIPERLINE_\($0)" } }
    }

    /// The value of an environment variable, nil when it is unset or empty.
    package static func variable(_ name: String) -> String? {
        guard let value = getenv(name), value.pointee != 0 else { return nil }
        return String(cString: value)
    }
}

/// The messages that a process may send and receives on its bus, from the supervisor (`VIPERLINE_WIRING`). A program that plays a part of
/// another bus needs it; roles know their messages.
package struct RoleWiring: JSONCodable, Equatable, Sendable {
    package static let variable = "VIPERLINE_WIRING"
    /// The longest value, in bytes. A longer one is left out: the system bounds the environment, and the process would not start.
    package static let longest = 1 << 16

    /// The composition's name.
    package var session: String
    /// Patterns of types, as in the compose file; nil for none, as in all of these.
    package var receives: [String]?
    package var sends: [String]?
    /// Patterns of `receives` and `sends` that are states.
    package var states: [String]?
    /// Patterns of `receives` that have no answer (`recovery: redeliver`).
    package var notices: [String]?
    /// Patterns of `sends` that are not replies.
    package var progress: [String]?

    package init(
        session: String, receives: [MessagePattern], sends: [MessagePattern], states: [MessagePattern] = [],
        notices: [MessagePattern] = [], progress: [MessagePattern] = []
    ) {
        func words(_ patterns: [MessagePattern]) -> [String]? {
            patterns.isEmpty ? nil : patterns.map(\.description)
        }
        self.session = session
        self.receives = words(receives)
        self.sends = words(sends)
        self.states = words(states)
        self.notices = words(notices)
        self.progress = words(progress)
    }

    /// - Parameter text: the variable's value.
    package init(_ text: String) throws(Malformed) {
        guard text.utf8.count <= Self.longest else { throw Malformed("more than \(Self.longest) bytes") }
        do throws(JSONError) {
            self = try JSONReader.read(Array(text.utf8).span, root: Self.variable) { reader throws(JSONError) in
                try RoleWiring(from: &reader)
            }
        } catch {
            throw Malformed("\(error)")
        }
        let patterns = [receives, sends, states, notices, progress].compactMap(\.self).joined()
        if let pattern = patterns.first(where: { !MessagePattern.isWellFormed($0) }) {
            throw Malformed("\"\(pattern)\" is neither a type nor a pattern of types")
        }
    }

    /// The variable's value; nil where it would be too long.
    package var text: String? {
        let json = json
        return json.count <= Self.longest ? String(decoding: json, as: UTF8.self) : nil
    }

    package struct Malformed: Error, Equatable, Sendable, CustomStringConvertible {
        private let reason: String

        init(_ reason: String) {
            self.reason = reason
        }

        package var description: String { "\(RoleWiring.variable): \(reason)" }
    }
}
