package import JSON

/// A tool of `viperline mcp` for something that a declared application does: steps of the tool `act` on one of its scenes.
package struct AgentVerb: JSONCodable, Equatable, Sendable {
    package enum Action: String, CaseIterable, JSONCodable, Sendable {
        case search, filter, open, press
    }

    package var name: String
    /// The element of `tools/list`.
    package var definition: JSONBytes
    package var scene: String
    package var action: Action
    /// The control of a press.
    package var control: String?
    /// The argument that the action needs: a query, or a row.
    package var needs: String?
    /// The arguments that are fields of the form above the rows.
    package var filters: [String]
}

/// The settings of an agent's view, as JSON one word of its command.
package struct AgentSettings: JSONCodable, Equatable, Sendable {
    /// Bytes of all verbs as JSON.
    package static let longestVerbs = 1 << 16

    package var verbs: [AgentVerb] = []
    /// The agent may name files of this machine (`--allow files`).
    package var mayNameFiles: Bool = false
    /// Routers open pages (`--allow pages`).
    package var opensPages: Bool = false
    package var refusesSecrets: Bool = false
}
