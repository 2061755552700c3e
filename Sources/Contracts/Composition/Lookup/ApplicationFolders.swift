/// The folders in which applications are found by their names.
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

    /// The folder in which a file's relative paths begin, as an absolute path: the file's folder, so that an application runs the same from
    /// anywhere. Nil, for the working folder, of a file that is installed or a pipe.
    func base(of file: String) -> String? {
        guard files.isRegularFile(file) else { return nil }
        let folder = Folders.plain(Folders.absolute(Folders.parent(of: file), in: folders.working))
        return isInstalled(folder) ? nil : folder
    }

    /// The folder that no link in a file leads out of: the file's folder, as an absolute path. Nil for an installed file, whose links
    /// are the installation's.
    func bound(of file: String) -> String? {
        let folder = Folders.plain(Folders.absolute(Folders.parent(of: file), in: folders.working))
        return isInstalled(folder) ? nil : folder
    }

    private func isInstalled(_ folder: String) -> Bool {
        installed.map(Folders.plain).contains { folder == $0 || folder.hasPrefix("\($0)/") }
    }

    /// The user's own, such as `~/.config/viperline/apps`, and what the user has installed; none where there is no home.
    package var own: [String] { [folders.applications, folders.installations].compactMap(\.self) }

    /// The file or folder of an application that the user has not installed: Viperline's, or one that the user has written. An installed one
    /// of that name would not be found.
    package func namesake(of name: String) -> String? {
        let written = [folders.applications].compactMap(\.self)
        let files = (installed + written).flatMap { Self.candidates(for: name, in: $0) }
        return (files + written.map { Folders.join($0, name) }).first(where: self.files.exists)
    }

    /// The path of the script that a name or a path means: an executable in the user's own folder, if no application has that name; or a file
    /// that begins with `#!`, unless it starts `viperline run` itself.
    package func script(named name: String) -> String? {
        guard FileLookup.isShortName(name) else {
            let isYAML = [".yaml", ".yml"].contains(where: name.hasSuffix)
            return !isYAML && files.isRegularFile(name) && isScript(name) ? name : nil
        }
        let isTaken = (installed + own).contains { folder in
            Self.candidates(for: name, in: folder).contains(where: files.exists)
        }
        guard !isTaken, !name.contains("/") else { return nil }
        return own.map { Folders.join($0, name) }.first { path in
            files.isRegularFile(path) && files.isExecutable(path) && !files.isForeign(path)
        }
    }

    private func isScript(_ path: String) -> Bool {
        guard case .success(let bytes) = files.read(path), bytes.starts(with: "#!".utf8) else { return false }
        let first = String(decoding: bytes.prefix { $0 != 0x0A }, as: UTF8.self).split(separator: " ").map(String.init)
        let runs = first.firstIndex { $0 == "viperline" || $0.hasSuffix("/viperline") }
        return runs.map { first.dropFirst($0 + 1).first != "run" } ?? true
    }

    /// Paths that an application may have in one of these folders: `NAME.yaml`, or a folder with `compose.yaml`.
    static func candidates(for name: String, in folder: String) -> [String] {
        [Folders.join(folder, "\(name).yaml")]
            + ApplicationName.folderFiles.map { Folders.join(folder, "\(name)/\($0)") }
    }
}

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

/// The name of an application whose file gives it none.
package enum ApplicationName {
    /// The files that a folder's path means, as in Compose; the first one that exists counts.
    static let folderFiles = ["compose.yaml", "compose.yml"]

    /// The path of the file that a folder means; nil where there is none.
    package static func composeFile(in folder: String, files: FileSystem = .local) -> String? {
        folderFiles.map { Folders.join(folder, $0) }.first(where: files.isRegularFile)
    }

    /// `itunes` of `compose/itunes.yaml`, and `launches` of `launches/compose.yaml`.
    /// - Parameter folder: the working folder.
    package static func ofFile(_ path: String, in folder: String) -> String {
        let path = Folders.absolute(path, in: folder)
        let file = path.split(separator: "/").last.map(String.init) ?? ""
        guard folderFiles.contains(file) else { return stem(file) }
        // A path such as `./x/../compose.yaml` keeps its detours; a name needs none.
        let words = Folders.parent(of: path).split(separator: "/").filter { $0 != "." && $0 != ".." }
        return stem(words.last.map(String.init) ?? "")
    }

    /// The file's name up to its first dot; a character that no application's name can have becomes "-".
    private static func stem(_ file: String) -> String {
        let stem = file.split(separator: ".").first ?? "session"
        return String(stem.map { $0.isASCII && ($0.isLetter || $0.isNumber) || $0 == "_" ? $0 : "-" })
    }
}
