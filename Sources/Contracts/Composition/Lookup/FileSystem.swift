import Platform

/// The loader's view of the file system; tests bring one of their own.
package struct FileSystem: Sendable {
    /// Bytes. A path may name a device that never ends.
    package static let sizeLimit = 4 << 20

    package enum ReadFailure: Error, Equatable, Sendable {
        case notFound, isFolder, unreadable, tooLarge
        /// A link leads out of the folder to which a ``BoundPath`` is bound.
        case outside
        /// A device or a pipe, where only a file may be.
        case notRegular
        /// The system has no more descriptors for this process.
        case noDescriptors

        /// The reason why opening a file has failed.
        static func opening(_ code: Int32) -> ReadFailure {
            switch code {
            case ENOENT, ENOTDIR: .notFound
            case EMFILE, ENFILE: .noDescriptors
            default: .unreadable
            }
        }
    }

    package enum Kind: Equatable, Sendable {
        case regular, folder, other
    }

    package var read: @Sendable (_ path: String) -> Result<[UInt8], ReadFailure>
    package var exists: @Sendable (_ path: String) -> Bool
    package var isFolder: @Sendable (_ path: String) -> Bool
    /// True if the path is neither a folder, a device nor a pipe.
    package var isRegularFile: @Sendable (_ path: String) -> Bool
    /// True if the path is a file that may be run; folders don't count.
    package var isExecutable: @Sendable (_ path: String) -> Bool
    /// The names in a folder; empty when there is no such folder.
    package var names: @Sendable (_ folder: String) -> [String]

    /// Reads a file that another file names.
    package var readBound: @Sendable (_ path: BoundPath) -> Result<[UInt8], ReadFailure>
    package var kindOfBound: @Sendable (_ path: BoundPath) -> Result<Kind, ReadFailure>

    /// True if others than the user and root may have written a file's contents.
    package var isForeign: @Sendable (_ path: String) -> Bool

    package init(
        read: @escaping @Sendable (String) -> Result<[UInt8], ReadFailure>,
        exists: @escaping @Sendable (String) -> Bool,
        isFolder: @escaping @Sendable (String) -> Bool,
        isRegularFile: @escaping @Sendable (String) -> Bool,
        isExecutable: @escaping @Sendable (String) -> Bool,
        names: @escaping @Sendable (String) -> [String],
        isForeign: @escaping @Sendable (String) -> Bool = { _ in false },
        readBound: (@Sendable (BoundPath) -> Result<[UInt8], ReadFailure>)? = nil,
        kindOfBound: (@Sendable (BoundPath) -> Result<Kind, ReadFailure>)? = nil
    ) {
        self.read = read
        self.exists = exists
        self.isFolder = isFolder
        self.isRegularFile = isRegularFile
        self.isExecutable = isExecutable
        self.names = names
        self.isForeign = isForeign
        // A disk without links.
        self.readBound = readBound ?? { read($0.path) }
        self.kindOfBound =
            kindOfBound ?? { bound in
                if isRegularFile(bound.path) { return .success(.regular) }
                if isFolder(bound.path) { return .success(.folder) }
                return exists(bound.path) ? .success(.other) : .failure(.notFound)
            }
    }

    /// The machine's own.
    package static let local = FileSystem(
        read: { LocalFile.read($0, limit: sizeLimit) },
        exists: { LocalFile.mode(of: $0) != nil },
        isFolder: { LocalFile.isA(S_IFDIR, $0) },
        isRegularFile: { LocalFile.isA(S_IFREG, $0) },
        isExecutable: { access($0, X_OK) == 0 && !LocalFile.isA(S_IFDIR, $0) },
        names: { FolderListing.names(in: $0, most: LocalFile.nameLimit) },
        isForeign: { LocalFile.isForeign($0) },
        readBound: { BoundFile.read($0, limit: sizeLimit) },
        kindOfBound: { BoundFile.kind($0) })
}

/// The system calls behind ``FileSystem/local`` for paths of the user. Links are followed.
enum LocalFile {
    /// The number of names beyond which no similar one is suggested.
    static let nameLimit = 10_000

    static func read(_ path: String, limit: Int) -> Result<[UInt8], FileSystem.ReadFailure> {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY)
        guard descriptor >= 0 else { return .failure(.opening(errno)) }
        defer { close(descriptor) }
        return read(descriptor, limit: limit)
    }

    static func read(_ descriptor: Int32, limit: Int) -> Result<[UInt8], FileSystem.ReadFailure> {
        if let bytes = readAll(descriptor, most: limit) { return .success(bytes) }
        return .failure(errno == EFBIG ? .tooLarge : errno == EISDIR ? .isFolder : .unreadable)
    }

    /// The kind and permissions of a file; nil where there is none.
    static func mode(of path: String) -> mode_t? {
        FileStatus(at: path)?.system.st_mode
    }

    /// - Parameter kind: such as `S_IFDIR`.
    static func isA(_ kind: mode_t, _ path: String) -> Bool { mode(of: path).map { $0 & S_IFMT == kind } ?? false }

    /// True if the file belongs to another user, or is writable for everybody.
    static func isForeign(_ path: String) -> Bool {
        guard let status = FileStatus(at: path) else { return false }
        return !status.isOwn && status.system.st_uid != 0 || status.system.st_mode & S_IWOTH != 0
    }
}
