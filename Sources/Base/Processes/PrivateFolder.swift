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

    /// Makes a folder that no other user may enter, and those around it, unless they are there.
    package static func makeAll(_ path: String) throws(SystemError) {
        var made = path.hasPrefix("/") ? "" : "."
        for word in path.split(separator: "/") {
            made += "/\(word)"
            guard mkdir(made, 0o700) == 0 || errno == EEXIST || access(made, F_OK) == 0 else {
                throw SystemError("make the folder \(made)")
            }
        }
    }

    /// Removes the folder, with whatever is in it. Links are removed, not followed.
    package func remove() { Self.remove(path) }

    /// Removes the contents of the folder.
    package func empty() {
        for name in FolderListing.names(in: path) { Self.remove("\(path)/\(name)") }
    }

    /// Removes a file, a link or a folder.
    package static func remove(_ path: String) {
        var status = stat()
        guard lstat(path, &status) == 0 else { return }
        guard status.st_mode & S_IFMT == S_IFDIR else {
            unlink(path)
            return
        }
        for name in FolderListing.names(in: path) { remove("\(path)/\(name)") }
        rmdir(path)
    }
}
