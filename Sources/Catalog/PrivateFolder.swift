import Platform

/// A fresh folder that nobody else may enter (mode 0700).
package struct PrivateFolder: Sendable {
    package let path: String

    /// - Parameter parent: the folder for temporary files.
    package init(in parent: String) throws(PrivateFolderError) {
        var template = Array("\(parent)/viperline-catalog.XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw PrivateFolderError(parent: parent, code: errno) }
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// Removes the folder, with whatever the command has put there. Links are removed, not followed.
    package func remove() { Self.remove(path) }

    private static func remove(_ path: String) {
        var status = stat()
        guard lstat(path, &status) == 0 else { return }
        guard status.st_mode & S_IFMT == S_IFDIR else {
            unlink(path)
            return
        }
        for name in names(in: path) { remove("\(path)/\(name)") }
        rmdir(path)
    }

    private static func names(in folder: String) -> [String] {
        guard let stream = opendir(folder) else { return [] }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: Int(NAME_MAX) + 1) { String(cString: $0) }
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names
    }
}

package struct PrivateFolderError: Error, Equatable, Sendable, CustomStringConvertible {
    package let parent: String
    package let code: Int32

    package var description: String {
        "make a folder in \(parent): \(String(cString: strerror(code))); set TMPDIR to a folder that can be written"
    }
}
