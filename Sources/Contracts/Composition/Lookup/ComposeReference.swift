import YAML

/// A file that a compose file names, for tools that read no session.
package enum ComposeReference {
    /// The path of the file, as the loader finds it; nil if there is none that it would read.
    /// - Parameter file: the path of the file that names it, which the user has named.
    package static func path(
        of name: String, in file: String, folders: Folders = .current, fileSystem: FileSystem = .local
    ) -> String? {
        var files = ComposeFiles(folders: folders, fileSystem: fileSystem, knownNames: []) { _ in nil }
        guard let path = files.path(of: file) else { return nil }
        return files.path(of: name, namedBy: ComposeNode(content: .null, place: Place(origin: path), path: ""))
    }
}

extension FileSystem {
    /// The file system with texts in place of files, as an editor has them before they are saved.
    /// - Parameter texts: by absolute path.
    package func replacing(_ texts: [String: [UInt8]], working: String) -> FileSystem {
        @Sendable func checked(_ bytes: [UInt8]) -> Result<[UInt8], ReadFailure> {
            bytes.count <= Self.sizeLimit ? .success(bytes) : .failure(.tooLarge)
        }
        let below = self
        let find: @Sendable (String) -> [UInt8]? = { path in
            texts[Folders.plain(Folders.absolute(path, in: working))]
        }
        return FileSystem(
            read: { path in find(path).map(checked) ?? below.read(path) },
            exists: { find($0) != nil || below.exists($0) },
            isFolder: below.isFolder,
            isRegularFile: { find($0) != nil || below.isRegularFile($0) },
            isExecutable: below.isExecutable, names: below.names, isForeign: below.isForeign,
            readBound: { bound in
                let found = below.readBound(bound)
                // A link that leads out of its folder stays refused.
                if found == .failure(.outside) { return found }
                return find(bound.path).map(checked) ?? found
            },
            kindOfBound: { bound in
                let found = below.kindOfBound(bound)
                return found == .failure(.notFound) && find(bound.path) != nil ? .success(.regular) : found
            })
    }
}
