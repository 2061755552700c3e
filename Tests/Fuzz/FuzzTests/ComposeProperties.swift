import Composition
import YAML

/// Compose files: up to three that are merged, with variables.
enum ComposeProperties {
    private static let sessionFolder = "/tmp/s"
    private static let folders = Folders(working: "/home", executables: "/app/bin")
    private static let programs = ["/usr/bin/cat", "/usr/bin/sh", "/app/bin/viperline-view"]

    static func check(_ input: [UInt8]) throws(Finding) {
        let texts = input.texts
        var files = ["c.yaml": "services: {c: {command: cat}}"]
        for path in ["./.env", "/home/x.env"] { files[path] = texts.dropFirst(2).first ?? "" }
        let names = ["a.yaml", "b.yaml"]
        for (name, text) in zip(names, texts) { files[name] = text }
        let composition: Composition
        do throws(ComposeError) {
            composition = try load(Array(names.prefix(texts.count)), of: files)
        } catch {
            try claim(!error.mistakes.isEmpty, "a file is refused without a reason")
            for mistake in error.mistakes { try claimPrintable(mistake.description, "a mistake") }
            return
        }
        try claim(
            !composition.services.isEmpty && composition.services.allSatisfy { !$0.command.isEmpty },
            "a session has nothing to run")
        try checkComposed(composition, files)
    }

    /// `viperline config` writes a file that loads to the same session.
    private static func checkComposed(_ composition: Composition, _ files: [String: String]) throws(Finding) {
        let yaml = ComposedFile(composition, sessionFolder: sessionFolder, working: folders.working).value.yaml
        try claimPrintable(yaml.split(separator: "\n").joined(), "a composed file")
        do throws(ComposeError) {
            var again = try load(["out.yaml"], of: files.merging(["out.yaml": yaml]) { $1 }).unwatched
            // Its services name the file that declares the application.
            again.application = composition.application
            guard again != composition.unwatched else { return }
        } catch {
            throw Finding("a composed file is refused: \(error)\n\(yaml)")
        }
        throw Finding("a composed file is another session:\n\(yaml)")
    }

    private static func load(_ names: [String], of files: [String: String]) throws(ComposeError) -> Composition {
        let variables = ["PATH": "/usr/bin", "SET": "value", "EMPTY": "", "VIPERLINE_SESSION_DIR": sessionFolder]
        let places = ["/home", "/home/bin"]
        let disk = FileSystem(
            read: { path in files[path].map { .success(Array($0.utf8)) } ?? .failure(.notFound) },
            exists: { files[$0] != nil || programs.contains($0) || places.contains($0) },
            isFolder: { places.contains($0) }, isRegularFile: { files[$0] != nil },
            isExecutable: { programs.contains($0) }, names: { _ in [] })
        return try ComposeLoader(
            files: names, variables: { variables[$0] }, folders: folders, fileSystem: disk
        ).load()
    }
}
