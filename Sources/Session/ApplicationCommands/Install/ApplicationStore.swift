import Composition
import Platform
import Processes

/// The folder of the applications that the user has installed, such as `~/.local/share/viperline/apps`. Each has one entry, a folder or a
/// script, which appears and disappears at once.
///
/// A new version takes the place of the old one by two renames, one after the other, while no other installation can run: a process that is killed
/// between them leaves the old version as `.NAME.old`, and the next installation or removal puts it back.
struct ApplicationStore: ~Copyable {
    /// Why an application is neither stored nor removed.
    struct Refused: Error, CustomStringConvertible {
        let description: String

        init(_ description: String) { self.description = description }

        static func present(_ name: String) -> Refused {
            Refused("\(name) is installed already; --force replaces it, and --name gives this one another name")
        }
    }

    private static let incoming = ".incoming-"
    /// Names in a folder that are read.
    private static let mostNames = 10_000

    private let folder: String
    private let lock: Descriptor

    /// Waits until no other process changes the store.
    init() throws {
        guard let folder = Folders.current.installations else {
            throw Refused("there is no place for applications: neither XDG_DATA_HOME nor HOME is an absolute path")
        }
        try Self.makeFolders(folder)
        let number = open("\(folder)/.lock", O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard number >= 0 else { throw SystemError("open \(folder)/.lock") }
        self.folder = folder
        lock = Descriptor(owning: number)
    }

    private static func makeFolders(_ path: String) throws(SystemError) {
        var made = ""
        for word in path.split(separator: "/") {
            made += "/\(word)"
            guard mkdir(made, 0o700) == 0 || errno == EEXIST || access(made, F_OK) == 0 else {
                throw SystemError("make the folder \(made)")
            }
        }
    }

    func path(of name: String) -> String { "\(folder)/\(name)" }
    private func oldPath(of name: String) -> String { "\(folder)/.\(name).old" }

    /// Whether an application of that name is installed.
    func has(_ name: String) -> Bool {
        var status = stat()
        return lstat(path(of: name), &status) == 0
    }

    /// A new folder, in which a version can be prepared. Those of processes that were killed are removed.
    func newFolder() throws -> StoreFolder {
        try exclusively {
            let names = FolderListing.names(in: folder, most: Self.mostNames)
            for name in names where name.hasPrefix(Self.incoming) { StoreFolder.removeLeftover("\(folder)/\(name)") }
            return try StoreFolder("\(folder)/\(Self.incoming)")
        }
    }

    /// The files that the installed application has beside those that were installed.
    func data(of name: String) throws(SystemError) -> [String] {
        let path = path(of: name)
        var status = stat()
        guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else { return [] }
        return try InstalledFiles.later(in: path)
    }

    /// Puts a prepared version in its place.
    /// - Parameter replaces: whether there may be another one. Its data stays.
    func put(_ prepared: String, as name: String, replaces: Bool) throws {
        try exclusively {
            recover(name)
            guard has(name) else { return try Self.move(prepared, to: path(of: name)) }
            guard replaces else {
                throw Refused.present(name)
            }
            try keepData(of: name, in: prepared)
            PrivateFolder.remove(oldPath(of: name))
            try Self.move(path(of: name), to: oldPath(of: name))
            do { try Self.move(prepared, to: path(of: name)) } catch {
                recover(name)
                throw error
            }
            PrivateFolder.remove(oldPath(of: name))
        }
    }

    /// Removes an application with its data.
    func remove(_ name: String) throws {
        let trash = try newFolder()
        defer { trash.remove() }
        try exclusively {
            recover(name)
            try Self.move(path(of: name), to: "\(trash.path)/\(name)")
        }
    }

    /// Copies the user's data into a new version. A file that both the user and the new version have changed could be either.
    private func keepData(of name: String, in prepared: String) throws {
        let data = Set(try data(of: name))
        guard !data.isEmpty else { return }
        let taken = data.sorted().first { path in
            var status = stat()
            return lstat("\(prepared)/\(path)", &status) == 0
        }
        if let taken {
            throw Refused(
                "\(path(of: name))/\(taken) has changed since the installation, and the new version has this file, too; move yours away"
            )
        }
        let parents = Set(data.flatMap { path in path.indices.filter { path[$0] == "/" }.map { String(path[..<$0]) } })
        var copy = FolderCopy(of: path(of: name), to: prepared) { path, isFolder in
            (isFolder ? parents.contains(path) : data.contains(path)) ? .copy : .ignore
        }
        try copy.run()
        if let missing = copy.leftOut.first {
            throw Refused("\(path(of: name))/\(missing.path) cannot be kept: \(missing.reason)")
        }
    }

    /// Puts back a version whose replacement was interrupted.
    private func recover(_ name: String) {
        guard !has(name) else { return }
        rename(oldPath(of: name), path(of: name))
    }

    private func exclusively<Result: ~Copyable>(_ change: () throws -> Result) throws -> Result {
        while flock(lock.number, LOCK_EX) != 0 {
            guard errno == EINTR else { throw SystemError("lock \(folder)") }
        }
        defer { flock(lock.number, LOCK_UN) }
        return try change()
    }

    /// Never onto something else: the store is locked, and what is there has been looked at.
    private static func move(_ path: String, to target: String) throws(SystemError) {
        guard rename(path, target) == 0 else { throw SystemError("make \(target)") }
    }
}

/// A folder in the store that belongs to this process as long as it holds the lock, which ends with the process.
struct StoreFolder: ~Copyable {
    private let folder: PrivateFolder
    private let lock: Descriptor

    var path: String { folder.path }

    fileprivate init(_ beginning: String) throws(SystemError) {
        let folder = try PrivateFolder(beginning)
        guard let lock = Self.locked(folder.path) else { throw SystemError("lock \(folder.path)") }
        self.folder = folder
        self.lock = lock
    }

    func remove() { folder.remove() }

    fileprivate static func removeLeftover(_ path: String) {
        if locked(path) != nil { PrivateFolder.remove(path) }
    }

    /// Nil if another process has locked it.
    private static func locked(_ path: String) -> Descriptor? {
        let number = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW)
        guard number >= 0 else { return nil }
        guard flock(number, LOCK_EX | LOCK_NB) == 0 else {
            close(number)
            return nil
        }
        return Descriptor(owning: number)
    }
}
