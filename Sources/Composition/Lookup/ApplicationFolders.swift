/// Where applications are found by their names.
package struct ApplicationFolders {
    private let folders: Folders
    private let files: FileSystem

    package init(folders: Folders = .current, files: FileSystem = .local) {
        self.folders = folders
        self.files = files
    }

    /// The installation's, and those of the checkout in which viperline was built.
    package var installed: [String] {
        var found = ["\(Folders.parent(of: folders.executables))/share/viperline/compose"]
        var ancestor = folders.executables
        while ancestor != "/", ancestor != "." {
            if files.exists(Folders.join(ancestor, "Package.swift")) { found.append(Folders.join(ancestor, "compose")) }
            ancestor = Folders.parent(of: ancestor)
        }
        return found
    }

    /// Where relative paths of a file begin, as an absolute path: in the file's folder, so that an application runs alike from
    /// anywhere. Nil, for the working folder, of a file that is installed or a pipe.
    func base(of file: String) -> String? {
        guard files.isRegularFile(file) else { return nil }
        let folder = Folders.plain(Folders.absolute(Folders.parent(of: file), in: folders.working))
        let isInstalled = installed.map(Folders.plain).contains { folder == $0 || folder.hasPrefix("\($0)/") }
        return isInstalled ? nil : folder
    }

    /// The person's own, such as `~/.config/viperline/apps`; nil where there is no home.
    package var own: String? { folders.applications }

    /// Where an application may be in one of these folders: `NAME.yaml`, or a folder with `compose.yaml`.
    static func candidates(for name: String, in folder: String) -> [String] {
        [Folders.join(folder, "\(name).yaml")]
            + ApplicationName.folderFiles.map { Folders.join(folder, "\(name)/\($0)") }
    }
}
