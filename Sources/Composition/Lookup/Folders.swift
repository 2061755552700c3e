import FoundationEssentials

/// Where relative names begin.
package struct Folders: Equatable, Sendable {
    /// The folder in which the person started viperline.
    package var working: String
    /// The folder of viperline's own executable.
    package var executables: String

    package init(working: String, executables: String) {
        self.working = working
        self.executables = executables
    }

    /// Those of this process. A link to the executable counts as what it points to, so that its neighbours are found.
    package static var current: Folders {
        let working = FileManager.default.currentDirectoryPath
        let path = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
        return Folders(working: working, executables: parent(of: absolute(path, in: working)))
    }

    /// `path` as it is when it begins at the root, else below `folder`.
    static func absolute(_ path: String, in folder: String) -> String {
        path.hasPrefix("/") ? path : join(folder, path.hasPrefix("./") ? String(path.dropFirst(2)) : path)
    }

    static func join(_ folder: String, _ name: String) -> String {
        folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
    }

    static func parent(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }
}
