import JSON

/// What a process may say and hear on its bus, as the supervisor tells it (`VIPERLINE_WIRING`). A program that plays a part of
/// another bus needs it; roles know their messages.
package struct RoleWiring: JSONCodable, Equatable, Sendable {
    package static let variable = "VIPERLINE_WIRING"
    /// In bytes. Beyond that, a process is not told: the system bounds what an environment may hold, and the process would not start.
    package static let longest = 1 << 16

    /// The composition's name.
    package var session: String
    /// Patterns of types, as in the compose file; nil for none, as in all of these.
    package var receives: [String]?
    package var sends: [String]?
    /// Which of both are states.
    package var states: [String]?
    /// Which of `receives` have no answer (`recovery: redeliver`).
    package var notices: [String]?
    /// Which of `sends` are no answer.
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
            throw Malformed("\"\(pattern)\" is no type and no pattern of types")
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
