import YAML
import Spelling

/// Resolves `extends` (Compose Specification, "extends"): a service begins as a copy of another service, of the same file
/// or of another one, and its own keys are merged over that by the rules of ``Merge``. The rules for that other service
/// (`forbids`) hold for it too.
struct ExtendsPass: NodeReader {
    var mistakes: [Mistake] = []
    /// True if everything that is extended was found. If not, a service may lack keys that it would have had.
    private(set) var isWhole = true
    /// Rules for services that are extended, each for the service that extends it.
    private var rules: [ComposeNode] = []
    /// The services of cycles that have been reported.
    private var circular: [Link] = []
    /// Limits what many services that all extend a very large one can take in memory.
    private var nodesLeft = YAMLReader.nodeLimit

    /// A service of a file, as one link in a chain of services that extend each other.
    private struct Link: Equatable {
        let service: String
        let path: String
    }

    private static let chainLimit = 32

    enum Key: String, CaseIterable {
        case file, service
    }

    /// The value of `extends`.
    private struct Base {
        /// nil means the same file.
        let file: ComposeNode?
        let service: ComposeNode
        let name: String
    }

    mutating func run(_ tree: ComposeNode, _ path: String, _ files: inout ComposeFiles) -> ComposeNode {
        guard var services = tree["services"], let members = services.members else { return tree }
        rules = []
        services.content = .mapping(
            members.map { member in
                var member = member
                let link = Link(service: member.key, path: path)
                member.value = resolve(member.value, [link], in: tree, &files)
                return member
            })
        return withRules(tree.replacing("services", with: services))
    }

    /// A file whose rules have `!override` or `!reset` has no others.
    private func withRules(_ tree: ComposeNode) -> ComposeNode {
        let own = tree[RuleDraft.path]
        guard !rules.isEmpty, own?.instruction == nil, own == nil || own?.items != nil else { return tree }
        var all = own ?? ComposeNode(content: .null, place: tree.place, path: RuleDraft.path)
        all.content = .list((own?.items ?? []) + rules)
        return tree.setting(RuleDraft.path, to: all)
    }

    /// - Parameter chain: the service itself, and what extends it, the first one first.
    private mutating func resolve(
        _ service: ComposeNode, _ chain: [Link], in tree: ComposeNode, _ files: inout ComposeFiles
    ) -> ComposeNode {
        guard let extends = service["extends"], extends.instruction != .reset, let link = chain.last else {
            return service
        }
        let own = service.removing("extends")
        guard nodesLeft >= 0 else { return own }
        guard let base = base(extends), let (found, file) = find(base, from: link, in: tree, &files) else {
            isWhole = false
            return own
        }
        let next = Link(service: base.name, path: file.path)
        guard !chain.contains(next) else {
            let names = (chain.drop { $0 != next } + [next]).map(\.service).joined(separator: " → ")
            if !circular.contains(next) { mistakes.append(base.service.mistake("a cycle: \(names)")) }
            circular += chain
            isWhole = false
            return own
        }
        guard chain.count < Self.chainLimit else {
            return failed(base.service.mistake("more than \(Self.chainLimit) services extend one another"), own)
        }
        let merged = Merge.merge(resolve(found, chain + [next], in: file.tree ?? tree, &files), with: own)
        let inherited = rules(for: next, of: file.tree ?? tree, as: chain.first ?? link)
        nodesLeft -= inherited.reduce(merged.nodeCount) { $0 + $1.nodeCount }
        guard nodesLeft >= 0 else {
            return failed(base.service.mistake("more than \(YAMLReader.nodeLimit) values by extending"), own)
        }
        rules += inherited
        return merged
    }

    /// The rules of a file for one of its services, rewritten for the service that extends it.
    private func rules(for base: Link, of tree: ComposeNode, as service: Link) -> [ComposeNode] {
        (tree[RuleDraft.path]?.items ?? []).compactMap { rule in
            guard var name = rule["service"] else { return nil }
            let names = name.scalar.map { [$0] } ?? name.items?.compactMap(\.scalar) ?? []
            let isNamed = base.path == service.path && names.contains(service.service)
            guard names.contains(base.service), !isNamed else { return nil }
            name.content = .scalar(service.service, isPlain: true)
            return rule.replacing("service", with: name)
        }
    }

    private mutating func failed(_ mistake: Mistake, _ service: ComposeNode) -> ComposeNode {
        mistakes.append(mistake)
        isWhole = false
        return service
    }

    /// The name of a service, or a mapping with `service` and `file`.
    private mutating func base(_ node: ComposeNode) -> Base? {
        if let name = node.scalar { return Base(file: nil, service: node, name: name) }
        let expected = "the name of a service, or a mapping with \"service\" and \"file\""
        for member in members(of: node, expecting: expected) where Key(rawValue: member.key) == nil {
            unknownKey(member, of: node, known: Key.names)
        }
        guard node.members != nil else { return nil }
        guard let service = node["service"] else {
            return refuse("no \"service\"; name the service to extend", at: node)
        }
        guard let name = scalar(service, expecting: "the name of a service") else { return nil }
        let form = "the path of a compose file, or the name of an installed one"
        if let file = node["file"], scalar(file, expecting: form) == nil { return nil }
        return Base(file: node["file"], service: service, name: name)
    }

    private mutating func find(
        _ base: Base, from link: Link, in tree: ComposeNode, _ files: inout ComposeFiles
    ) -> (service: ComposeNode, file: ComposeFiles.File)? {
        var file = ComposeFiles.File(path: link.path, tree: tree)
        if let node = base.file, let name = node.scalar {
            guard let path = files.path(of: name, namedBy: node) else { return nil }
            file = files.file(at: path)
        }
        // The mistakes of the file itself have been reported.
        guard let services = file.tree?["services"]?.members else { return nil }
        if let service = services.first(where: { $0.key == base.name }) { return (service.value, file) }
        let hint = Suggestion.hint(for: base.name, among: services.map(\.key))
        let place = base.file == nil ? "" : " in \(file.path)"
        return refuse("no service \"\(base.name)\"\(place)\(hint)", at: base.service)
    }
}

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

    /// The services that each alias means. The name of a service is not an alias of another.
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
