import Composition
import YAML

/// A fake disk with a few programs and the given files, so that tests need no set-up.
struct FakeDisk {
    /// File contents by path, relative to the working folder `/home`.
    var files: [String: String] = [:]
    var programs = [
        "/app/bin/viperline-view", "/app/bin/viperline-fetcher", "/usr/bin/cat", "/usr/bin/sh", "/home/bin/tool",
    ]
    var folders = ["/home", "/home/bin", "/home/sub"]

    static let variables = ["PATH": "/usr/bin:/bin", "SET": "value", "EMPTY": ""]

    var fileSystem: FileSystem {
        let files = files
        let programs = programs
        let folders = folders
        return FileSystem(
            read: { path in files[path].map { .success(Array($0.utf8)) } ?? .failure(.notFound) },
            exists: { files[$0] != nil || $0 == "/home/notes" || programs.contains($0) || folders.contains($0) },
            isFolder: { folders.contains($0) },
            isRegularFile: { files[$0] != nil },
            isExecutable: { programs.contains($0) },
            names: { folder in
                Set(files.keys).union(programs).compactMap { path in
                    let name = path.split(separator: "/").last.map(String.init) ?? path
                    return path == "\(folder)/\(name)" || (folder == "." && path == name) ? name : nil
                }
            })
    }

    func load(
        _ names: [String], replacing replacements: [String: [String]] = [:], arguments: [String] = [],
        environment: [String: String] = [:], environmentFiles: [String] = [], profiles: [String] = [],
        variables: [String: String] = variables
    ) throws(ComposeError) -> Composition {
        try ComposeLoader(
            files: names, replacements: replacements, arguments: arguments, environment: environment,
            environmentFiles: environmentFiles,
            profiles: profiles, variables: { variables[$0] },
            folders: Self.places, fileSystem: fileSystem
        ).load()
    }

    static let places = Folders(
        working: "/home", executables: "/app/bin", applications: "/home/.config/viperline/apps")

    /// The mistakes reported for one of its files, one line each.
    func mistakes(_ name: String, profiles: [String] = []) -> [String] {
        do throws(ComposeError) {
            _ = try load([name], profiles: profiles)
            return []
        } catch {
            return error.mistakes.map(\.description)
        }
    }

    /// The mistakes reported for these files, merged in the given order: one line each, empty if there are none.
    static func mistakes(
        _ texts: String..., replacing replacements: [String: [String]] = [:], arguments: [String] = []
    ) -> [String] {
        let names = ["a.yaml", "b.yaml", "c.yaml"]
        let disk = FakeDisk(files: Dictionary(uniqueKeysWithValues: zip(names, texts)))
        do throws(ComposeError) {
            _ = try disk.load(Array(names.prefix(texts.count)), replacing: replacements, arguments: arguments)
            return []
        } catch {
            return error.mistakes.map(\.description)
        }
    }

    /// The composition of these files, merged in the given order.
    static func composition(
        _ texts: String..., replacing replacements: [String: [String]] = [:], arguments: [String] = [],
        environment: [String: String] = [:]
    ) throws(ComposeError) -> Composition {
        let names = ["a.yaml", "b.yaml", "c.yaml"]
        let disk = FakeDisk(files: Dictionary(uniqueKeysWithValues: zip(names, texts)))
        return try disk.load(
            Array(names.prefix(texts.count)), replacing: replacements, arguments: arguments, environment: environment)
    }
}
