import YAML

/// Resolves `aliases`: the names by which later files mean a service too. So `-f offline`, which configures `fetcher`, fits a
/// composition that calls its fetcher `model`; where several services have the alias, it is for each of them.
enum ServiceAliases {
    /// - Parameter trees: the files, in the order of the merge.
    static func resolved(_ trees: [ComposeNode]) -> [ComposeNode] {
        var resolved: [ComposeNode] = []
        for tree in trees {
            let names = Merge.merge(resolved).map(names(in:)) ?? [:]
            resolved.append(names.isEmpty ? tree : renamed(tree, names))
        }
        return resolved
    }

    /// The services that each alias means. The name of a service is no alias of another.
    private static func names(in tree: ComposeNode) -> [String: [String]] {
        let services = tree["services"]?.members ?? []
        var names: [String: [String]] = [:]
        for service in services {
            for alias in service.value["aliases"]?.items?.compactMap(\.scalar) ?? [] {
                names[alias, default: []].append(service.key)
            }
        }
        for service in services { names[service.key] = nil }
        return names
    }

    private static func renamed(_ tree: ComposeNode, _ names: [String: [String]]) -> ComposeNode {
        guard var services = tree["services"], let members = services.members else { return tree }
        services.content = .mapping(
            renamed(members, names).map { member in
                var member = member
                if let dependencies = member.value["depends_on"] {
                    member.value = member.value.replacing(
                        "depends_on", with: renamed(dependencies: dependencies, names))
                }
                return member
            })
        return tree.replacing("services", with: services)
    }

    private static func renamed(_ members: [ComposeNode.Member], _ names: [String: [String]]) -> [ComposeNode.Member] {
        members.flatMap { member in
            (names[member.key] ?? [member.key]).map {
                ComposeNode.Member(key: $0, place: member.place, value: member.value)
            }
        }
    }

    private static func renamed(dependencies: ComposeNode, _ names: [String: [String]]) -> ComposeNode {
        var result = dependencies
        if let members = dependencies.members { result.content = .mapping(renamed(members, names)) }
        if let items = dependencies.items {
            result.content = .list(
                items.flatMap { item in
                    guard case .scalar(let name, let isPlain) = item.content, let others = names[name] else {
                        return [item]
                    }
                    return others.map { other in
                        var item = item
                        item.content = .scalar(other, isPlain: isPlain)
                        return item
                    }
                })
        }
        return result
    }
}
