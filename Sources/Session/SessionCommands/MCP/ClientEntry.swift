import Composition
import JSON

/// The entry in a client's configuration with which it starts this command as a server.
struct ClientEntry: JSONWritable {
    private let command: String
    private let args: [String]
    private let name: String

    /// - Parameters:
    ///   - name: an application, or the path of its file.
    ///   - words: those behind `viperline`. A path leads to the same file wherever the client starts it.
    init(_ name: String, _ words: some Sequence<String>, in folders: Folders = .current, files: FileSystem = .local) {
        let file = name.split(separator: "/").last.map(String.init) ?? name
        self.name = file.split(separator: ".").first.map(String.init) ?? file
        command = folders.executables + "/viperline"
        args = words.map { word in
            let path = Folders.absolute(word, in: folders.working)
            return word.contains("/") && files.exists(path) ? path : word
        }
    }

    /// For each client that `viperline rpc wrap` knows.
    var text: String {
        let entry = String(decoding: [name: self].json, as: UTF8.self)
        return """
            Claude Code (.mcp.json, ~/.claude.json), Claude Desktop (~/.config/Claude/claude_desktop_config.json), Cursor (.cursor/mcp.json):
            {"mcpServers":\(entry)}

            VS Code (.vscode/mcp.json, ~/.config/Code/User/mcp.json):
            {"servers":\(entry)}

            """
    }

    func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("command", command)
        writer.member("args", args)
        writer.endObject()
    }
}
