import FoundationEssentials

/// What the loader asks of the file system; tests bring one of their own.
package struct FileSystem: Sendable {
    package enum ReadFailure: Error, Equatable, Sendable {
        case notFound, isFolder, unreadable
    }

    package var read: @Sendable (_ path: String) -> Result<[UInt8], ReadFailure>
    package var exists: @Sendable (_ path: String) -> Bool
    package var isFolder: @Sendable (_ path: String) -> Bool
    /// A file that may be run; folders are none.
    package var isExecutable: @Sendable (_ path: String) -> Bool
    /// What a folder holds; empty when there is no such folder.
    package var names: @Sendable (_ folder: String) -> [String]

    package init(
        read: @escaping @Sendable (String) -> Result<[UInt8], ReadFailure>,
        exists: @escaping @Sendable (String) -> Bool,
        isFolder: @escaping @Sendable (String) -> Bool,
        isExecutable: @escaping @Sendable (String) -> Bool,
        names: @escaping @Sendable (String) -> [String]
    ) {
        self.read = read
        self.exists = exists
        self.isFolder = isFolder
        self.isExecutable = isExecutable
        self.names = names
    }

    /// The machine's own.
    package static let local = FileSystem(
        read: { path in
            if let data = FileManager.default.contents(atPath: path) { return .success(Array(data)) }
            guard FileManager.default.fileExists(atPath: path) else { return .failure(.notFound) }
            return .failure(isFolder(path) ? .isFolder : .unreadable)
        },
        exists: { FileManager.default.fileExists(atPath: $0) },
        isFolder: { isFolder($0) },
        isExecutable: { FileManager.default.isExecutableFile(atPath: $0) && !isFolder($0) },
        names: { (try? FileManager.default.contentsOfDirectory(atPath: $0)) ?? [] })

    private static func isFolder(_ path: String) -> Bool {
        var isFolder = false
        return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && isFolder
    }
}
