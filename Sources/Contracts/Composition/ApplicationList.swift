import Platform
import YAML

/// The applications that the user can run: compose files with a `description` (files without one are fragments), and in their own
/// folder executable scripts.
///
/// Files are read and checked, but nothing is run.
package struct ApplicationList {
    package enum Origin: String, CaseIterable, Sendable {
        case installed
        /// The application is in the user's own folder, such as `~/.config/viperline/apps`.
        case own
        /// The application is in the working folder, whose author may be untrusted.
        case folder
    }

    package struct Entry: Equatable, Sendable {
        /// The name to type after `viperline run`, unless there is a ``namesake``.
        package var name: String
        /// `name` in the file.
        package var title: String
        /// A description on one line, without control characters; empty where there is none.
        package var description: String
        /// An absolute path.
        package var path: String
        package var origin: Origin
        /// A program, to be run by `viperline app`.
        package var isScript = false
        /// The reason why the application cannot be run.
        package var mistake: String?
        /// The path of the application that ``name`` means; nil where it means this one.
        package var namesake: String?
    }

    /// The most entries: more than any user has.
    static let mostEntries = 1000
    /// Bytes of all files.
    private static let mostBytes = 64 << 20

    /// The applications, sorted by name, and by origin in its order.
    package private(set) var entries: [Entry] = []
    /// True if there are more entries.
    package private(set) var isCut = false

    private let places: ApplicationFolders
    private let files: FileSystem
    private let load: (String, _ folder: String?) -> [Mistake]
    private let working: String
    private var bytesLeft = Self.mostBytes

    /// - Parameter variables: for interpolation.
    package init(
        of origins: Set<Origin>, folders: Folders = .current, files: FileSystem = .local,
        variables: @escaping (String) -> String?
    ) {
        places = ApplicationFolders(folders: folders, files: files)
        self.files = files
        working = folders.working
        load = { path, folder in
            let loader = ComposeLoader(
                files: [path], foundIn: folder, variables: variables, folders: folders, fileSystem: files)
            do throws(ComposeError) {
                _ = try loader.load()
                return []
            } catch {
                return error.mistakes
            }
        }
        for origin in Origin.allCases where origins.contains(origin) {
            for candidate in candidates(of: origin, working: folders.working) { take(candidate, origin) }
        }
        entries.sort { ($0.name, $0.path) < ($1.name, $1.path) }
    }

    // MARK: - Where they are

    private struct Candidate {
        var name: String
        var path: String
        var isScript = false
        /// True if the file is an application by its name alone, as `compose.yaml` is.
        var isWhole = false
    }

    private func candidates(of origin: Origin, working: String) -> [Candidate] {
        switch origin {
        case .installed: places.installed.flatMap { files(in: $0) }
        case .own: places.own.flatMap { files(in: $0) + scripts(in: $0) }
        case .folder: files(in: working, depth: 0)
        }
    }

    /// `NAME.yaml`, `FOLDER/NAME.yaml` and `NAME/compose.yaml`.
    private func files(in folder: String, depth: Int = 1) -> [Candidate] {
        files.names(folder).sorted().flatMap { file -> [Candidate] in
            let path = Folders.join(folder, file)
            if depth == 0, ApplicationName.folderFiles.contains(file) {
                return [Candidate(name: ApplicationName.ofFile(path, in: folder), path: path, isWhole: true)]
            }
            if let name = stem(file) { return [Candidate(name: name, path: path)] }
            guard depth > 0, !file.hasPrefix("."), files.isFolder(path) else { return [] }
            let inner = files.names(path).sorted()
            if let own = ApplicationName.folderFiles.first(where: inner.contains) {
                return [Candidate(name: file, path: Folders.join(path, own), isWhole: true)]
            }
            return inner.compactMap { name in
                stem(name).map { Candidate(name: "\(file)/\($0)", path: Folders.join(path, name)) }
            }
        }
    }

    private func scripts(in folder: String) -> [Candidate] {
        files.names(folder).sorted().compactMap { file in
            let path = Folders.join(folder, file)
            guard !file.hasPrefix("."), !file.hasSuffix("~"), stem(file) == nil, files.isRegularFile(path),
                files.isExecutable(path)
            else { return nil }
            return Candidate(name: file, path: path, isScript: true)
        }
    }

    private func stem(_ file: String) -> String? {
        file.hasSuffix(".yaml") && !file.hasPrefix(".") ? String(file.dropLast(5)) : nil
    }

    // MARK: - What they are

    private mutating func take(_ candidate: Candidate, _ origin: Origin) {
        guard entries.count < Self.mostEntries, bytesLeft > 0 else { return isCut = true }
        var entry = Entry(
            name: candidate.name, title: candidate.name, description: "", path: candidate.path, origin: origin,
            isScript: candidate.isScript)
        if !files.isRegularFile(candidate.path) {
            entry.mistake = "\(candidate.path): not a regular file"
        } else if origin == .own, files.isForeign(candidate.path) {
            entry.mistake = "\(candidate.path): it is another user's, or others may write it"
        } else if candidate.isScript {
            entry.description = scriptDescription(candidate.path)
        } else if !read(&entry, candidate) {
            return
        }
        let known = entries.first { $0.name == entry.name }
        // The checkout in which viperline was built has the files of the installation once more.
        if origin == .installed, known != nil { return }
        entry.namesake = origin == .folder ? nil : known?.path
        entries.append(entry)
    }

    /// The folder that links must not leave. Its author may be untrusted: the working folder, or a clone among the user's applications.
    private func bound(_ origin: Origin, _ candidate: Candidate) -> String? {
        switch origin {
        case .installed: nil
        case .own: candidate.isWhole ? Folders.parent(of: candidate.path) : nil
        case .folder: working
        }
    }

    /// - Returns: whether it is an application, be it a broken one.
    private mutating func read(_ entry: inout Entry, _ candidate: Candidate) -> Bool {
        let folder = bound(entry.origin, candidate)
        let bound = folder.map { BoundPath(entry.path, in: $0, working: working) }
        guard case .success(let bytes) = bound.map(files.readBound) ?? files.read(entry.path),
            let text = String(validating: bytes, as: UTF8.self)
        else {
            note(load(entry.path, folder), in: &entry)
            return true
        }
        bytesLeft -= bytes.count
        let parsed = YAMLReader.read(text, file: entry.path)
        var reader = DraftReader()
        if let node = parsed.tree?["description"], let description = reader.description(node) {
            entry.description = description
        } else if parsed.mistakes.isEmpty, !candidate.isWhole, parsed.tree?["description"] == nil {
            return false
        }
        if let name = parsed.tree?["name"]?.scalar { entry.title = name }
        note(parsed.mistakes.isEmpty ? load(entry.path, folder) : parsed.mistakes, in: &entry)
        return true
    }

    private func note(_ mistakes: [Mistake], in entry: inout Entry) {
        guard let first = mistakes.first else { return }
        entry.mistake = mistakes.count > 1 ? "\(first) (and \(mistakes.count - 1) more)" : "\(first)"
    }

    /// The text of a comment at the beginning of a script: `# viperline: What it does`, or `# description: …`.
    private mutating func scriptDescription(_ path: String) -> String {
        guard case .success(let bytes) = files.read(path) else { return "" }
        bytesLeft -= bytes.count
        let head = String(decoding: bytes.prefix(1024), as: UTF8.self)
        for line in head.split(separator: "\n") {
            guard let mark = line.firstRange(of: "viperline:") ?? line.firstRange(of: "description:") else { continue }
            guard line[..<mark.lowerBound].allSatisfy({ "#/-;% ".contains($0) }) else { continue }
            let node = ComposeNode(
                content: .scalar(String(line[mark.upperBound...]), isPlain: true), place: Place(origin: path), path: "")
            var reader = DraftReader()
            return reader.description(node) ?? ""
        }
        return ""
    }
}
