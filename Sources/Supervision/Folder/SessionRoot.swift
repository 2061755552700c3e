import Platform
import Processes
import Wire

/// The folder that holds the folders of a user's sessions. Only that user may enter it; a folder that others may write
/// into is refused.
struct SessionRoot: ~Copyable, Sendable {
    /// How many logs of ended sessions are kept; older ones are removed when a session starts.
    static let logsKept = 10

    let path: String
    let descriptor: Descriptor

    /// `$XDG_RUNTIME_DIR/viperline`, and `<temporary folder>/viperline-<uid>` (XDG Base Directory Specification). A variable
    /// that is not an absolute path counts as unset.
    static func paths(_ variable: (String) -> String?) -> [String] {
        func folder(_ name: String) -> String? { variable(name).flatMap { $0.hasPrefix("/") ? $0 : nil } }
        let temporary = "\(folder("TMPDIR") ?? "/tmp")/viperline-\(geteuid())"
        return (folder("XDG_RUNTIME_DIR").map { ["\($0)/viperline"] } ?? []) + [temporary]
    }

    /// - Parameter isMade: whether to create the folder if it is missing.
    init(_ path: String, isMade: Bool) throws(SystemError) {
        if isMade, mkdir(path, 0o700) != 0, errno != EEXIST { throw SystemError("make the folder \(path)") }
        descriptor = try Self.opened(path)
        self.path = path
    }

    private static func opened(_ path: String) throws(SystemError) -> Descriptor {
        let number = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        guard number >= 0 else { throw SystemError("open the folder \(path)") }
        let folder = Descriptor(owning: number)
        var status = stat()
        guard fstat(number, &status) == 0 else { throw SystemError("look at the folder \(path)") }
        // In a shared temporary folder another user may have created it first.
        guard status.st_uid == geteuid() else {
            throw SystemError("use the folder \(path), which is not this user's", code: EPERM)
        }
        guard status.st_mode & 0o077 == 0 else {
            throw SystemError(
                "use the folder \(path), which others may enter (chmod 700 makes it private)", code: EPERM)
        }
        return folder
    }

    /// The folder `name`; nil if it is not a folder or not this user's alone.
    func folder(_ name: String) -> Descriptor? {
        guard let folder = FolderTree.open(name, in: descriptor.number) else { return nil }
        var status = stat()
        guard fstat(folder.number, &status) == 0, status.st_uid == geteuid(), status.st_mode & 0o077 == 0 else {
            return nil
        }
        return folder
    }

    /// Opens the folder `name` and takes its lock; nil if a living session holds that.
    func lock(_ name: String) -> Descriptor? {
        guard let folder = folder(name) else { return nil }
        // Without locks on this file system nobody can tell which sessions live, so nothing is swept.
        guard flock(folder.number, LOCK_EX | LOCK_NB) == 0, holds(name, folder.number) else { return nil }
        return folder
    }

    /// Whether `name` still refers to that folder.
    func holds(_ name: String, _ folder: Int32) -> Bool {
        var (named, opened) = (stat(), stat())
        return fstatat(descriptor.number, name, &named, AT_SYMLINK_NOFOLLOW) == 0 && fstat(folder, &opened) == 0
            && named.st_dev == opened.st_dev && named.st_ino == opened.st_ino
    }

    /// Removes the leftovers of dead sessions: everything but their logs, and the oldest of those.
    func sweep() {
        var logs: [(name: String, written: Int)] = []
        for name in FolderTree.names(in: descriptor.number) where SessionName(name) != nil {
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

    /// Removes a session's folder and its contents.
    func remove(_ name: String, _ folder: Int32) {
        FolderTree.empty(folder)
        if holds(name, folder) { unlinkat(descriptor.number, name, AT_REMOVEDIR) }
    }

    /// When a log in the folder was last written; nil if there is none, or only empty ones.
    private func newestLog(in folder: Int32) -> Int? {
        SessionLog.fileNames.compactMap { name -> Int? in
            var status = stat()
            guard fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) == 0, status.st_mode & S_IFMT == S_IFREG,
                status.st_size > 0
            else { return nil }
            return status.st_mtim.tv_sec
        }.max()
    }
}
