import Platform

/// The cache's files: whole or absent, readable by this user only.
enum CacheFile {
    struct Attributes {
        let size: Int
        /// Time of last use, in nanoseconds since 1970.
        let usedAt: Int
    }

    /// - Parameter touches: whether reading counts as use.
    /// - Returns: nil for a missing file and for one that cannot be read to its end.
    static func read(_ path: String, touches: Bool) -> [UInt8]? {
        // The cache makes no links.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        let size = Int(status.st_size)
        let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
            while count < size, let rest = buffer.baseAddress.map({ $0 + count }) {
                let got = Platform.read(descriptor, rest, size - count)
                guard got > 0 else { break }
                count += got
            }
        }
        guard bytes.count == size else { return nil }
        if touches { futimens(descriptor, nil) }
        return bytes
    }

    /// Replaces a file atomically. It need not survive a crash of the machine: torn files are ignored.
    /// - Parameter temporary: a path in the same folder that no other writer uses.
    /// - Returns: whether it succeeded.
    static func write(_ bytes: [UInt8], to path: String, by temporary: String) -> Bool {
        let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { return false }
        let isWritten = append(bytes, to: descriptor)
        // A full disk may be reported only here.
        guard close(descriptor) == 0, isWritten, rename(temporary, path) == 0 else {
            unlink(temporary)
            return false
        }
        return true
    }

    static func append(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
        var done = 0
        while done < bytes.count {
            let count = bytes.withUnsafeBytes {
                Platform.write(descriptor, $0.baseAddress.map { $0 + done }, $0.count - done)
            }
            guard count > 0 else { return false }
            done += count
        }
        return true
    }

    static func attributes(_ path: String) -> Attributes? {
        var status = stat()
        guard lstat(path, &status) == 0 else { return nil }
        let time = status.st_mtim
        return Attributes(size: Int(status.st_size), usedAt: Int(time.tv_sec) * 1_000_000_000 + Int(time.tv_nsec))
    }

    /// Makes a folder and its parents.
    static func makeFolder(_ path: String) {
        guard mkdir(path, 0o700) != 0, errno == ENOENT, let slash = path.lastIndex(of: "/"), slash > path.startIndex
        else { return }
        makeFolder(String(path[..<slash]))
        mkdir(path, 0o700)
    }
}
