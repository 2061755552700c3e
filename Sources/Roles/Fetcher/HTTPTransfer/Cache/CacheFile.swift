import Platform
import Processes

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
        guard let file = Descriptor(opening: path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK),
            let status = FileStatus(of: file.number), status.isRegular
        else { return nil }
        let size = status.size
        let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
            count = max(0, Platform.read(file.number, buffer.baseAddress, size))
        }
        guard bytes.count == size else { return nil }
        if touches { futimens(file.number, nil) }
        return bytes
    }

    /// Replaces a file atomically. It need not survive a crash of the machine: torn files are ignored.
    /// - Parameter temporary: a path in the same folder that no other writer uses.
    /// - Returns: whether it succeeded.
    static func write(_ bytes: [UInt8], to path: String, by temporary: String) -> Bool {
        (try? WholeFile.put(path, bytes, mode: 0o600, by: temporary)) != nil
    }

    static func attributes(_ path: String) -> Attributes? {
        guard let status = FileStatus(atLink: path) else { return nil }
        let time = status.system.st_mtim
        return Attributes(size: status.size, usedAt: Int(time.tv_sec) * 1_000_000_000 + Int(time.tv_nsec))
    }
}
