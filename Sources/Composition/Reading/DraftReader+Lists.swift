import Wire
import YAML

/// Readers for the lists and mappings of a service.
extension DraftReader {
    /// Message patterns; nil when the list, or one of its items, cannot be read.
    mutating func patterns(_ node: ComposeNode) -> [Located<MessagePattern>]? {
        guard let items = node.items else {
            wrongType(node, "a list of protocols or message types")
            return nil
        }
        var patterns: [Located<MessagePattern>] = []
        var isReadable = true
        for item in items {
            guard let text = text(item, expecting: "a protocol or a message type") else {
                isReadable = false
                continue
            }
            if !MessagePattern.isWellFormed(text) {
                let rule = "a pattern is words joined by dots, such as view.input or view.input.show, or view.*"
                mistakes.append(item.mistake("bad pattern \"\(text)\"; \(rule)"))
                isReadable = false
            } else if isNew(text, in: patterns.map(\.value.description), at: item) {
                patterns.append(Located(value: MessagePattern(text), place: item.place))
            }
        }
        return isReadable ? patterns : nil
    }

    /// A list of other names of a service, which mean something while files are merged only.
    mutating func names(_ node: ComposeNode) -> [String] {
        guard let items = node.items else {
            wrongType(node, "a list of names")
            return []
        }
        var names: [String] = []
        for item in items {
            guard let name = text(item, expecting: "a name"), isNew(name, in: names, at: item) else { continue }
            names.append(name)
        }
        return names
    }

    /// A list of profiles.
    mutating func profileNames(_ node: ComposeNode) -> [String] {
        guard let items = node.items else {
            wrongType(node, "a list of names")
            return []
        }
        var names: [String] = []
        for item in items {
            guard let name = name(item), isNew(name, in: names, at: item) else { continue }
            names.append(name)
        }
        return names
    }

    /// A mapping of names to values, or a list of `NAME=VALUE`.
    mutating func environment(_ node: ComposeNode) -> [(name: String, value: String?)] {
        var variables: [(name: String, value: String?)] = []
        if let items = node.items {
            for item in items {
                guard let text = text(item, expecting: "NAME=VALUE") else { continue }
                let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
                guard isVariable(parts[0], at: item), isNew(parts[0], in: variables.map(\.name), at: item) else {
                    continue
                }
                variables.append((parts[0], parts.count > 1 ? parts[1] : nil))
            }
            return variables
        }
        for member in members(of: node, expecting: "a mapping of names to values, or a list of NAME=VALUE") {
            guard isVariable(member.key, at: member.value) else { continue }
            if case .null = member.value.content {
                variables.append((member.key, nil))
            } else if let value = text(member.value) {
                variables.append((member.key, value))
            }
        }
        return variables
    }

    /// A list of services, or a mapping of services to `condition:`.
    mutating func dependencies(_ node: ComposeNode) -> [Located<Dependency>] {
        var dependencies: [Located<Dependency>] = []
        if let items = node.items {
            for item in items {
                guard let service = text(item, expecting: "the name of a service"),
                    isNew(service, in: dependencies.map(\.value.service), at: item)
                else { continue }
                dependencies.append(Located(value: Dependency(service: service), place: item.place))
            }
            return dependencies
        }
        for member in members(of: node, expecting: "a list of services, or a mapping of services to a condition") {
            let condition = condition(member.value) ?? .started
            let dependency = Dependency(service: member.key, condition: condition)
            dependencies.append(Located(value: dependency, place: member.place))
        }
        return dependencies
    }

    private mutating func condition(_ node: ComposeNode) -> Dependency.Condition? {
        var condition: Dependency.Condition?
        for member in members(of: node, expecting: "a mapping with \"condition\"") {
            guard member.key != "required" else { continue }
            guard member.key == "condition" else {
                mistakes.append(
                    Mistake(place: member.place, path: node.path, message: Self.unknownDependencyKey(member.key)))
                continue
            }
            guard let text = text(member.value, expecting: "a condition") else { continue }
            condition = Dependency.Condition(rawValue: text)
            if condition == nil {
                let known = Dependency.Condition.allCases.map(\.rawValue)
                let hint = Suggestion.hint(for: text, among: known)
                let all = hint.isEmpty ? "; it is one of \(known.joined(separator: ", "))" : hint
                mistakes.append(member.value.mistake("unknown condition \"\(text)\"\(all)"))
            }
        }
        return condition
    }

    private static func unknownDependencyKey(_ key: String) -> String {
        if key == "restart" {
            return
                "Compose has \"restart\" here, Viperline does not; a service that comes back regains what it needs (recovery)"
        }
        let hint = Suggestion.hint(for: key, among: ["condition", "required"])
        return "unknown key \"\(key)\"\(hint.isEmpty ? "; the keys here are condition, required" : hint)"
    }

    /// The services that need not be part of the session.
    mutating func optionalDependencies(_ node: ComposeNode) -> Set<String> {
        var names: Set<String> = []
        for member in node.members ?? [] {
            if let required = member.value["required"], flag(required) == false { names.insert(member.key) }
        }
        return names
    }

    private mutating func isVariable(_ name: String, at node: ComposeNode) -> Bool {
        if !name.isEmpty, !name.utf8.contains(where: { $0 == 0 || $0 == UInt8(ascii: "=") }) { return true }
        mistakes.append(node.mistake("bad variable name \"\(name)\""))
        return false
    }

    mutating func isNew(_ name: String, in earlier: [String], at node: ComposeNode) -> Bool {
        guard earlier.contains(name) else { return true }
        mistakes.append(node.mistake("\"\(name)\" stands in this list already"))
        return false
    }
}
