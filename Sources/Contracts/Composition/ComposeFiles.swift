import YAML

/// Finds, parses and interpolates compose files, each once, and collects what is wrong with them.
struct ComposeFiles: NodeReader {
    /// A file that was found. It has no tree when it cannot be read or is not a mapping.
    struct File {
        let path: String
        let tree: ComposeNode?
        /// The places of the file's sources and scenes, if it declares some.
        var application: ApplicationFile?
    }

    /// A file is read once for each path, folder and scope of variables.
    private struct Key: Hashable {
        let path: String
        let folder: String?
        let scope: Int
    }

    private let lookup: FileLookup
    private let folders: ApplicationFolders
    private let fileSystem: FileSystem
    /// Variables of the loader's own.
    var known: [String: String] = [:]
    /// Names of variables that are known to be set, for suggestions.
    private let knownNames: [String]
    private var files: [Key: File] = [:]
    /// The variables of the files that are being read, the outermost ones first.
    private var scopes: [VariableScope]
    private var scopeCount = 0
    var mistakes: [Mistake] = []
    /// The folder that no link in a file leads out of, by the file's path; none for an installed file.
    private var bounds: [String: String] = [:]
    /// The files that the user has not named, by their paths.
    private var bound: [String: BoundPath] = [:]
    /// The paths in the order of their first use.
    private(set) var origins: [String] = []

    init(folders: Folders, fileSystem: FileSystem, knownNames: [String], variable: @escaping (String) -> String?) {
        lookup = FileLookup(folders: folders, files: fileSystem)
        self.folders = ApplicationFolders(folders: folders, files: fileSystem)
        self.fileSystem = fileSystem
        self.knownNames = knownNames
        scopes = [.outermost(variable)]
    }

    // MARK: - Files

    /// The path of a file that the user has named: a path, which may be that of a pipe, or the name of an application.
    /// - Parameter folder: the file's folder, unless the user has named it.
    mutating func path(of name: String, foundIn folder: String? = nil) -> String? {
        do throws(FileLookup.Failure) {
            let path = try lookup.path(of: name)
            bounds[path] = folder ?? folders.bound(of: path)
            // The user has named a folder: the file in it may be somebody else's.
            let isOfFolder = path != name && ApplicationName.folderFiles.contains { path.hasSuffix("/\($0)") }
            if folder != nil || isOfFolder { bound[path] = boundPath(path, namedBy: path) }
            return path
        } catch {
            mistakes.append(Mistake(place: Place(origin: name), message: error.description))
            return nil
        }
    }

    /// The path of a file that another file names.
    /// - Parameter node: the place where it is named.
    mutating func path(of name: String, namedBy node: ComposeNode) -> String? {
        do throws(FileLookup.Failure) {
            let path = try lookup.path(of: name, beside: node.place.origin)
            if FileLookup.isShortName(name) { return path }
            if let known = boundPath(path, namedBy: node.place.origin) {
                try lookup.check(known)
                if bounds[path] == nil {
                    bounds[path] = known.folder
                    bound[path] = known
                }
            } else {
                try lookup.check(path)
            }
            return path
        } catch {
            return refuse("\"\(name.shortened)\" \(error)", at: node)
        }
    }

    /// A path that a file names; nil if the file is installed.
    private func boundPath(_ path: String, namedBy file: String) -> BoundPath? {
        bounds[file].map { BoundPath(path, in: $0, working: lookup.folders.working) }
    }

    /// - Parameter folder: the folder where its relative paths begin, if that is not its own.
    mutating func file(at path: String, in folder: String? = nil) -> File {
        let folder = folder ?? folders.base(of: path)
        let key = Key(path: path, folder: folder, scope: scope.id)
        if let known = files[key] { return known }
        if !origins.contains(path) { origins.append(path) }
        var application: ApplicationFile?
        let tree = text(at: path).flatMap { parse($0, path, folder, &application) }
        let file = File(path: path, tree: tree, application: application)
        files[key] = file
        return file
    }

    private mutating func text(at path: String) -> String? {
        func mistake(_ message: String) { mistakes.append(Mistake(place: Place(origin: path), message: message)) }
        let bound = bound[path]
        switch bound.map(fileSystem.readBound) ?? fileSystem.read(path) {
        case .success(let bytes):
            if let text = String(validating: bytes, as: UTF8.self) { return text }
            mistake("not UTF-8 text")
        case .failure(.isFolder): mistake("a folder, not a file")
        case .failure(.notFound): mistake("not found")
        case .failure(.notRegular): mistake("not a regular file")
        case .failure(.outside): mistake("\(bound?.leadsOut ?? "a link"), or name that file")
        case .failure(.unreadable): mistake("cannot be read; does it belong to another user?")
        case .failure(.noDescriptors): mistake("cannot be read: too many open files (ulimit -n)")
        case .failure(.tooLarge): mistake("larger than \(FileSystem.sizeLimit >> 20) MiB; is this a compose file?")
        }
        return nil
    }

    /// - Parameter application: set if the file declares one.
    private mutating func parse(
        _ text: String, _ path: String, _ folder: String?, _ application: inout ApplicationFile?
    ) -> ComposeNode? {
        let parsed = YAMLReader.read(text, file: path, folder: folder)
        mistakes += parsed.mistakes
        guard let whole = parsed.tree else { return nil }
        let (found, tree) = ApplicationFile.separated(from: whole)
        application = found
        mistakes += found?.mistakes ?? []
        var interpolation = InterpolationPass(knownNames: knownNames) { [known, variable] in known[$0] ?? variable($0) }
        let (bound, working) = (bounds[path], lookup.folders.working)
        var environment = EnvironmentFilePass(fileSystem, variable: variable) { name in
            bound.map { BoundPath(name, in: $0, working: working) }
        }
        let result = environment.run(interpolation.run(tree))
        mistakes += interpolation.mistakes
        mistakes += environment.mistakes
        mistakes += DraftReader.read(result).mistakes
        return result.members == nil ? nil : result
    }

    /// The absolute path of a folder that a file names: the file's own, or one below it.
    mutating func folder(named node: ComposeNode) -> String? {
        guard let name = node.scalar else { return nil }
        guard let path = EnvironmentFileReader.path(of: name, namedAt: node.place) else {
            return refuse("\"\(name.shortened)\" is outside the folder of this file; name a folder in it", at: node)
        }
        let folder = Folders.plain(Folders.absolute(path, in: lookup.folders.working))
        if let bound = boundPath(folder, namedBy: node.place.origin),
            fileSystem.kindOfBound(bound) == .failure(.outside)
        {
            return refuse("\"\(name.shortened)\" \(bound.leadsOut)", at: node)
        }
        return fileSystem.isFolder(folder) ? folder : refuse("no folder \"\(folder)\"", at: node)
    }

    // MARK: - Variables

    private var scope: VariableScope { scopes.last ?? .outermost { _ in nil } }

    /// The variables of the files that are being read now.
    var variable: (String) -> String? { scope.lookup }

    /// Adds the variables of env files, which rank below the existing ones.
    /// - Parameters:
    ///   - environmentFiles: the files that the user has named. If there are none, `.env` beside `file` counts, but not of an installed
    ///     file: the working folder may be a stranger's.
    ///   - file: the first file of the session.
    mutating func enterScope(of file: String?, _ environmentFiles: [String]) {
        let files =
            environmentFiles.isEmpty
            ? file.flatMap { standardFile(of: $0, in: nil) } ?? [] : environmentFiles.map { (path: $0, bound: nil) }
        enterScope(files)
    }

    /// Adds the variables of the env files of an included file, if it has some.
    /// - Parameters:
    ///   - environmentFiles: nil for `.env`.
    ///   - folder: the file's `project_directory`.
    /// - Returns: whether it has entered a scope, which the caller has to leave.
    mutating func enterScope(of file: String, _ environmentFiles: [ComposeNode]?, in folder: String?) -> Bool {
        guard let environmentFiles else { return enterScope(standardFile(of: file, in: folder) ?? []) }
        var files: [EnvironmentFile] = []
        for node in environmentFiles {
            guard let name = node.scalar else { continue }
            guard let path = EnvironmentFileReader.path(of: name, namedAt: node.place) else {
                mistakes.append(
                    node.mistake("\"\(name.shortened)\" is outside the folder of this file; name a file in it"))
                continue
            }
            let bound = boundPath(path, namedBy: node.place.origin)
            switch bound.map(fileSystem.kindOfBound) {
            case .failure(.outside): mistakes.append(node.mistake("\"\(name.shortened)\" \(bound?.leadsOut ?? "")"))
            case .success(.regular): files.append((path, bound))
            case nil where fileSystem.isRegularFile(path): files.append((path, nil))
            default: mistakes.append(node.mistake("\"\(name.shortened)\" not found; looked for \(path)"))
            }
        }
        return enterScope(files)
    }

    /// An env file, unbound if the user has named it, or the installation has it.
    private typealias EnvironmentFile = (path: String, bound: BoundPath?)

    private func standardFile(of file: String, in folder: String?) -> [EnvironmentFile]? {
        guard folder != nil || folders.base(of: file) != nil else { return nil }
        let path = Folders.join(folder ?? Folders.parent(of: file), EnvironmentFileReader.standardName)
        guard let bound = boundPath(path, namedBy: file) else {
            return fileSystem.isRegularFile(path) ? [(path, nil)] : nil
        }
        let kind = fileSystem.kindOfBound(bound)
        // The reader of the file reports the link.
        return kind == .success(.regular) || kind == .failure(.outside) ? [(path, bound)] : nil
    }

    /// The later of several files go before.
    @discardableResult
    private mutating func enterScope(_ files: [EnvironmentFile]) -> Bool {
        let outer = scope
        var own: [String: String] = [:]
        for (path, bound) in files {
            if !origins.contains(path) { origins.append(path) }
            let (variables, found) = EnvironmentFileReader(fileSystem: fileSystem).read(path, bound) {
                outer.lookup($0) ?? own[$0]
            }
            mistakes += found
            for (name, value) in variables where outer.lookup(name) == nil { own[name] = value }
        }
        guard !own.isEmpty else { return false }
        scopeCount += 1
        scopes.append(outer.inner(id: scopeCount, own))
        return true
    }

    mutating func leaveScope() {
        if scopes.count > 1 { scopes.removeLast() }
    }

    /// The tree with values for those names in `environment` that take theirs from this scope's own variables, which are unknown
    /// outside.
    func withOwnVariables(_ tree: ComposeNode) -> ComposeNode {
        let own = scope.own
        guard !own.isEmpty, var services = tree["services"], let members = services.members else { return tree }
        services.content = .mapping(
            members.map { member in
                guard let environment = member.value["environment"] else { return member }
                var member = member
                member.value = member.value.replacing("environment", with: environment.valued(own))
                return member
            })
        return tree.replacing("services", with: services)
    }
}

extension ComposeNode {
    /// An `environment` with values for its names without one.
    fileprivate func valued(_ values: [String: String]) -> ComposeNode {
        var result = self
        if let members {
            result.content = .mapping(
                members.map { member in
                    guard case .null = member.value.content, let value = values[member.key] else { return member }
                    var member = member
                    member.value.content = .scalar(value, isPlain: false)
                    return member
                })
        } else if let items {
            result.content = .list(
                items.map { item in
                    guard let name = item.scalar, let value = values[name] else { return item }
                    var item = item
                    item.content = .scalar("\(name)=\(value)", isPlain: false)
                    return item
                })
        }
        return result
    }
}
