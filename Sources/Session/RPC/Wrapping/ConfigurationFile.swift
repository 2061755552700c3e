import Platform
import Processes

/// A client's configuration file on disk, which others may change at any time: the client itself, an editor, another of our processes.
package enum ConfigurationFile {
    package struct Problem: Error, CustomStringConvertible {
        package let description: String

        init(_ description: String) { self.description = description }
    }

    /// The most bytes of a file.
    package static let longest = 32 << 20
    /// Others may replace the file while we wait for its lock.
    private static let mostAttempts = 100

    package static func read(_ path: String) throws -> [UInt8] {
        guard let status = FileStatus(at: path) else { throw SystemError("open \(path)") }
        guard status.isRegular else { throw Problem("\(path) is not a file") }
        guard status.size <= longest else { throw Problem("\(path) has more than \(longest >> 20) MiB") }
        guard access(path, R_OK) == 0 else { throw SystemError("open \(path)") }
        return WholeFile.beginning(of: path, count: status.size + 1)
    }

    /// Replaces the content at once, and keeps permissions and links. Only one of our processes changes a file at a time.
    /// - Parameter edit: makes the new content of what is in the file now.
    package static func change(_ path: String, _ edit: ([UInt8]) throws -> [UInt8]) throws {
        // Links stay.
        guard let target = resolvedPath(path) else { throw SystemError("open \(path)") }
        for _ in 0..<mostAttempts {
            guard let file = Descriptor(opening: target, O_RDONLY | O_NONBLOCK) else {
                throw SystemError("open \(path)")
            }
            while flock(file.number, LOCK_EX) != 0 {
                guard errno == EINTR else { throw SystemError("lock \(path)") }
            }
            guard isSame(file.number, target) else { continue }
            let content = try read(target)
            let new = try edit(content)
            guard try read(target) == content, isSame(file.number, target) else { continue }
            return try replace(target, new)
        }
        throw Problem("\(path) changes all the time; nothing was written")
    }

    /// True if a path still leads to an open file.
    private static func isSame(_ descriptor: Int32, _ path: String) -> Bool {
        guard let open = FileStatus(of: descriptor) else { return false }
        return FileStatus(at: path)?.isSame(as: open) ?? false
    }

    private static func replace(_ path: String, _ bytes: [UInt8]) throws(SystemError) {
        let old = FileStatus(at: path)?.system
        try WholeFile.replace(path, bytes)
        // The file of another user stays that user's.
        guard let old, let new = FileStatus(at: path)?.system, old.st_uid != new.st_uid || old.st_gid != new.st_gid
        else { return }
        _ = chown(path, old.st_uid, old.st_gid)
    }
}
