import Composition
import Platform
import Playback
import Processes

/// An application's folder: its `compose.yaml`, and what is in its folder `tests`.
struct ApplicationFolder {
    /// As the user named it, without a `/` at its end.
    let path: String
    private let files: FileSystem

    init(_ path: String, files: FileSystem = .local) {
        let trimmed = path.hasSuffix("/") && path != "/" ? String(path.dropLast()) : path
        self.path = trimmed
        self.files = files
    }

    var absolutePath: String {
        let whole =
            path.hasPrefix("/") ? path : path == "." ? Folders.current.working : "\(Folders.current.working)/\(path)"
        return Folders.plain(whole)
    }
    /// Without links; nil if there is no such folder.
    var realPath: String? { TestFiles.realPath(path) }

    /// As Compose finds it.
    var composeFile: String {
        let names = ["compose.yaml", "compose.yml"].map { "\(path)/\($0)" }
        return names.first(where: files.exists) ?? names[0]
    }
    /// Why this is not an application's folder; nil if it is one.
    var problem: String? {
        guard files.isFolder(path) else { return "\(path) is not a folder" }
        guard files.exists(composeFile) else { return "there is no compose.yaml in \(path)" }
        return nil
    }

    /// - Parameters:
    ///   - sessionFolder: the value of VIPERLINE_SESSION_DIR in the file.
    ///   - variables: in place of the user's.
    func composition(sessionFolder: String, variables: [String: String]) throws(ComposeError) -> Composition {
        let inherited = OwnEnvironment.variables.merging(variables) { $1 }
        // A path, whatever the folder's name is.
        return try ComposeLoader(files: [composeFile], foundIn: path) {
            $0 == SessionVariable.folder ? sessionFolder : inherited[$0]
        }.load()
    }

    /// Why a test is not read: one of its links leads out of the folder, whose author may be untrusted.
    func refusal(of test: String) -> String? {
        let bound = BoundPath("\(path)/\(test)", in: path, working: Folders.current.working)
        return files.kindOfBound(bound) == .failure(.outside) ? "it \(bound.leadsOut)" : nil
    }

    /// The cassettes and conversations.
    var tests: TestFiles { TestFiles(in: path) }

    /// The names of some files of the folder itself that were changed in these seconds since 1970.
    func filesChanged(in period: ClosedRange<Int>) -> [String] {
        let names = FolderListing.names(in: path, most: TestFiles.mostNames).filter { name in
            var status = stat()
            return lstat("\(path)/\(name)", &status) == 0 && status.st_mode & S_IFMT == S_IFREG
                && period ~= status.st_mtim.tv_sec
        }
        return Array(names.sorted().prefix(Self.mostNamed))
    }

    /// Names in a message.
    private static let mostNamed = 5

    /// Whether what a service does is the folder's own: its program is, or it shows what the folder's file declares.
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
    /// What looks like a test, or may hold some, and is not run.
    struct LeftOut: Equatable {
        /// Relative to the application's folder.
        let path: String
        let reason: String
    }

    /// How deep to search folders, how many tests to run, and how many names to read.
    static let deepest = 16
    static let mostTests = 10_000
    static let mostNames = 100_000

    /// A file or folder, whatever its paths are.
    private struct Identity: Hashable {
        let device: UInt64
        let inode: UInt64

        init(_ status: stat) {
            device = UInt64(status.st_dev)
            inode = UInt64(status.st_ino)
        }
    }

    private let folder: String
    /// The folder's own path, without links.
    private let root: String?
    private var seen: Set<Identity> = []
    private var links: [String] = []
    private var names = 0
    private(set) var found: [String] = []
    private(set) var leftOut: [LeftOut] = []

    /// - Parameter folder: the application's.
    init(in folder: String) {
        self.folder = folder
        root = Self.realPath(folder)
        look(at: "tests", named: "tests", depth: 0)
        // Last, so that a test has the path of its own place.
        var next = 0
        while next < links.count {
            follow(links[next])
            next += 1
        }
        found.sort()
        leftOut.sort { $0.path < $1.path }
    }

    // MARK: - What there is

    private mutating func look(at path: String, named name: String, depth: Int) {
        var status = stat()
        guard lstat("\(folder)/\(path)", &status) == 0 else { return leaveOutUnreachable(path, named: name) }
        switch status.st_mode & S_IFMT {
        case S_IFLNK: links.append(path)
        case S_IFDIR: enter(path, Identity(status), depth: depth + 1)
        default: take(path, status)
        }
    }

    private mutating func take(_ path: String, _ status: stat) {
        guard Self.isTest(path) else { return }
        guard status.st_mode & S_IFMT == S_IFREG else { return leaveOut(path, "it is not a regular file") }
        guard found.count < Self.mostTests else {
            return leaveOut(path, "there are more than \(Self.mostTests) tests")
        }
        seen.insert(Identity(status))
        found.append(path)
    }

    private mutating func enter(_ path: String, _ identity: Identity, depth: Int) {
        guard seen.insert(identity).inserted else { return }
        guard depth <= Self.deepest else {
            return leaveOut(path, "it is deeper than \(Self.deepest) folders")
        }
        var entries: [String] = []
        let isRead = FolderListing.forEach(in: "\(folder)/\(path)") { entry in
            let name = entry.name
            guard !name.hasPrefix(".") else { return true }
            names += 1
            guard names <= Self.mostNames else {
                leaveOut(path, "there are more than \(Self.mostNames) names in tests")
                return false
            }
            entries.append(name)
            return true
        }
        guard isRead else { return leaveOut(path, "the folder cannot be read") }
        for name in entries.sorted() { look(at: "\(path)/\(name)", named: name, depth: depth) }
    }

    // MARK: - Links

    private mutating func follow(_ path: String) {
        var status = stat()
        guard stat("\(folder)/\(path)", &status) == 0 else {
            if Self.isTest(path) || path == "tests" { leaveOut(path, "it is a link to nothing") }
            return
        }
        let isFolder = status.st_mode & S_IFMT == S_IFDIR
        guard isFolder || Self.isTest(path), !seen.contains(Identity(status)) else { return }
        guard isInside(path) else { return leaveOut(path, "it is a link out of the application's folder") }
        if isFolder {
            enter(path, Identity(status), depth: path.split(separator: "/").count)
        } else {
            take(path, status)
        }
    }

    private func isInside(_ path: String) -> Bool {
        guard let root, let target = Self.realPath("\(folder)/\(path)") else { return false }
        return root == "/" || target.hasPrefix(root + "/")
    }

    static func realPath(_ path: String) -> String? {
        guard let resolved = realpath(path, nil) else { return nil }
        defer { free(resolved) }
        return String(cString: resolved)
    }

    // MARK: - What is left out

    /// A name that is not UTF-8 has lost bytes, so the file cannot be found by it.
    private mutating func leaveOutUnreachable(_ path: String, named name: String) {
        let isLossy = name.contains("\u{FFFD}")
        if isLossy, Self.isTest(name) || !name.contains(".") {
            leaveOut(path, "its name is not UTF-8")
        } else if Self.isTest(name) {
            leaveOut(path, "it cannot be found")
        }
    }

    private mutating func leaveOut(_ path: String, _ reason: String) {
        leftOut.append(LeftOut(path: path, reason: reason))
    }

    static func isTest(_ name: String) -> Bool { [".ndjson", ".ndjson.gz"].contains(where: name.hasSuffix) }
}
