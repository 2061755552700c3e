import YAML

/// The applications that can be run by their names: files with a `description`. Files without one are fragments.
package struct ApplicationList {
    package struct Entry: Equatable, Sendable {
        /// As typed behind `viperline run`.
        package var name: String
        package var description: String
        package var path: String
        /// Whether it is one of the person's own.
        package var isOwn: Bool

        package init(name: String, description: String, path: String, isOwn: Bool) {
            self.name = name
            self.description = description
            self.path = path
            self.isOwn = isOwn
        }
    }

    /// In one list; nobody has more applications.
    private static let mostEntries = 1000

    private let places: ApplicationFolders
    private let files: FileSystem

    package init(folders: Folders = .current, files: FileSystem = .local) {
        places = ApplicationFolders(folders: folders, files: files)
        self.files = files
    }

    /// Sorted by name. An installed application goes before one of the person's own of the same name, as in ``FileLookup``. A file
    /// that cannot be read as YAML is left out: running it tells why.
    package var entries: [Entry] {
        var entries: [String: Entry] = [:]
        for (folders, isOwn) in [(places.installed, false), ([places.own].compactMap { $0 }, true)] {
            for (name, path) in folders.flatMap(named) where entries.count < Self.mostEntries {
                entries[name] = entries[name] ?? entry(name, path, isOwn: isOwn)
            }
        }
        return entries.values.sorted { $0.name < $1.name }
    }

    /// The names and paths of `NAME.yaml`, `FOLDER/NAME.yaml` and `NAME/compose.yaml`.
    private func named(in folder: String) -> [(name: String, path: String)] {
        files.names(folder).sorted().flatMap { file -> [(name: String, path: String)] in
            let path = Folders.join(folder, file)
            if let name = stem(file) { return [(name, path)] }
            guard files.isFolder(path) else { return [] }
            let inner = files.names(path).sorted()
            if let own = ApplicationName.folderFiles.first(where: inner.contains) {
                return [(file, Folders.join(path, own))]
            }
            return inner.compactMap { name in stem(name).map { ("\(file)/\($0)", Folders.join(path, name)) } }
        }
    }

    private func entry(_ name: String, _ path: String, isOwn: Bool) -> Entry? {
        guard files.isRegularFile(path) else { return nil }
        return description(at: path).map { Entry(name: name, description: $0, path: path, isOwn: isOwn) }
    }

    /// The description in one file, without what the file extends or includes; nil for a fragment, and for a file that is not YAML.
    package func description(at path: String) -> String? {
        guard case .success(let bytes) = files.read(path), let text = String(validating: bytes, as: UTF8.self),
            let node = YAMLReader.read(text, file: path).tree?["description"]
        else { return nil }
        var reader = DraftReader()
        return reader.description(node)
    }

    private func stem(_ file: String) -> String? { file.hasSuffix(".yaml") ? String(file.dropLast(5)) : nil }
}
