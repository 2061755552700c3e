import YAML

/// Puts the variables of `env_file` in the place of the files' names, as a mapping, so that they merge by name as `environment` does.
struct EnvironmentFilePass {
    let reader: EnvironmentFileReader
    let variable: (String) -> String?
    private(set) var mistakes: [Mistake] = []

    init(_ fileSystem: FileSystem, variable: @escaping (String) -> String?) {
        reader = EnvironmentFileReader(fileSystem: fileSystem)
        self.variable = variable
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

    /// One file or several, of which the later ones go before.
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
        guard reader.fileSystem.exists(path) else {
            if isRequired { mistakes.append(node.mistake("\"\(name.shortened)\" not found; looked for \(path)")) }
            return []
        }
        // A device or a pipe could make us wait for ever.
        guard reader.fileSystem.isRegularFile(path) else {
            mistakes.append(node.mistake("\"\(name.shortened)\" is not a regular file"))
            return []
        }
        let (variables, found) = reader.read(path, variable: variable)
        mistakes += found
        return variables
    }

    /// A path, or a mapping with `path` and `required`.
    private mutating func file(_ node: ComposeNode) -> (name: String, isRequired: Bool)? {
        if let name = node.scalar { return (name, true) }
        guard let members = node.members else {
            expected("a path, a list of paths, or {path: …, required: false}", at: node)
            return nil
        }
        for member in members where !["path", "required"].contains(member.key) {
            let hint = Suggestion.hint(for: member.key, among: ["path", "required"])
            let message =
                member.key == "format"
                ? "Compose has \"format\", Viperline does not; a value in single quotes is literal"
                : "unknown key \"\(member.key)\"\(hint.isEmpty ? "; the keys here are path, required" : hint)"
            mistakes.append(Mistake(place: member.place, path: node.path, message: message))
        }
        guard let path = node["path"] else {
            mistakes.append(node.mistake("no \"path\"; name the file"))
            return nil
        }
        guard let name = path.scalar else {
            expected("a path", at: path)
            return nil
        }
        switch node["required"]?.scalar?.lowercased() {
        case nil where node["required"] == nil, "true", "yes", "on": return (name, true)
        case "false", "no", "off": return (name, false)
        default:
            if let required = node["required"] { expected("true or false", at: required) }
            return nil
        }
    }

    private mutating func expected(_ expected: String, at node: ComposeNode) {
        guard !node.isBroken else { return }
        mistakes.append(node.mistake("expected \(expected), found \(node.kind)"))
    }
}
