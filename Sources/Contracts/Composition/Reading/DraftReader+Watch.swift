import YAML
import Spelling

/// Readers for `develop` (Compose Specification, "Develop").
extension DraftReader {
    enum DevelopKey: String, CaseIterable {
        case watch
    }

    enum WatchKey: String, CaseIterable {
        case action, path, ignore, include
    }

    /// The most rules of a service, and the most patterns of a rule.
    static let mostWatchRules = 100

    /// Actions that Compose has and a service without a container cannot do, with the reason.
    private static let foreignActions = [
        "rebuild": "build it with your own tool, and let the rule's path be the built program",
        "sync": "a service reads the files where they are, so there is nothing to copy",
        "sync+exec": "a service reads the files where they are, so there is nothing to copy",
        "sync+restart": "a service reads the files where they are, so there is nothing to copy",
    ]

    mutating func development(_ node: ComposeNode) -> [WatchDraft]? {
        var rules: [WatchDraft]?
        for member in members(of: node, expecting: "a mapping with \"watch\"") {
            switch DevelopKey(rawValue: member.key) {
            case .watch: rules = watchRules(member.value)
            case nil: unknownKey(member, of: node, known: DevelopKey.names)
            }
        }
        return rules
    }

    private mutating func watchRules(_ node: ComposeNode) -> [WatchDraft] {
        let expected = "a list of rules, each with \"action\" and \"path\""
        guard let items = items(of: node, expecting: expected) else { return [] }
        guard items.count <= Self.mostWatchRules else {
            mistakes.append(node.mistake("\(items.count) rules are too many; at most \(Self.mostWatchRules)"))
            return []
        }
        var rules: [WatchDraft] = []
        for item in items { if let rule = watchRule(item) { rules.append(rule) } }
        return rules
    }

    private mutating func watchRule(_ node: ComposeNode) -> WatchDraft? {
        var hasAction = false
        var path: Located<String>?
        var (ignore, include): ([PathPattern], [PathPattern]) = ([], [])
        let members = members(of: node, expecting: "a mapping with \"action\" and \"path\"")
        for member in members {
            switch WatchKey(rawValue: member.key) {
            case .action:
                hasAction = true
                action(member.value)
            case .path: path = text(member.value).map { Located(value: $0, place: member.value.place) }
            case .ignore: ignore = pathPatterns(member.value)
            case .include: include = pathPatterns(member.value)
            case nil: foreignOrUnknown(member, of: node)
            }
        }
        guard node.members != nil else { return nil }
        if !hasAction { mistakes.append(node.mistake("no \"action\"; there is one, restart")) }
        guard let path else {
            if node["path"] == nil { mistakes.append(node.mistake("no \"path\"; name a file or a folder")) }
            return nil
        }
        guard !path.value.isEmpty else { return refuse("the path is empty; name a file or a folder", at: node) }
        return WatchDraft(path: path, ignore: ignore, include: include)
    }

    private mutating func action(_ node: ComposeNode) {
        guard let text = text(node, expecting: "restart"), text != "restart" else { return }
        if let reason = Self.foreignActions[text] {
            return mistakes.append(node.mistake("Compose has \"\(text)\", Viperline has only restart; \(reason)"))
        }
        let hint = Suggestion.hint(for: text, among: ["restart"])
        mistakes.append(node.mistake("unknown action \"\(text)\"\(hint.isEmpty ? "; there is one, restart" : hint)"))
    }

    private mutating func foreignOrUnknown(_ member: ComposeNode.Member, of node: ComposeNode) {
        guard ["exec", "initial_sync", "target"].contains(member.key) else {
            return unknownKey(member, of: node, known: WatchKey.allCases.map(\.rawValue))
        }
        let message =
            "Compose has \"\(member.key)\" for files that are copied; here a service reads them where they are"
        mistakes.append(Mistake(place: member.place, path: node.path, message: message))
    }

    /// A pattern, or a list of them.
    private mutating func pathPatterns(_ node: ComposeNode) -> [PathPattern] {
        let items = node.items ?? [node]
        guard items.count <= Self.mostWatchRules else {
            return refuse("\(items.count) patterns are too many; at most \(Self.mostWatchRules)", at: node) ?? []
        }
        return items.compactMap { item in
            guard let text = text(item, expecting: "a pattern such as **/*.py") else { return nil }
            guard !text.isEmpty, text.utf8.count <= PathPattern.longest else {
                return refuse("a pattern has from 1 to \(PathPattern.longest) bytes", at: item)
            }
            guard !text.hasPrefix("!"), !text.contains("[") else {
                return refuse("a pattern here has *, ** and ?, but neither ! nor [", at: item)
            }
            return PathPattern(text)
        }
    }
}
