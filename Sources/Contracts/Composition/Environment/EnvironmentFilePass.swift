import Platform
import YAML

/// Replaces the files' names in `env_file` with their variables, as a mapping, so that they merge by name as `environment` does.
struct EnvironmentFilePass: NodeReader {
    let reader: EnvironmentFileReader
    let variable: (String) -> String?
    /// Binds a path that the file names to the folder that links may not leave; nil for an installed file.
    let bound: (_ path: String) -> BoundPath?
    var mistakes: [Mistake] = []

    enum Key: String, CaseIterable {
        case path, required
    }

    init(
        _ fileSystem: FileSystem, variable: @escaping (String) -> String?, bound: @escaping (String) -> BoundPath?
    ) {
        reader = EnvironmentFileReader(fileSystem: fileSystem)
        self.variable = variable
        self.bound = bound
    }

    mutating func run(_ tree: ComposeNode) -> ComposeNode {
        guard var services = tree["services"], let members = services.members else { return tree }
        services.content = .mapping(
            members.map { member in
                guard let files = member.value["env_file"], files.instruction != .reset else { return member }
                var member = member
                member.value = member.value.replacing("env_file", with: variables(of: files))
                return member
            })
        return tree.replacing("services", with: services)
    }

    /// The variables of one file or several; later files override earlier ones.
    private mutating func variables(of node: ComposeNode) -> ComposeNode {
        var result = node
        result.content = .broken
        let items = node.items ?? [node]
        guard items.count <= EnvironmentFileReader.mostFiles else {
            mistakes.append(node.mistake("more than \(EnvironmentFileReader.mostFiles) files"))
            return result
        }
        var members: [ComposeNode.Member] = []
        for item in items {
            for (name, value) in variables(ofFile: item) {
                var variable = item
                variable.content = .scalar(value, isPlain: false)
                members.removeAll { $0.key == name }
                members.append(ComposeNode.Member(key: name, place: item.place, value: variable))
            }
        }
        result.content = .mapping(members)
        return result
    }

    private mutating func variables(ofFile node: ComposeNode) -> [(name: String, value: String)] {
        guard let (name, isRequired) = file(node) else { return [] }
        guard let path = EnvironmentFileReader.path(of: name, namedAt: node.place) else {
            mistakes.append(node.mistake("\"\(name.shortened)\" is outside the folder of this file; name a file in it"))
            return []
        }
        let bound = bound(path)
        switch bound.map(reader.fileSystem.kindOfBound) ?? unboundKind(path) {
        case .failure(.outside): mistakes.append(node.mistake("\"\(name.shortened)\" \(bound?.leadsOut ?? "")"))
        case .failure(.notFound):
            if isRequired { mistakes.append(node.mistake("\"\(name.shortened)\" not found; looked for \(path)")) }
        // A device or a pipe could make the session wait for ever.
        case .success(.folder), .success(.other):
            mistakes.append(node.mistake("\"\(name.shortened)\" is not a regular file"))
        case .success(.regular), .failure:
            let (variables, found) = reader.read(path, bound, variable: variable)
            mistakes += found
            return variables
        }
        return []
    }

    /// The kind of a path that an installed file names.
    private func unboundKind(_ path: String) -> Result<FileSystem.Kind, FileSystem.ReadFailure> {
        guard reader.fileSystem.exists(path) else { return .failure(.notFound) }
        return .success(reader.fileSystem.isRegularFile(path) ? .regular : .other)
    }

    /// A path, or a mapping with `path` and `required`.
    private mutating func file(_ node: ComposeNode) -> (name: String, isRequired: Bool)? {
        if let name = node.scalar { return (name, true) }
        for member in members(of: node, expecting: "a path, a list of paths, or {path: …, required: false}")
        where Key(rawValue: member.key) == nil {
            if member.key == "format" {
                let message = "Compose has \"format\", Viperline does not; a value in single quotes is literal"
                report(message, at: member, of: node)
            } else {
                unknownKey(member, of: node, known: Key.names)
            }
        }
        guard node.members != nil else { return nil }
        guard let path = node["path"] else { return refuse("no \"path\"; name the file", at: node) }
        guard let name = scalar(path, expecting: "a path") else { return nil }
        switch node["required"]?.scalar?.lowercased() {
        case nil where node["required"] == nil, "true", "yes", "on": return (name, true)
        case "false", "no", "off": return (name, false)
        default:
            if let required = node["required"] { wrongType(required, "true or false") }
            return nil
        }
    }
}

/// Reads env files: those that the user names, and those that compose files name.
struct EnvironmentFileReader {
    /// The most bytes of an env file; the system gives no program more in one variable.
    static let sizeLimit = 128 << 10
    /// Files of one service, or of one `include`.
    static let mostFiles = 32
    /// The file that is read without being named.
    static let standardName = ".env"

    let fileSystem: FileSystem

    /// - Parameters:
    ///   - bound: the same path, unless the user has named it.
    ///   - variable: for interpolation in the file.
    func read(
        _ path: String, _ bound: BoundPath?, variable: (String) -> String?
    ) -> (variables: [(name: String, value: String)], mistakes: [Mistake]) {
        func mistake(_ message: String) -> [Mistake] { [Mistake(place: Place(origin: path), message: message)] }
        switch bound.map(fileSystem.readBound) ?? fileSystem.read(path) {
        case .success(let bytes):
            guard bytes.count <= Self.sizeLimit else { return ([], mistake("larger than \(Self.sizeLimit >> 10) KiB")) }
            guard let text = String(validating: bytes, as: UTF8.self) else { return ([], mistake("not UTF-8 text")) }
            return EnvironmentFileParser.read(text, file: path, variable: variable)
        case .failure(.tooLarge): return ([], mistake("larger than \(Self.sizeLimit >> 10) KiB"))
        case .failure(.isFolder): return ([], mistake("a folder, not a file"))
        case .failure(.notFound): return ([], mistake("not found"))
        case .failure(.notRegular): return ([], mistake("not a regular file"))
        case .failure(.outside): return ([], mistake("\(bound?.leadsOut ?? "a link"), or name it with --env-file"))
        case .failure(.noDescriptors): return ([], mistake("cannot be read: too many open files (ulimit -n)"))
        case .failure(.unreadable): return ([], mistake("cannot be read; does it belong to another user?"))
        }
    }

    /// The path of a file or folder that a compose file names: in that file's folder or below it, since its author may be a
    /// stranger. Nil if it is elsewhere.
    static func path(of name: String, namedAt place: Place) -> String? {
        let words = name.split(separator: "/").filter { $0 != "." }
        guard !name.hasPrefix("/"), !words.contains("..") else { return nil }
        let folder = place.folder ?? Folders.parent(of: place.origin)
        return words.isEmpty ? folder : Folders.join(folder, words.joined(separator: "/"))
    }
}
