package import Composition
import Platform
package import YAML

/// What the server knows besides the open documents.
package struct Surroundings {
    package var folders: Folders
    /// The disk, without the open documents.
    package var files: FileSystem
    /// The folders in which programs are looked for.
    package var searchPath: String?
    /// What `viperline check` finds wrong with a file.
    package var check: (_ path: String, _ files: FileSystem) -> [Mistake]

    package init(
        folders: Folders = .current, files: FileSystem = .local, searchPath: String?,
        check: @escaping (String, FileSystem) -> [Mistake]
    ) {
        self.folders = folders
        self.files = files
        self.searchPath = searchPath
        self.check = check
    }
}

/// Names that come from the disk. They are read once and kept until a file is opened or saved, because a completion has no time for that.
struct KnownNames {
    /// Of all programs in PATH.
    private static let mostPrograms = 10_000

    private let surroundings: Surroundings
    private var programs: [String]?
    private var applications: [String]?
    private var eventTypes: [String]?

    init(_ surroundings: Surroundings) { self.surroundings = surroundings }

    mutating func forget() { (programs, applications, eventTypes) = (nil, nil, nil) }

    /// The programs that come with Viperline first.
    mutating func allPrograms() -> [String] {
        if let programs { return programs }
        let files = surroundings.files
        let own = files.names(surroundings.folders.executables).filter {
            $0.hasPrefix("viperline-") && files.isExecutable("\(surroundings.folders.executables)/\($0)")
        }
        let folders = (surroundings.searchPath ?? "").split(separator: ":").map(String.init).filter {
            $0.hasPrefix("/")
        }
        var seen = Set(own)
        var others: [String] = []
        for name in folders.lazy.flatMap({ files.names($0) }) where seen.insert(name).inserted {
            others.append(name)
            if others.count >= Self.mostPrograms { break }
        }
        let found = own.sorted() + others.sorted()
        programs = found
        return found
    }

    /// The installed compose files, by the names that `extends` and `include` know.
    mutating func allApplications() -> [String] {
        if let applications { return applications }
        let folders = ApplicationFolders(folders: surroundings.folders, files: surroundings.files).installed
        let names = folders.flatMap(surroundings.files.names).filter { $0.hasSuffix(".yaml") }.map {
            String($0.dropLast(5))
        }
        let found = Set(names).sorted()
        applications = found
        return found
    }

    /// The types of the protocol, and the protocols themselves.
    mutating func allEventTypes() -> [String] {
        if let eventTypes { return eventTypes }
        let types = SchemaBundle(folders: surroundings.folders, files: surroundings.files).types
        let protocols = types.map { $0.split(separator: ".").dropLast().joined(separator: ".") }
        let found = Set(types + protocols).sorted()
        eventTypes = found
        return found
    }
}
