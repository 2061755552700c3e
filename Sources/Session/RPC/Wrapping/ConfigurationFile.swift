import Platform
package import Processes

/// A client's configuration file on disk, which others may change at any time: the client itself, an editor, another of our processes.
package enum ConfigurationFile {
    package enum Problem: Error, CustomStringConvertible {
        case system(SystemError)
        case notAFile(String)
        case tooLarge(String)
        case busy(String)

        package var description: String {
            switch self {
            case .system(let error): error.description
            case .notAFile(let path): "\(path) is not a file"
            case .tooLarge(let path): "\(path) has more than \(ConfigurationFile.longest >> 20) MiB"
            case .busy(let path): "\(path) changes all the time; nothing was written"
            }
        }
    }

    /// Of a file, in bytes.
    package static let longest = 32 << 20
    /// Others may replace the file while we wait for its lock.
    private static let mostAttempts = 100

    package static func read(_ path: String) throws(Problem) -> [UInt8] {
        var status = stat()
        guard stat(path, &status) == 0 else { throw .system(SystemError("open \(path)")) }
        guard status.st_mode & S_IFMT == S_IFREG else { throw .notAFile(path) }
        guard status.st_size <= longest else { throw .tooLarge(path) }
        guard access(path, R_OK) == 0 else { throw .system(SystemError("open \(path)")) }
        return WholeFile.beginning(of: path, count: Int(status.st_size) + 1)
    }

    /// Replaces the content at once, and keeps permissions and links. Only one of our processes changes a file at a time.
    /// - Parameter edit: makes the new content of what is in the file now.
    package static func change(_ path: String, _ edit: ([UInt8]) throws -> [UInt8]) throws {
        let target = try resolved(path)
        for _ in 0..<mostAttempts {
            let number = open(target, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
            guard number >= 0 else { throw Problem.system(SystemError("open \(path)")) }
            let file = Descriptor(owning: number)
            while flock(file.number, LOCK_EX) != 0 {
                guard errno == EINTR else { throw Problem.system(SystemError("lock \(path)")) }
            }
            guard isSame(file.number, target) else { continue }
            let content = try read(target)
            let new = try edit(content)
            guard try read(target) == content, isSame(file.number, target) else { continue }
            return try replace(target, new)
        }
        throw Problem.busy(path)
    }

    /// Behind all links, so that they stay.
    private static func resolved(_ path: String) throws(Problem) -> String {
        guard let found = realpath(path, nil) else { throw .system(SystemError("open \(path)")) }
        defer { free(found) }
        return String(cString: found)
    }

    /// Whether a path still leads to an open file.
    private static func isSame(_ descriptor: Int32, _ path: String) -> Bool {
        var (open, there) = (stat(), stat())
        return fstat(descriptor, &open) == 0 && stat(path, &there) == 0 && open.st_ino == there.st_ino
            && open.st_dev == there.st_dev
    }

    private static func replace(_ path: String, _ bytes: [UInt8]) throws(Problem) {
        var (old, new) = (stat(), stat())
        stat(path, &old)
        do throws(SystemError) { try WholeFile.replace(path, bytes) } catch { throw .system(error) }
        // The file of another user stays that user's.
        guard stat(path, &new) == 0, old.st_uid != new.st_uid || old.st_gid != new.st_gid else { return }
        _ = chown(path, old.st_uid, old.st_gid)
    }
}
