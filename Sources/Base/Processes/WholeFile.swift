import Platform

/// A file that is written as a whole, or not at all.
package enum WholeFile {
    /// Writes a new file; none is left if that fails.
    /// - Parameter mode: the permissions, before the umask.
    package static func create(_ path: String, _ bytes: [UInt8], mode: UInt32) throws(SystemError) {
        let file = try opened(path, O_WRONLY | O_CREAT | O_EXCL, mode)
        guard bytes.withUnsafeBytes({ writeAll($0, to: file.number) }) == bytes.count else {
            let error = SystemError("write \(path)")
            unlink(path)
            throw error
        }
    }

    /// Makes or replaces a file.
    /// - Parameters:
    ///   - mode: the permissions, before the umask.
    ///   - draft: a path in the same folder that no other writer uses; the file has this name until it is whole.
    package static func put(_ path: String, _ bytes: [UInt8], mode: UInt32, by draft: String) throws(SystemError) {
        do throws(SystemError) {
            try create(draft, bytes, mode: mode)
            guard rename(draft, path) == 0 else { throw SystemError("replace \(path) with \(draft)") }
        } catch {
            unlink(draft)
            throw error
        }
    }

    /// Replaces a file's contents, and keeps its permissions.
    package static func replace(_ path: String, _ bytes: [UInt8]) throws(SystemError) {
        guard let status = FileStatus(at: path) else { throw SystemError("open \(path)") }
        try put(path, bytes, mode: status.system.st_mode & 0o777, by: "\(path).new-\(getpid())")
    }

    /// Makes or replaces a file once `body` has written everything to the descriptor that it gets. What is no regular
    /// file, such as a pipe, is written directly.
    /// - Parameter mode: the permissions of a new file, before the umask.
    package static func save(_ path: String, mode: UInt32, _ body: (Int32) throws -> Void) throws {
        let present = FileStatus(at: path)
        guard present?.isRegular ?? true else {
            let file = try opened(path, O_WRONLY | O_TRUNC, mode)
            return try body(file.number)
        }
        let target = resolvedPath(path) ?? path
        let new = "\(target).new-\(getpid())"
        do {
            let file = try opened(new, O_WRONLY | O_CREAT | O_EXCL, present.map { $0.system.st_mode & 0o777 } ?? mode)
            try body(file.number)
            guard rename(new, target) == 0 else { throw SystemError("replace \(target) with \(new)") }
        } catch {
            unlink(new)
            throw error
        }
    }

    private static func opened(_ path: String, _ flags: Int32, _ mode: UInt32) throws(SystemError) -> Descriptor {
        guard let file = Descriptor(opening: path, flags, mode: mode) else { throw SystemError("make \(path)") }
        return file
    }

    /// The first bytes of a file; none of one that cannot be read. Waits for no pipe.
    package static func beginning(of path: String, count: Int) -> [UInt8] {
        guard let file = Descriptor(opening: path, O_RDONLY | O_NONBLOCK) else { return [] }
        var bytes = [UInt8](repeating: 0, count: count)
        let length = read(file.number, &bytes, count)
        return Array(bytes.prefix(max(0, length)))
    }
}
