import Composition
import Playback
import Processes

/// An application's folder: its `compose.yaml`, and what is in its folder `tests`.
struct ApplicationFolder {
    /// How deep folders in `tests` are looked through, and how many tests are found.
    private static let deepest = 4
    private static let mostTests = 10_000

    /// As the person named it, without a `/` at its end.
    let path: String
    private let files: FileSystem

    init(_ path: String, files: FileSystem = .local) {
        let trimmed = path.hasSuffix("/") && path != "/" ? String(path.dropLast()) : path
        self.path = trimmed
        self.files = files
    }

    /// As Compose finds it.
    var composeFile: String {
        let names = ["compose.yaml", "compose.yml"].map { "\(path)/\($0)" }
        return names.first(where: files.exists) ?? names[0]
    }
    /// Why this is no application's folder; nil if it is one.
    var problem: String? {
        guard files.isFolder(path) else { return "\(path) is no folder" }
        guard files.exists(composeFile) else { return "there is no compose.yaml in \(path)" }
        return nil
    }

    /// - Parameter sessionFolder: the value of VIPERLINE_SESSION_DIR in the file.
    func composition(sessionFolder: String) throws(ComposeError) -> Composition {
        let inherited = OwnEnvironment.variables
        // A path, whatever the folder's name is.
        return try ComposeLoader(files: [composeFile]) { $0 == SessionVariable.folder ? sessionFolder : inherited[$0] }
            .load()
    }

    /// The paths of cassettes and conversations, relative to the folder, in order. A pipe could make us wait for ever.
    var tests: [String] {
        var found: [String] = []
        look(in: "tests", depth: 1, &found)
        return found
    }

    private func look(in folder: String, depth: Int, _ found: inout [String]) {
        for name in files.names("\(path)/\(folder)").sorted() where !name.hasPrefix(".") && found.count < Self.mostTests
        {
            let test = "\(folder)/\(name)"
            if files.isFolder("\(path)/\(test)") {
                if depth < Self.deepest { look(in: test, depth: depth + 1, &found) }
            } else if [".ndjson", ".ndjson.gz"].contains(where: test.hasSuffix), files.isRegularFile("\(path)/\(test)")
            {
                found.append(test)
            }
        }
    }

    /// Whether what a service does is the folder's own: its program is, or it shows what the folder's file declares. Other roles of
    /// Viperline have tests elsewhere. A declared fetcher would ask its servers again.
    static func isOwn(_ service: Service) -> Bool {
        guard !service.receives.isEmpty || !service.sends.isEmpty, let program = service.command.first else {
            return false
        }
        let name = program.split(separator: "/").last.map(String.init) ?? program
        guard program == "\(Folders.current.executables)/\(name)", HarmlessService.isOurs(name) else { return true }
        return name == "viperline-presenter" && service.command.contains("--application")
    }
}
