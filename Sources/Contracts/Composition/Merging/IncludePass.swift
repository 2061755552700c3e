import YAML

/// Resolves `include` (Compose Specification, "include"): the services, states and rules of other files, each complete with what it
/// extends and includes. The file that includes them cannot change them; what it may do is to extend one under another name.
struct IncludePass: NodeReader {
    var mistakes: [Mistake] = []
    /// True if everything that is included was found.
    private(set) var isWhole = true
    /// The files under way, the outermost one first.
    private var chain: [String] = []
    /// Two files that include each of a hundred others twice would be read for ever.
    private var filesLeft = Self.mostFiles
    private var nodesLeft = YAMLReader.nodeLimit

    static let longestChain = 32
    private static let mostFiles = 200
    private static let key = "include"

    enum Key: String, CaseIterable {
        case environmentFile = "env_file"
        case path
        case projectDirectory = "project_directory"
    }

    private struct Item {
        /// Files to merge, in this order.
        var paths: [ComposeNode]
        /// nil for `.env`, if it is there.
        var environment: [ComposeNode]?
        var folder: ComposeNode?
    }

    mutating func run(
        _ tree: ComposeNode, _ path: String, _ files: inout ComposeFiles, _ extending: inout ExtendsPass
    ) -> ComposeNode {
        guard let include = tree[Self.key], include.instruction != .reset else {
            return extending.run(tree, path, &files)
        }
        let own = tree.removing(Self.key)
        chain.append(path)
        defer { chain.removeLast() }
        var included: [ComposeNode] = []
        for node in list(include, "a list of files") {
            guard let item = item(node), let tree = load(item, at: node, from: path, &files, &extending) else {
                isWhole = false
                continue
            }
            included.append(tree)
        }
        return extending.run(adding(included, to: own), path, &files)
    }

    // MARK: - What is included

    private mutating func load(
        _ item: Item, at node: ComposeNode, from path: String, _ files: inout ComposeFiles,
        _ extending: inout ExtendsPass
    ) -> ComposeNode? {
        var folder: String?
        if let node = item.folder {
            guard let found = files.folder(named: node) else { return nil }
            folder = found
        }
        var trees: [ComposeNode] = []
        var isInner = false
        defer { if isInner { files.leaveScope() } }
        for (index, path) in item.paths.enumerated() {
            guard let name = path.scalar, let found = files.path(of: name, namedBy: path) else { return nil }
            // The first file has the variables, as it has for a session.
            if index == 0 { isInner = files.enterScope(of: found, item.environment, in: folder) }
            guard isAllowed(found, at: path), let tree = files.file(at: found, in: folder).tree else { return nil }
            filesLeft -= 1
            nodesLeft -= tree.nodeCount
            trees.append(files.withOwnVariables(run(tree, found, &files, &extending)))
        }
        return Merge.merge(ServiceAliases.resolved(trees))
    }

    private mutating func isAllowed(_ path: String, at node: ComposeNode) -> Bool {
        if let start = chain.firstIndex(of: path) {
            let cycle = (chain[start...] + [path]).joined(separator: " → ")
            mistakes.append(node.mistake("a cycle: \(cycle)"))
        } else if chain.count > Self.longestChain {
            mistakes.append(node.mistake("more than \(Self.longestChain) files include one another"))
        } else if filesLeft <= 0 {
            if filesLeft == 0 { mistakes.append(node.mistake("more than \(Self.mostFiles) files are included")) }
            filesLeft = -1
        } else if nodesLeft < 0 {
            mistakes.append(node.mistake("more than \(YAMLReader.nodeLimit) values are included"))
        } else {
            return true
        }
        return false
    }

    private mutating func item(_ node: ComposeNode) -> Item? {
        if node.scalar != nil { return Item(paths: [node]) }
        for member in members(of: node, expecting: "a path, or a mapping with \"path\"")
        where Key(rawValue: member.key) == nil {
            unknownKey(member, of: node, known: Key.names)
        }
        guard node.members != nil else { return nil }
        guard let path = node["path"] else { return refuse("no \"path\"; name the file to include", at: node) }
        let paths = path.scalar == nil ? list(path, "a path, or a list of paths") : [path]
        let environment = node["env_file"].map { $0.scalar == nil ? list($0, "a path, or a list of paths") : [$0] }
        let folder = node["project_directory"]
        let scalars = paths + (environment ?? []) + [folder].compactMap { $0 }
        guard !paths.isEmpty, paths.count <= Self.longestChain,
            environment?.count ?? 0 <= EnvironmentFileReader.mostFiles
        else { return refuse(paths.isEmpty ? "an empty list; name a file" : "too many files", at: node) }
        for node in scalars { _ = scalar(node, expecting: "a path") }
        guard scalars.allSatisfy({ $0.scalar != nil }) else { return nil }
        return Item(paths: paths, environment: environment, folder: folder)
    }

    private mutating func list(_ node: ComposeNode, _ expectation: String) -> [ComposeNode] {
        if let items = items(of: node, expecting: expectation) { return items }
        isWhole = false
        return []
    }

    // MARK: - Together

    /// The included services before the file's own, its states and rules with its own.
    private mutating func adding(_ included: [ComposeNode], to own: ComposeNode) -> ComposeNode {
        var all: [ComposeNode.Member] = []
        for tree in included { add(tree["services"]?.members ?? [], to: &all) }
        add(own["services"]?.members ?? [], to: &all)
        var result = own
        if !all.isEmpty, own["services"]?.members != nil || own["services"] == nil {
            var services = own["services"] ?? ComposeNode(content: .null, place: own.place, path: "services")
            services.content = .mapping(all)
            result = result.setting("services", to: services)
        }
        for key in ["states", RuleDraft.path] where own[key]?.instruction == nil {
            let items = included.flatMap { $0[key]?.items ?? [] }
            guard !items.isEmpty, own[key] == nil || own[key]?.items != nil else { continue }
            var list = own[key] ?? ComposeNode(content: .null, place: own.place, path: key)
            list.content = .list(united(items + (own[key]?.items ?? [])))
            result = result.setting(key, to: list)
        }
        return result
    }

    /// The same service twice, as when two included files include a third one, is not a conflict.
    private mutating func add(_ services: [ComposeNode.Member], to all: inout [ComposeNode.Member]) {
        for service in services {
            guard let other = all.first(where: { $0.key == service.key }) else {
                all.append(service)
                continue
            }
            if service.value.isSame(as: other.value) { continue }
            let message =
                "\"\(service.key)\" is a service that \(other.place) includes; what is included cannot be changed here: give this one "
                + "another name, perhaps with extends, or change that one with -f"
            mistakes.append(Mistake(place: service.place, path: "services", message: message))
        }
    }

    /// A state that is declared twice is one.
    private func united(_ items: [ComposeNode]) -> [ComposeNode] {
        var seen: Set<String> = []
        return items.filter { $0.scalar.map { seen.insert($0).inserted } ?? true }
    }
}
