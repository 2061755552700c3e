import Platform
import Processes

/// The folder that holds the folders of a user's sessions. Only that user may enter it; a folder that others may write
/// into is refused.
struct SessionRoot: ~Copyable, Sendable {
    /// How many logs of ended sessions are kept; older ones are removed when a session starts.
    static let logsKept = 10
    /// Bytes of the root's path: paths of sockets in a session's folder, such as `PATH/1234567-abcdef/catalog.sock`, have at most 107.
    static let longestPath = 79

    let path: String
    let descriptor: Descriptor

    /// `$XDG_RUNTIME_DIR/viperline`, `<temporary folder>/viperline-<uid>` (XDG Base Directory Specification), and the
    /// latter's replacements. A variable that is not the absolute path of a folder, or too long for sockets, counts as unset.
    static func paths(_ variable: (String) -> String?) -> [String] {
        let runtime = folder("XDG_RUNTIME_DIR", for: "viperline", variable).map { ["\($0)/viperline"] } ?? []
        return runtime + ["\(temporary(variable))/\(usualName)"] + standIns(variable)
    }

    private static func folder(_ name: String, for root: String, _ variable: (String) -> String?) -> String? {
        guard let path = variable(name), path.hasPrefix("/"), "\(path)/\(root)".utf8.count <= longestPath else {
            return nil
        }
        return FileStatus(at: path)?.isFolder == true ? path : nil
    }

    private static func temporary(_ variable: (String) -> String?) -> String {
        folder("TMPDIR", for: usualName, variable) ?? "/tmp"
    }
    private static var usualName: String { "viperline-\(geteuid())" }

    // MARK: - Where another user has made that folder first

    /// True if another user owns the path.
    static func isForeign(_ path: String) -> Bool { FileStatus(atLink: path)?.isOwn == false }

    /// Folders of this user with that name and a random ending, but not those of other users.
    private static func standIns(_ variable: (String) -> String?) -> [String] {
        let place = temporary(variable)
        guard let folder = Descriptor(opening: place, O_RDONLY | O_DIRECTORY) else { return [] }
        let names = FolderTree.names(in: folder.number).filter { $0.hasPrefix("\(usualName)-") }
        return names.map { "\(place)/\($0)" }.filter { !isForeign($0) && (try? opened($0)) != nil }.sorted()
    }

    /// Makes one; nil if no other user has the usual folder, or if it fails.
    static func makeStandIn(_ variable: (String) -> String?) -> String? {
        let usual = "\(temporary(variable))/\(usualName)"
        guard isForeign(usual) else { return nil }
        return (try? PrivateFolder("\(usual)-"))?.path
    }

    /// - Parameter isMade: whether to create the folder if it is missing.
    init(_ path: String, isMade: Bool) throws(SystemError) {
        if isMade, mkdir(path, 0o700) != 0, errno != EEXIST { throw SystemError("make the folder \(path)") }
        descriptor = try Self.opened(path)
        self.path = path
    }

    private static func opened(_ path: String) throws(SystemError) -> Descriptor {
        guard let folder = Descriptor(opening: path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW) else {
            throw SystemError("open the folder \(path)")
        }
        guard let status = FileStatus(of: folder.number) else { throw SystemError("look at the folder \(path)") }
        // In a shared temporary folder another user may have created it first.
        guard status.isOwn else {
            throw SystemError("use the folder \(path), which is not this user's", code: EPERM)
        }
        guard status.isPrivate else {
            throw SystemError(
                "use the folder \(path), which others may enter (chmod 700 makes it private)", code: EPERM)
        }
        return folder
    }

    /// The folder `name`; nil if it is not a folder or not this user's alone.
    func folder(_ name: String) -> Descriptor? {
        guard let folder = FolderTree.open(name, in: descriptor.number), let status = FileStatus(of: folder.number),
            status.isOwn, status.isPrivate
        else { return nil }
        return folder
    }

    /// Opens the folder `name` and takes its lock; nil if a living session holds that.
    func lock(_ name: String) -> Descriptor? {
        guard let folder = folder(name) else { return nil }
        // Without locks, this file system does not show which sessions live, so nothing is swept.
        guard flock(folder.number, LOCK_EX | LOCK_NB) == 0, holds(name, folder.number) else { return nil }
        return folder
    }

    /// True if `name` still refers to that folder.
    func holds(_ name: String, _ folder: Int32) -> Bool {
        guard let named = FileStatus(name, in: descriptor.number) else { return false }
        return FileStatus(of: folder)?.isSame(as: named) ?? false
    }

    /// Removes the leftovers of dead sessions: everything but their logs, and the oldest of those.
    func sweep() {
        var logs: [(name: String, written: Int)] = []
        for name in FolderTree.names(in: descriptor.number) where SessionFolderName(name) != nil {
            guard let folder = lock(name) else { continue }
            FolderTree.empty(folder.number, except: Set(SessionLog.fileNames))
            if let written = newestLog(in: folder.number) {
                logs.append((name, written))
            } else {
                remove(name, folder.number)
            }
        }
        for log in logs.sorted(by: { $0.written > $1.written }).dropFirst(Self.logsKept) {
            if let folder = lock(log.name) { remove(log.name, folder.number) }
        }
    }

    func remove(_ name: String, _ folder: Int32) {
        FolderTree.empty(folder)
        if holds(name, folder) { unlinkat(descriptor.number, name, AT_REMOVEDIR) }
    }

    /// When a log in the folder was last written; nil if there is none, or only empty ones.
    private func newestLog(in folder: Int32) -> Int? {
        SessionLog.fileNames.compactMap { name -> Int? in
            guard let status = FileStatus(name, in: folder), status.isRegular, status.size > 0 else { return nil }
            return status.system.st_mtim.tv_sec
        }.max()
    }
}

/// Lists and empties folders by their descriptors. No step follows a symlink, so nothing outside is touched, even if
/// somebody replaces a name meanwhile.
enum FolderTree {
    /// Deeper folders are left alone, because each level holds a descriptor open.
    private static let deepest = 32

    /// Opens the folder `name` within another one; nil if it is not a folder.
    static func open(_ name: String, in folder: Int32) -> Descriptor? {
        open(Array(name.utf8CString), in: folder)
    }

    private static func open(_ name: [CChar], in folder: Int32) -> Descriptor? {
        let number = openat(folder, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        return number < 0 ? nil : Descriptor(owning: number)
    }

    /// The names in the folder; those that are not UTF-8 are left out.
    static func names(in folder: Int32) -> [String] {
        rawNames(in: folder).compactMap(text)
    }

    /// Removes the folder's contents, except files that may not be removed and files on another file system.
    static func empty(_ folder: Int32, except kept: Set<String> = []) {
        empty(folder, except: kept, levels: deepest)
    }

    private static func empty(_ folder: Int32, except kept: Set<String>, levels: Int) {
        for name in rawNames(in: folder) {
            if !kept.isEmpty, let text = text(of: name), kept.contains(text) { continue }
            if unlinkat(folder, name, 0) == 0 || levels == 0 { continue }
            guard let inner = open(name, in: folder), disk(of: inner.number) == disk(of: folder) else { continue }
            empty(inner.number, except: [], levels: levels - 1)
            unlinkat(folder, name, AT_REMOVEDIR)
        }
    }

    /// Nil for a name that is not UTF-8.
    private static func text(of name: [CChar]) -> String? {
        String(validating: name.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    private static func disk(of folder: Int32) -> dev_t? { FileStatus(of: folder)?.system.st_dev }

    private static func rawNames(in folder: Int32) -> [[CChar]] {
        var names: [[CChar]] = []
        FolderListing.forEach(in: folder) { names.append($0.rawName) }
        return names
    }
}
