import Composition
import Platform
import Processes
import SessionClient

/// The place where one test runs: a copy of the application's folder with `tests/fixtures` over it, and an empty home with `tests/home` over it. So a test
/// changes no data of the user, and finds what the test before it found.
struct TestPlace {
    /// A reason why a folder cannot be copied, or a test cannot be read.
    struct Refused: Error, CustomStringConvertible {
        let description: String

        init(_ description: String) { self.description = description }
    }

    /// The folders that are laid over the copy, and over the home.
    private static let fixtures = "tests/fixtures"
    private static let homeFixtures = "tests/home"
    /// Builds find the original folder by it.
    static let originalVariable = "VIPERLINE_TESTED_FOLDER"

    private static let versionControl: Set = [".git", ".hg", ".svn", ".jj"]
    /// Folders with built or downloaded files: too large to copy, and no data.
    private static let builds: Set = [".build", "node_modules", ".venv", "venv"]
    /// The file that marks a folder as built (bford.info/cachedir).
    private static let buildMark = "CACHEDIR.TAG"
    /// The places of interpreters and toolchains, below the home, unless their variables name another place.
    private static let toolchains = [
        "PYTHONUSERBASE": ".local", "PYENV_ROOT": ".pyenv", "RBENV_ROOT": ".rbenv", "ASDF_DATA_DIR": ".asdf",
        "MISE_DATA_DIR": ".local/share/mise", "CARGO_HOME": ".cargo", "RUSTUP_HOME": ".rustup",
        "SWIFTLY_HOME_DIR": ".local/share/swiftly", "GOPATH": "go",
    ]

    private let root: PrivateFolder
    /// The copy of the application's folder.
    let application: String
    let relocation: RelocatedPaths
    private let folder: ApplicationFolder
    private let inherited = OwnEnvironment.variables
    /// Paths in the application's folder alone: others in the home may name programs.
    private let inFolder: RelocatedPaths

    /// - Parameter session: the folder of this run, which is removed with all that is in it.
    init(for folder: ApplicationFolder, in session: String) throws(SystemError) {
        root = try PrivateFolder("\(session)/test-")
        self.folder = folder
        let copy = "\(root.path)/\(Self.plainName(of: folder.absolutePath))"
        application = copy
        let originals = [folder.absolutePath] + [resolvedPath(folder.path)].compactMap(\.self)
        var copies = originals.map { (original: $0, copy) }
        inFolder = RelocatedPaths(copies)
        if let home = inherited["HOME"] { copies.append((Folders.plain(home), "\(root.path)/home")) }
        relocation = RelocatedPaths(copies)
    }

    /// Makes everything as it is at the beginning of a test.
    /// - Returns: what could not be copied.
    func fill() throws -> [FolderCopy.LeftOut] {
        root.empty()
        for folder in [application, home, temporary, runtime] where mkdir(folder, 0o700) != 0 {
            throw SystemError("make the folder \(folder)")
        }
        let original = folder.absolutePath
        do {
            return try Self.copy(original, application)
                + Self.copy("\(original)/\(Self.fixtures)", application)
                + Self.copy("\(original)/\(Self.homeFixtures)", home)
        } catch let excess as FolderCopy.Excess {
            throw Refused(
                "\(folder.path) cannot be copied for its tests: \(excess); put \(Self.buildMark) into folders "
                    + "that the tests only read, which are linked instead")
        }
    }

    private var home: String { "\(root.path)/home" }
    private var temporary: String { "\(root.path)/tmp" }
    private var runtime: String { "\(root.path)/run" }

    /// The folder's name, as some applications show it; one that JSON can escape is replaced.
    private static func plainName(of path: String) -> String {
        let name = path.split(separator: "/").last.map(String.init) ?? ""
        let isPlain = name.utf8.allSatisfy {
            $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\")
        }
        return !isPlain || ["", "home", "tmp", "run"].contains(name) ? "application" : name
    }

    private static func copy(_ source: String, _ target: String) throws -> [FolderCopy.LeftOut] {
        let files = FileSystem.local
        guard files.isFolder(source) else { return [] }
        var copy = FolderCopy(of: source, to: target, followsLinksToFiles: true) { path, isFolder in
            let name = path.split(separator: "/").last.map(String.init) ?? path
            if versionControl.contains(name) || path == fixtures || path == homeFixtures { return .ignore }
            guard isFolder else { return path.hasPrefix("tests/") && TestFiles.isTest(name) ? .ignore : .copy }
            return builds.contains(name) || files.exists("\(source)/\(path)/\(buildMark)") ? .link : .copy
        }
        try copy.run()
        return copy.leftOut
    }

    // MARK: - A program

    /// All variables of a program: the user's, with another home.
    func environment(_ additional: [String: String]) -> [String: String] {
        // Expected texts are those of one language, unless the application itself chooses another one.
        var variables = inherited.filter { !$0.key.hasPrefix("LC_") && $0.key != "LANGUAGE" }.merging(own) { $1 }
        for name in ["XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME"] { variables[name] = nil }
        variables.merge(additional) { $1 }
        // The test's own folder by whatever name, such as PWD.
        variables = variables.mapValues(inFolder.entering)
        variables[Self.originalVariable] = folder.absolutePath
        return variables
    }

    /// The variables that compose files and programs get in place of the user's.
    var own: [String: String] {
        var variables = [
            "HOME": home, "TMPDIR": temporary, "XDG_RUNTIME_DIR": runtime, "LANG": "C.UTF-8",
        ]
        guard let home = inherited["HOME"] else { return variables }
        for (name, folder) in Self.toolchains where inherited[name] == nil {
            if FileSystem.local.isFolder("\(home)/\(folder)") { variables[name] = "\(home)/\(folder)" }
        }
        return variables
    }

    /// A command, whose arguments in the folder become those of the copy. A program that is not in the copy stays.
    func command(_ words: [String]) -> [String] {
        words.enumerated().map { index, word in
            let relocated = inFolder.entering(word)
            return index == 0 && !FileSystem.local.isExecutable(relocated) ? word : relocated
        }
    }

    /// - Parameter path: nil for the application's folder.
    func workingDirectory(_ path: String?) -> String {
        let relocated = path.map { inFolder.entering($0) } ?? application
        return FileSystem.local.isFolder(relocated) ? relocated : path ?? application
    }
}
