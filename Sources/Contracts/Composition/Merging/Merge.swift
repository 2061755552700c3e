import YAML

/// Merges trees (Compose Specification, "Merge"). Mappings merge by key; lists of names are united; everything else,
/// `command` included, is replaced by the later tree. `!override` replaces a value whole, and `!reset` removes it.
enum Merge {
    /// The lists that are united: in Compose's terms, sequences with unique elements.
    private static let united: Set<String> = [
        "receives", "sends", "states", "notices", "progress", "aliases", "profiles", "watch", RuleDraft.path,
    ]
    /// The keys of mappings that may also be written as lists.
    private static let shortForms: Set<String> = ["environment", "depends_on"]

    static func merge(_ trees: [ComposeNode]) -> ComposeNode? {
        guard let first = trees.first else { return nil }
        var merged = ComposeNode(content: .mapping([]), place: first.place, path: "")
        for tree in trees { merged = merge(merged, tree, key: "") }
        return merged
    }

    /// The members of a service over those of the one that it extends.
    static func merge(_ base: ComposeNode, with service: ComposeNode) -> ComposeNode {
        merge(base, service, key: "")
    }

    private static func merge(_ base: ComposeNode?, _ later: ComposeNode, key: String) -> ComposeNode {
        let base = later.instruction == .override ? nil : base
        if shortForms.contains(key), let base = base.map({ longForm($0, of: key) }), base.members != nil {
            return mergeMembers(base, longForm(later, of: key), key: key)
        }
        if united.contains(key), let items = base?.items, let added = later.items {
            let known = Set(items.compactMap(\.scalar))
            var result = later
            result.content = .list(items + added.filter { $0.scalar.map { !known.contains($0) } ?? true })
            return result
        }
        return mergeMembers(base, later, key: key)
    }

    /// Merges the members of a mapping; anything else is replaced.
    private static func mergeMembers(_ base: ComposeNode?, _ later: ComposeNode, key: String) -> ComposeNode {
        guard let added = later.members else { return later }
        var members = base?.members ?? []
        for member in added {
            let index = members.firstIndex { $0.key == member.key }
            if member.value.instruction == .reset {
                if let index { members.remove(at: index) }
            } else if let index {
                members[index].value = merge(members[index].value, member.value, key: member.key)
            } else {
                var member = member
                member.value = merge(nil, member.value, key: member.key)
                members.append(member)
            }
        }
        var result = later
        result.content = .mapping(members)
        return result
    }

    /// `[A=1, B]` as `{A: 1, B: }`, and `[a, b]` as `{a: {condition: service_started}, …}`.
    private static func longForm(_ node: ComposeNode, of key: String) -> ComposeNode {
        guard let items = node.items else { return node }
        var result = node
        result.content = .mapping(
            items.compactMap { item in
                guard let text = item.scalar else { return nil }
                return key == "environment"
                    ? variable(text, item, in: node.path) : dependency(text, item, in: node.path)
            })
        return result
    }

    private static func variable(_ text: String, _ item: ComposeNode, in path: String) -> ComposeNode.Member {
        let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        var value = item
        value.content = parts.count > 1 ? .scalar(parts[1], isPlain: false) : .null
        value.path = ComposeNode.path(path, parts[0])
        return ComposeNode.Member(key: parts[0], place: item.place, value: value)
    }

    private static func dependency(_ text: String, _ item: ComposeNode, in path: String) -> ComposeNode.Member {
        var condition = item
        condition.content = .scalar(Dependency.Condition.started.rawValue, isPlain: true)
        condition.path = "\(path).\(text).condition"
        var value = item
        value.content = .mapping([ComposeNode.Member(key: "condition", place: item.place, value: condition)])
        value.path = ComposeNode.path(path, text)
        return ComposeNode.Member(key: text, place: item.place, value: value)
    }
}
