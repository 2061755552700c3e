import Platform
import Processes

/// What a file was when it was looked at, to tell a save that has changed nothing.
struct FileStamp: Equatable {
    let device: UInt64
    let inode: UInt64
    let size: Int
    let seconds: Int
    let nanoseconds: Int
    /// Of its content; nil where that is too long to be compared.
    private(set) var digest: Int?

    /// Nil where there is no regular file. Links are followed.
    init?(of path: String) {
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        device = UInt64(status.st_dev)
        inode = UInt64(status.st_ino)
        size = Int(status.st_size)
        seconds = Int(status.st_mtim.tv_sec)
        nanoseconds = Int(status.st_mtim.tv_nsec)
    }

    /// Whether the system tells nothing of a change.
    func looksLike(_ other: FileStamp) -> Bool {
        device == other.device && inode == other.inode && size == other.size && seconds == other.seconds
            && nanoseconds == other.nanoseconds
    }

    /// Whether the content is known to be the same.
    func holdsTheSame(as other: FileStamp) -> Bool {
        if let digest, let others = other.digest { return size == other.size && digest == others }
        return looksLike(other)
    }

    /// - Parameter room: bytes that may still be read; less afterwards.
    mutating func read(_ path: String, room: inout Int) {
        guard size <= min(WatchLimits.comparedFile, room) else { return }
        // Another one may be there by now, such as a pipe, which must not make us wait.
        let number = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
        guard number >= 0 else { return }
        let file = Descriptor(owning: number)
        var hasher = Hasher()
        var chunk = [UInt8](repeating: 0, count: 1 << 14)
        var left = size
        while left >= 0 {
            let count = Platform.read(file.number, &chunk, chunk.count)
            if count == 0 { break }
            guard count > 0 else { return }
            chunk[..<count].withUnsafeBytes { hasher.combine(bytes: $0) }
            left -= count
        }
        room -= size - left
        digest = left == 0 ? hasher.finalize() : nil
    }
}
