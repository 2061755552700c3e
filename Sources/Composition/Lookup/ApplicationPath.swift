/// The file of a declared application as a cassette names it, which may be replayed on another machine.
package struct ApplicationPath {
    /// The folder of the installed applications.
    package static let folderVariable = "VIPERLINE_COMPOSE_DIR"

    private let path: String?
    private let installed: [String]

    /// - Parameter path: absolute; nil where there is no such file.
    package init(_ path: String?, folders: ApplicationFolders = ApplicationFolders()) {
        self.path = path
        installed = folders.installed
    }

    /// An argument of a role, without this machine's folders if it is that file.
    package func portable(_ text: String) -> String {
        guard let path, text == path else { return text }
        guard let folder = installed.first(where: { path.hasPrefix("\($0)/") }) else {
            return "${\(ApplicationFile.pathVariable)}"
        }
        return "${\(Self.folderVariable)}" + path.dropFirst(folder.count)
    }

    /// The folder of the installed applications here; nil where there is none.
    package static func folder(files: FileSystem = .local) -> String? {
        ApplicationFolders(files: files).installed.first(where: files.isFolder)
    }
}
