/// A file as the system describes it (stat(2)).
package struct FileStatus: Sendable {
    /// All that the system tells.
    package private(set) var system = stat()

    /// The file to which a path leads; nil where there is none, with the reason in `errno`.
    package init?(at path: String) { guard stat(path, &system) == 0 else { return nil } }

    package init?(of descriptor: Int32) { guard fstat(descriptor, &system) == 0 else { return nil } }

    /// The file at a path. The last link is not followed.
    package init?(atLink path: String) { self.init(path, in: AT_FDCWD) }

    /// The file of that name in a folder. No link is followed.
    package init?(_ name: String, in folder: Int32) {
        guard fstatat(folder, name, &system, AT_SYMLINK_NOFOLLOW) == 0 else { return nil }
    }

    /// Such as `S_IFREG`.
    package var kind: mode_t { system.st_mode & S_IFMT }
    package var isRegular: Bool { kind == S_IFREG }
    package var isFolder: Bool { kind == S_IFDIR }
    package var isLink: Bool { kind == S_IFLNK }
    package var isSocket: Bool { kind == S_IFSOCK }
    package var isPipe: Bool { kind == S_IFIFO }
    package var size: Int { Int(system.st_size) }
    /// True if it belongs to the user of this process.
    package var isOwn: Bool { system.st_uid == geteuid() }
    /// True if nobody but its owner has a permission.
    package var isPrivate: Bool { system.st_mode & 0o077 == 0 }

    package func isSame(as other: FileStatus) -> Bool {
        system.st_ino == other.system.st_ino && system.st_dev == other.system.st_dev
    }
}
