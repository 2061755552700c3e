import Wire
import YAML

extension DraftReader {
    enum RuleKey: String, CaseIterable {
        case service, sends, receives, because
    }

    private static let example = "{service: view, sends: model.input, because: the view is passive}"

    /// A list of rules. One that appears twice, as when a file is merged twice, counts once.
    mutating func rules(_ node: ComposeNode) -> [RuleDraft] {
        guard let items = items(of: node, expecting: "a list of rules such as \(Self.example)") else { return [] }
        if items.count > ComposeLimits.mostRules {
            mistakes.append(node.mistake("\(items.count) rules are too many; at most \(ComposeLimits.mostRules)"))
        }
        var known: Set<WiringRule> = []
        return items.compactMap { rule($0) }.filter { known.insert($0.rule).inserted }
    }

    private mutating func rule(_ node: ComposeNode) -> RuleDraft? {
        guard let members = node.members else {
            wrongType(node, "a rule such as \(Self.example)")
            return nil
        }
        for member in members where RuleKey(rawValue: member.key) == nil {
            unknownKey(member, of: node, known: RuleKey.allCases.map(\.rawValue))
        }
        // All parts are read, so that all errors are reported.
        let services = serviceNames(of: node)
        let forbidden = forbiddenPatterns(of: node)
        let because = reason(of: node)
        guard let services, let (side, patterns) = forbidden, let because else { return nil }
        return RuleDraft(services: services, side: side, patterns: patterns, because: because, place: node.place)
    }

    private mutating func serviceNames(of node: ComposeNode) -> [Located<String>]? {
        guard let value = node[RuleKey.service.rawValue] else {
            return refuse("a rule without \"service\"; name the service that it is for, or a list of them", at: node)
        }
        let expected = "the name of a service, or a list of names"
        guard let items = items(of: listed(value), expecting: expected) else { return nil }
        var names: [Located<String>] = []
        for item in items {
            guard let name = text(item, expecting: "the name of a service"),
                isNew(name, in: names.map(\.value), at: item)
            else { continue }
            names.append(Located(value: name, place: item.place))
        }
        if items.isEmpty { mistakes.append(value.mistake("an empty list; name a service")) }
        return names.isEmpty ? nil : names
    }

    private mutating func forbiddenPatterns(
        of node: ComposeNode
    ) -> (side: WiringRule.Side, patterns: [Located<MessagePattern>])? {
        let sends = node[RuleKey.sends.rawValue]
        let receives = node[RuleKey.receives.rawValue]
        guard sends == nil || receives == nil else {
            return refuse("a rule with both \"sends\" and \"receives\"; write two rules", at: node)
        }
        guard let value = sends ?? receives else {
            return refuse(
                "a rule with neither \"sends\" nor \"receives\"; name what the service must not send or receive",
                at: node)
        }
        guard let patterns = patterns(listed(value)) else { return nil }
        if patterns.isEmpty { mistakes.append(value.mistake("an empty list; name a protocol or a message type")) }
        return patterns.isEmpty ? nil : (sends == nil ? .receives : .sends, patterns)
    }

    /// The reason on one line, for messages.
    private mutating func reason(of node: ComposeNode) -> String? {
        guard let value = node[RuleKey.because.rawValue] else {
            return refuse("a rule without \"because\"; explain in a few words why", at: node)
        }
        guard let text = text(value, expecting: "a few words") else { return nil }
        let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        if words.isEmpty {
            return refuse("\"because\" is empty; explain in a few words why", at: value)
        }
        guard words.utf8.count <= ComposeLimits.longestReason else {
            let length = "\(words.utf8.count) bytes of \"because\" are too many"
            return refuse("\(length); at most \(ComposeLimits.longestReason)", at: value)
        }
        return words
    }

    /// A single name as a list of one.
    private func listed(_ node: ComposeNode) -> ComposeNode {
        guard node.scalar != nil else { return node }
        var list = node
        list.content = .list([node])
        return list
    }
}
