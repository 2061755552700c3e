import Platform

/// A new folder that no other user may enter (mode 0700).
package struct PrivateFolder: Sendable {
    package let path: String

    /// - Parameter beginning: the path, to which a random ending is added.
    package init(_ beginning: String) throws(SystemError) {
        var template = Array("\(beginning)XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw SystemError("make the folder \(beginning)…") }
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// Makes a folder and those around it, unless they are there, like `mkdir -p`. Links are followed.
    /// - Parameter mode: of the new folders, less the umask; no other user may enter them if it is left out.
    package static func makeAll(_ path: String, mode: UInt32 = 0o700) throws(SystemError) {
        var made = path.hasPrefix("/") ? "" : "."
        for word in path.split(separator: "/") {
            made += "/\(word)"
            guard mkdir(made, mode) == 0 || isFolder(made) else { throw SystemError("make the folder \(made)") }
        }
    }

    /// True if it is there; `errno` stays if not.
    private static func isFolder(_ path: String) -> Bool {
        let reason = errno
        defer { errno = reason }
        return FileStatus(at: path)?.isFolder ?? false
    }

    /// Removes the folder, with whatever is in it. Links are removed, not followed.
    package func remove() { Self.remove(path) }

    /// Removes the contents of the folder.
    package func empty() {
        for name in FolderListing.names(in: path) { Self.remove("\(path)/\(name)") }
    }

    /// Removes a file, a link or a folder.
    package static func remove(_ path: String) {
        guard let status = FileStatus(atLink: path) else { return }
        guard status.isFolder else {
            unlink(path)
            return
        }
        for name in FolderListing.names(in: path) { remove("\(path)/\(name)") }
        rmdir(path)
    }
}
