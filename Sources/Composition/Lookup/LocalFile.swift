import Platform

/// The system calls behind ``FileSystem/local``. Links are followed.
enum LocalFile {
    /// More names than these are not looked through for one that is spelt alike.
    private static let nameLimit = 10_000

    static func read(_ path: String, limit: Int) -> Result<[UInt8], FileSystem.ReadFailure> {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY)
        guard descriptor >= 0 else { return .failure(errno == ENOENT || errno == ENOTDIR ? .notFound : .unreadable) }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = Platform.read(descriptor, &chunk, chunk.count)
            if count == 0 { return .success(bytes) }
            guard count > 0 else {
                if errno == EINTR { continue }
                return .failure(errno == EISDIR ? .isFolder : .unreadable)
            }
            guard bytes.count + count <= limit else { return .failure(.tooLarge) }
            bytes += chunk[..<count]
        }
    }

    /// The kind and permissions of a file; nil where there is none.
    static func mode(of path: String) -> mode_t? {
        var status = stat()
        return stat(path, &status) == 0 ? status.st_mode : nil
    }

    /// - Parameter kind: such as `S_IFDIR`.
    static func isA(_ kind: mode_t, _ path: String) -> Bool { mode(of: path).map { $0 & S_IFMT == kind } ?? false }

    /// Whether it belongs to another user, or is writable for everybody.
    static func isForeign(_ path: String) -> Bool {
        var status = stat()
        guard stat(path, &status) == 0 else { return false }
        return (status.st_uid != geteuid() && status.st_uid != 0) || status.st_mode & S_IWOTH != 0
    }

    static func names(in folder: String) -> [String] {
        guard let listing = opendir(folder) else { return [] }
        defer { closedir(listing) }
        var names: [String] = []
        while names.count < nameLimit, let entry = readdir(listing) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names
    }
}
