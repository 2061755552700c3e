/// A client of the Model Context Protocol, and the files in which it has the commands of its servers.
package struct MCPClient: Sendable {
    package let title: String
    /// The member of its files whose members are servers.
    package let key: String
    /// A project's, then those of the user: `~` is the home folder, `~/.config` the one of the settings.
    package let files: [String]

    package static let all = [
        MCPClient(title: "Claude Code", key: "mcpServers", files: [".mcp.json", "~/.claude.json"]),
        MCPClient(title: "Claude Desktop", key: "mcpServers", files: ["~/.config/Claude/claude_desktop_config.json"]),
        MCPClient(title: "VS Code", key: "servers", files: [".vscode/mcp.json", "~/.config/Code/User/mcp.json"]),
        MCPClient(title: "Cursor", key: "mcpServers", files: [".cursor/mcp.json", "~/.cursor/mcp.json"]),
    ]
    package static let keys = all.map(\.key).reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
}
