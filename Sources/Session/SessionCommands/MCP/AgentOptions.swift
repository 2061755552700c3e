import AgentTools
import Commands
import Declarations
import JSON
import Wire

/// Actions that a user lets an agent do.
struct AgentOptions: CommandOptions {
    enum Permission: String, ArgumentValue, CaseIterable {
        case pages, files
    }

    var allow: [Permission] = []
    var noSecrets = false

    static var table: OptionTable<Self> {
        [
            .option(
                "allow", value: "action", \.allow,
                "Let the agent open pages and start players (pages), or name files in forms (files). May be repeated."
            ),
            .flag("no-secrets", \.noSecrets, "Do not let the agent fill secret fields. It never sees secrets."),
        ]
    }

    /// The view of the agent.
    /// - Parameter application: the file of a declared application.
    func view(for application: String? = nil) -> [String] {
        let declaration = application.flatMap { try? DeclarationFile.read($0) }
        let settings = AgentSettings(
            verbs: declaration.map { DeclaredVerbs($0).verbs } ?? [], mayNameFiles: allow.contains(.files),
            opensPages: allow.contains(.pages), refusesSecrets: noSecrets)
        return ["viperline-view", "--mcp", "--settings", String(decoding: settings.json, as: UTF8.self)]
    }

    /// The variables that decide whether routers open pages.
    func variables(_ chosen: [String: String]) -> [String: String] {
        allow.contains(.pages) ? chosen.merging([RoleEnvironment.printsURLs: "0"]) { $1 } : chosen
    }
}
