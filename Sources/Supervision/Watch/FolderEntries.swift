import Platform

/// What a folder holds.
enum FolderEntries {
    enum Kind { case folder, other }

    /// Calls `body` with each name and its kind. A link to a folder is no folder, so no loop of links is walked.
    static func forEach(in path: String, _ body: (_ name: String, _ kind: Kind) -> Void) {
        guard let listing = opendir(path) else { return }
        defer { closedir(listing) }
        while let entry = readdir(listing) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            guard name != ".", name != ".." else { continue }
            body(name, isFolder(entry.pointee.d_type, "\(path)/\(name)") ? .folder : .other)
        }
    }

    /// - Parameter type: as the folder tells it; not every file system does.
    private static func isFolder(_ type: UInt8, _ path: String) -> Bool {
        guard type == UInt8(DT_UNKNOWN) else { return type == UInt8(DT_DIR) }
        var status = stat()
        return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }
}
