import Composition
import Platform
import Playback
import Processes

/// An application's folder: its `compose.yaml`, and what is in its folder `tests`.
struct ApplicationFolder {
    /// Names in a message.
    private static let mostNamed = 5

    /// The path as the user named it, without a `/` at its end.
    let path: String

    init(_ path: String) { self.path = path.hasSuffix("/") && path != "/" ? String(path.dropLast()) : path }

    var absolutePath: String { Folders.plain(Folders.absolute(path, in: Folders.current.working)) }

    /// A reason why this is not an application's folder; nil if it is one.
    var problem: String? {
        guard FileSystem.local.isFolder(path) else { return "\(path) is not a folder" }
        return ApplicationName.composeFile(in: path) == nil ? "there is no compose.yaml in \(path)" : nil
    }

    /// - Parameter variables: in place of the user's.
    func composition(sessionFolder: String, variables: [String: String]) throws(ComposeError) -> Composition {
        let inherited = OwnEnvironment.variables.merging(variables) { $1 }
        // A path, whatever the folder's name is.
        let file = ApplicationName.composeFile(in: path) ?? path
        return try ComposeLoader(files: [file], foundIn: path) {
            $0 == SessionVariable.folder ? sessionFolder : inherited[$0]
        }.load()
    }

    /// The names of some files of the folder itself, without fixtures in their place, that were changed in these seconds since 1970.
    func filesChanged(in period: ClosedRange<Int>) -> [String] {
        let names = FolderListing.names(in: path, most: TestFiles.mostNames).filter { name in
            guard let status = FileStatus(atLink: "\(path)/\(name)"), status.isRegular,
                !FileSystem.local.exists("\(path)/tests/fixtures/\(name)")
            else { return false }
            return period ~= status.system.st_mtim.tv_sec
        }
        return Array(names.sorted().prefix(Self.mostNamed))
    }

    /// True if a service's work is the folder's own: its program is, or it shows what the folder's file declares.
    /// Other roles of Viperline have tests elsewhere. A declared fetcher would ask its servers again.
    static func isOwn(_ service: Service) -> Bool {
        guard !service.receives.isEmpty || !service.sends.isEmpty, let program = service.command.first else {
            return false
        }
        let name = program.split(separator: "/").last.map(String.init) ?? program
        guard program == "\(Folders.current.executables)/\(name)", HarmlessService.isOurs(name) else { return true }
        return name == "viperline-presenter" && service.command.contains("--application")
    }
}

/// The files in an application's folder `tests`: each once, by whichever links, and those that are left out.
struct TestFiles {
    /// A file that looks like a test, or a folder that may hold some, and is not run.
    struct LeftOut: Equatable {
        /// Relative to the application's folder.
        let path: String
        let reason: String
    }

    /// Folders within folders, tests to run, and names to read.
    static let deepest = 16
    static let mostTests = 10_000
    static let mostNames = 100_000

    private let folder: String
    /// The files and folders that were looked at, by their paths without links.
    private var seen: Set<String> = []
    private var links: [String] = []
    private var names = 0
    private(set) var found: [String] = []
    private(set) var leftOut: [LeftOut] = []

    init(in folder: String) {
        self.folder = folder
        look(at: "tests")
        // Last, so that a test has the path of its own place.
        var next = 0
        while next < links.count {
            follow(links[next])
            next += 1
        }
        found.sort()
        leftOut.sort { $0.path < $1.path }
    }

    private mutating func look(at path: String) {
        guard let status = FileStatus(atLink: "\(folder)/\(path)") else {
            // A name that is not UTF-8 has lost bytes, so the file cannot be found by it; it may be a folder.
            let name = path.split(separator: "/").last ?? ""
            let isLossy = name.contains("\u{FFFD}")
            guard Self.isTest(path) || isLossy && !name.contains(".") else { return }
            return leaveOut(path, isLossy ? "its name is not UTF-8" : "it cannot be found")
        }
        if status.isLink { links.append(path) } else { take(path, status) }
    }

    private mutating func follow(_ path: String) {
        guard let status = FileStatus(at: "\(folder)/\(path)") else {
            if Self.isTest(path) || path == "tests" { leaveOut(path, "it is a link to nothing") }
            return
        }
        take(path, status)
    }

    /// Takes a test, or the tests of a folder, unless another path has led there.
    private mutating func take(_ path: String, _ status: FileStatus) {
        guard status.isFolder || Self.isTest(path), let real = resolvedPath("\(folder)/\(path)"), !seen.contains(real)
        else {
            return
        }
        guard let root = resolvedPath(folder), root == "/" || real.hasPrefix("\(root)/") else {
            return leaveOut(path, "it is a link out of the application's folder")
        }
        guard status.isFolder || status.isRegular else {
            return leaveOut(path, "it is not a regular file")
        }
        guard found.count < Self.mostTests else {
            return leaveOut(path, "there are more than \(Self.mostTests) tests")
        }
        seen.insert(real)
        if status.isFolder { enter(path) } else { found.append(path) }
    }

    private mutating func enter(_ path: String) {
        guard path.split(separator: "/").count <= Self.deepest else {
            return leaveOut(path, "it is deeper than \(Self.deepest) folders")
        }
        var entries: [String] = []
        let isRead = FolderListing.forEach(in: "\(folder)/\(path)") { entry in
            if !entry.name.hasPrefix(".") { entries.append(entry.name) }
            return names + entries.count <= Self.mostNames
        }
        names += entries.count
        guard isRead, names <= Self.mostNames else {
            let excess = "there are more than \(Self.mostNames) names in tests"
            return leaveOut(path, isRead ? excess : "the folder cannot be read")
        }
        for name in entries.sorted() { look(at: "\(path)/\(name)") }
    }

    private mutating func leaveOut(_ path: String, _ reason: String) {
        leftOut.append(LeftOut(path: path, reason: reason))
    }

    static func isTest(_ name: String) -> Bool { [".ndjson", ".ndjson.gz"].contains(where: name.hasSuffix) }
}
