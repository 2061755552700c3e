import CommandBasis
import Composition
import JSON

/// The entry in a client's configuration with which it starts this command as a server.
struct ClientEntry: JSONWritable {
    let command: String
    let args: [String]

    /// - Parameter words: those behind `viperline`. A path leads to the same file wherever the client starts it.
    init(_ words: some Sequence<String>, in folders: Folders = .current, files: FileSystem = .local) {
        command = folders.executables + "/viperline"
        args = words.map { word in
            let path = Folders.absolute(word, in: folders.working)
            return word.contains("/") && files.exists(path) ? path : word
        }
    }

    /// The entry for each client, and where it belongs.
    /// - Parameter application: its name, or the path of its file.
    func text(for application: String) -> String {
        let file = application.split(separator: "/").last.map(String.init) ?? application
        let name = file.split(separator: ".").first.map(String.init) ?? file
        return MCPClient.keys.map { key in
            let places = MCPClient.all.filter { $0.key == key }
                .map { "\($0.title) (\($0.files.joined(separator: ", ")))" }
            let entry = String(decoding: [key: [name: self]].json, as: UTF8.self)
            return "\(places.joined(separator: ", ")):\n\(entry)\n"
        }.joined(separator: "\n")
    }
}
