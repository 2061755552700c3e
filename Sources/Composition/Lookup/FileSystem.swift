import Platform

/// The loader's view of the file system; tests bring one of their own.
package struct FileSystem: Sendable {
    /// Bytes. A path may name a device that never ends.
    package static let sizeLimit = 4 << 20

    package enum ReadFailure: Error, Equatable, Sendable {
        case notFound, isFolder, unreadable, tooLarge
    }

    package var read: @Sendable (_ path: String) -> Result<[UInt8], ReadFailure>
    package var exists: @Sendable (_ path: String) -> Bool
    package var isFolder: @Sendable (_ path: String) -> Bool
    /// No folder, device or pipe.
    package var isRegularFile: @Sendable (_ path: String) -> Bool
    /// Whether it is a file that may be run; folders don't count.
    package var isExecutable: @Sendable (_ path: String) -> Bool
    /// The names in a folder; empty when there is no such folder.
    package var names: @Sendable (_ folder: String) -> [String]

    /// Whether others than the person and root may have written what is in a file.
    package var isForeign: @Sendable (_ path: String) -> Bool

    package init(
        read: @escaping @Sendable (String) -> Result<[UInt8], ReadFailure>,
        exists: @escaping @Sendable (String) -> Bool,
        isFolder: @escaping @Sendable (String) -> Bool,
        isRegularFile: @escaping @Sendable (String) -> Bool,
        isExecutable: @escaping @Sendable (String) -> Bool,
        names: @escaping @Sendable (String) -> [String],
        isForeign: @escaping @Sendable (String) -> Bool = { _ in false }
    ) {
        self.read = read
        self.exists = exists
        self.isFolder = isFolder
        self.isRegularFile = isRegularFile
        self.isExecutable = isExecutable
        self.names = names
        self.isForeign = isForeign
    }

    /// The machine's own.
    package static let local = FileSystem(
        read: { LocalFile.read($0, limit: sizeLimit) },
        exists: { LocalFile.mode(of: $0) != nil },
        isFolder: { LocalFile.isA(S_IFDIR, $0) },
        isRegularFile: { LocalFile.isA(S_IFREG, $0) },
        isExecutable: { access($0, X_OK) == 0 && !LocalFile.isA(S_IFDIR, $0) },
        names: { LocalFile.names(in: $0) },
        isForeign: { LocalFile.isForeign($0) })
}
