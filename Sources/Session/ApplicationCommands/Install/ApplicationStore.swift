import Commands
import Composition
import Platform
import Processes
import Wire

/// A reason why an application is neither installed nor removed.
struct InstallRefusal: CommandProblem, CustomStringConvertible {
    let description: String
    let status = ExitStatus.badInput

    init(_ description: String) { self.description = description }
}

/// The folder of the applications that the user has installed, such as `~/.local/share/viperline/apps`. Each has one entry, a folder or a
/// script, which appears and disappears at once.
///
/// A new version takes the place of the old one by two renames, one after the other, while no other installation can run: a process that is killed
/// between them leaves the old version as `.NAME.old`, and the next installation or removal puts it back.
struct ApplicationStore: ~Copyable {
    private static let incoming = ".incoming-"
    /// Names in a folder that are read.
    private static let mostNames = 10_000

    private let folder: String
    private let lock: Descriptor
    /// A folder of this process alone, in which a version can be prepared.
    private let own: PrivateFolder
    /// The lock of the own folder, which ends with the process.
    private let ownLock: Descriptor

    /// Waits until no other process changes the store. The folders of processes that were killed are removed.
    init() throws {
        guard let folder = Folders.current.installations else {
            throw InstallRefusal(
                "there is no place for applications: neither XDG_DATA_HOME nor HOME is an absolute path")
        }
        try PrivateFolder.makeAll(folder)
        let lock = try Self.open("\(folder)/.lock", O_RDWR | O_CREAT)
        try Self.lock(lock)
        let names = FolderListing.names(in: folder, most: Self.mostNames)
        for path in names.filter({ $0.hasPrefix(Self.incoming) }).map({ "\(folder)/\($0)" }) {
            guard let leftover = try? Self.open(path, O_RDONLY | O_DIRECTORY) else { continue }
            if flock(leftover.number, LOCK_EX | LOCK_NB) == 0 { PrivateFolder.remove(path) }
        }
        let own = try PrivateFolder("\(folder)/\(Self.incoming)")
        let ownLock = try Self.open(own.path, O_RDONLY | O_DIRECTORY)
        try Self.lock(ownLock)
        flock(lock.number, LOCK_UN)
        self.folder = folder
        self.lock = lock
        self.own = own
        self.ownLock = ownLock
    }

    deinit { own.remove() }

    func path(of name: String) -> String { "\(folder)/\(name)" }
    private func oldPath(of name: String) -> String { "\(folder)/.\(name).old" }
    /// The place where a version can be prepared.
    func preparedPath(of name: String) -> String { "\(own.path)/\(name)" }

    func has(_ name: String) -> Bool { FileStatus(atLink: path(of: name)) != nil }

    /// The files that the installed application has beside those that were installed.
    func data(of name: String) throws(SystemError) -> [String] {
        let path = path(of: name)
        return FileStatus(atLink: path)?.isFolder == true ? try InstalledFiles.later(in: path) : []
    }

    /// Puts the prepared version in its place.
    /// - Parameter replaces: true if there may be another one. Its data stays.
    func put(_ name: String, replaces: Bool) throws {
        try exclusively(name) {
            let prepared = preparedPath(of: name)
            guard has(name) else { return try Self.move(prepared, to: path(of: name)) }
            guard replaces else { throw isPresent(name) }
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

    func isPresent(_ name: String) -> InstallRefusal {
        InstallRefusal("\(name) is installed already; --force replaces it, and --name gives this one another name")
    }

    /// Removes an application with its data: it goes with the own folder.
    func remove(_ name: String) throws {
        try exclusively(name) { try Self.move(path(of: name), to: preparedPath(of: name)) }
    }

    /// Copies the user's data into a new version. A file that both the user and the new version have changed could be either.
    private func keepData(of name: String, in prepared: String) throws {
        let data = Set(try data(of: name))
        guard !data.isEmpty else { return }
        if let taken = data.sorted().first(where: { FileStatus(atLink: "\(prepared)/\($0)") != nil }) {
            throw InstallRefusal(
                "\(path(of: name))/\(taken) has changed since the installation, and the new version has this file, too; move yours away"
            )
        }
        let parents = Set(data.flatMap { path in path.indices.filter { path[$0] == "/" }.map { String(path[..<$0]) } })
        var copy = FolderCopy(of: path(of: name), to: prepared) { path, isFolder in
            (isFolder ? parents.contains(path) : data.contains(path)) ? .copy : .ignore
        }
        do { try copy.run() } catch let excess as FolderCopy.Excess {
            throw InstallRefusal("the files that the application has made cannot be kept: \(excess)")
        }
        if let missing = copy.leftOut.first {
            throw InstallRefusal("\(path(of: name))/\(missing.path) cannot be kept: \(missing.reason)")
        }
    }

    /// Puts back a version whose replacement was interrupted.
    private func recover(_ name: String) {
        if !has(name) { rename(oldPath(of: name), path(of: name)) }
    }

    private func exclusively(_ name: String, _ change: () throws -> Void) throws {
        try Self.lock(lock)
        defer { flock(lock.number, LOCK_UN) }
        recover(name)
        try change()
    }

    private static func open(_ path: String, _ flags: Int32) throws(SystemError) -> Descriptor {
        guard let file = Descriptor(opening: path, flags | O_NOFOLLOW) else { throw SystemError("open \(path)") }
        return file
    }

    private static func lock(_ descriptor: borrowing Descriptor) throws(SystemError) {
        while flock(descriptor.number, LOCK_EX) != 0 {
            guard errno == EINTR else { throw SystemError("lock the folder of the applications") }
        }
    }

    /// Renames, never onto something else: the store is locked, and its entries have been looked at.
    private static func move(_ path: String, to target: String) throws(SystemError) {
        guard rename(path, target) == 0 else { throw SystemError("make \(target)") }
    }
}
