import Platform
import Processes

/// The files of an installed application as they were when it was installed, so that later ones are known as the user's data.
enum InstalledFiles {
    /// The list, in the application's own folder. No part of an application has this name.
    private static let listName = ".viperline-installed"
    /// Files that interpreters leave beside programs are no data.
    private static let ignored: Set = ["__pycache__", listName]
    private static let mostFiles = FolderCopy.mostFiles

    static func isIgnored(_ name: String) -> Bool { ignored.contains(name) }

    /// The files of a folder as they are now, by path relative to it: something that changes when a file does.
    private static func marks(of folder: String) throws(SystemError) -> [String: String] {
        var marks: [String: String] = [:]
        var folders = [""]
        while let next = folders.popLast() {
            for name in FolderListing.names(in: "\(folder)/\(next)", most: mostFiles) where !isIgnored(name) {
                let path = next + name
                guard marks.count < mostFiles, folders.count < mostFiles else {
                    throw SystemError("look at the files of \(folder)", code: EFBIG)
                }
                let status = FileStatus(atLink: "\(folder)/\(path)")
                if status?.isFolder == true {
                    folders.append("\(path)/")
                } else {
                    // A name that is not UTF-8 cannot be compared.
                    marks[path] =
                        status.map { "\($0.size) \($0.system.st_mtim.tv_sec).\($0.system.st_mtim.tv_nsec)" } ?? "?"
                }
            }
        }
        return marks
    }

    /// Lists the files of a new folder in the folder itself.
    static func record(_ folder: String) throws(SystemError) {
        // No line of a list can be made by a name: a name with a line feed is written as two lines that match no file.
        let lines = try marks(of: folder).sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)\n" }
        try WholeFile.create("\(folder)/\(listName)", Array(lines.joined().utf8), mode: 0o644)
    }

    /// The paths of files that are newer than the installation, sorted: made or changed since.
    static func later(in folder: String) throws(SystemError) -> [String] {
        let list = "\(folder)/\(listName)"
        let size = min(FileStatus(atLink: list)?.size ?? 0, mostFiles * Int(PATH_MAX))
        let bytes = WholeFile.beginning(of: list, count: size)
        let lines = Set(String(decoding: bytes, as: UTF8.self).split(separator: "\n"))
        return try marks(of: folder).filter { !lines.contains(Substring("\($0.value) \($0.key)")) }.map(\.key).sorted()
    }
}
