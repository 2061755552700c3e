import Platform

/// The path of a file that another file names, or that a folder has: the author of those may be a stranger, so its links lead nowhere
/// out of a folder.
package struct BoundPath: Hashable, Sendable {
    /// A path that is absolute, or relative to the working folder.
    let path: String
    /// The folder that links must not leave; absolute. The user has named it, so links on the way to it are followed.
    let folder: String
    /// The path from that folder on.
    let rest: String

    package init(_ path: String, in folder: String, working: String) {
        let whole = Folders.plain(Folders.absolute(path, in: working))
        let folder = Folders.plain(Folders.absolute(folder, in: working))
        let start = folder == "/" ? folder : "\(folder)/"
        self.path = path
        self.folder = folder
        // A path outside of the folder is refused like a link that leads out of it.
        rest = whole == folder ? "." : whole.hasPrefix(start) ? String(whole.dropFirst(start.count)) : ".."
    }

    /// The reason why the path is refused, as the end of a sentence.
    package var leadsOut: String { "leads out of \(folder) through a link; put the file itself in that folder" }
}

/// The system calls for a ``BoundPath``.
enum BoundFile {
    /// The most attempts at a lookup during which folders move.
    private static let mostAttempts = 100

    static func kind(_ path: BoundPath) -> Result<FileSystem.Kind, FileSystem.ReadFailure> {
        opened(path, O_PATH).map { descriptor in
            defer { close(descriptor) }
            return kind(of: descriptor)
        }
    }

    /// A device or a pipe is not read: it could make the session wait for ever.
    static func read(_ path: BoundPath, limit: Int) -> Result<[UInt8], FileSystem.ReadFailure> {
        switch kind(path) {
        case .failure(let failure): return .failure(failure)
        case .success(.folder): return .failure(.isFolder)
        case .success(.other): return .failure(.notRegular)
        case .success(.regular): break
        }
        // Another file may have replaced the checked one since.
        return opened(path, O_RDONLY | O_NONBLOCK | O_NOCTTY).flatMap { descriptor in
            defer { close(descriptor) }
            guard kind(of: descriptor) == .regular else { return .failure(.notRegular) }
            return LocalFile.read(descriptor, limit: limit)
        }
    }

    private static func kind(of descriptor: Int32) -> FileSystem.Kind {
        switch FileStatus(of: descriptor)?.kind {
        case S_IFREG: .regular
        case S_IFDIR: .folder
        default: .other
        }
    }

    private static func opened(_ path: BoundPath, _ flags: Int32) -> Result<Int32, FileSystem.ReadFailure> {
        let folder = open(path.folder, O_PATH | O_DIRECTORY | O_CLOEXEC)
        guard folder >= 0 else { return .failure(failure(errno)) }
        defer { close(folder) }
        for _ in 0..<mostAttempts {
            let found = viperline_open_beneath(folder, path.rest, UInt64(UInt32(bitPattern: flags | O_CLOEXEC)))
            if found >= 0 { return .success(found) }
            if [ENOSYS, EPERM].contains(errno) { return openedWithoutLinks(path.rest, in: folder, flags) }
            guard [EAGAIN, EINTR].contains(errno) else { return .failure(failure(errno)) }
        }
        return .failure(.unreadable)
    }

    /// Opens a path on kernels without that call: word by word, and links are refused.
    static func openedWithoutLinks(
        _ path: String, in folder: Int32, _ flags: Int32
    ) -> Result<Int32, FileSystem.ReadFailure> {
        var words = path.split(separator: "/").map(String.init)
        guard let last = words.popLast(), !(words + [last]).contains("..") else { return .failure(.outside) }
        var place = openat(folder, ".", O_PATH | O_DIRECTORY | O_CLOEXEC)
        guard place >= 0 else { return .failure(failure(errno)) }
        defer { close(place) }
        for word in words {
            let next = openat(place, word, O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
            guard next >= 0 else { return .failure(isLink(word, in: place) ? .outside : failure(errno)) }
            close(place)
            place = next
        }
        // O_PATH would open the link itself.
        guard !isLink(last, in: place) else { return .failure(.outside) }
        let found = openat(place, last, flags | O_NOFOLLOW | O_CLOEXEC)
        return found >= 0 ? .success(found) : .failure(failure(errno))
    }

    private static func isLink(_ name: String, in folder: Int32) -> Bool {
        let code = errno
        defer { errno = code }
        return FileStatus(name, in: folder)?.isLink ?? false
    }

    private static func failure(_ code: Int32) -> FileSystem.ReadFailure {
        // Out of the folder; a link to an open file, or in a circle.
        [EXDEV, ELOOP].contains(code) ? .outside : .opening(code)
    }
}
