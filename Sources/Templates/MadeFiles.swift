import Platform
package import Processes

/// Files and folders that were made, so that they can be taken away again.
package struct MadeFiles {
    private var folders: [String] = []
    private var files: [String] = []

    package init() {}

    package mutating func folder(_ path: String) throws(SystemError) {
        guard mkdir(path, 0o777) == 0 else { throw SystemError("make \(path)") }
        folders.append(path)
    }

    /// Makes the folders between `root` and the file too, where they are missing.
    package mutating func file(_ path: String, below root: String, _ contents: [UInt8]) throws(SystemError) {
        let words = path.dropFirst(root.count).split(separator: "/").dropLast()
        var folder = root
        for word in words {
            folder += "/\(word)"
            if access(folder, F_OK) != 0 { try self.folder(folder) }
        }
        try WholeFile.create(path, contents, mode: 0o666)
        files.append(path)
    }

    /// Takes away what was made, and nothing else.
    package func remove() {
        for file in files { unlink(file) }
        for folder in folders.reversed() { rmdir(folder) }
    }
}
