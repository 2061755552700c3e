import Spelling

/// Reads nodes, and collects what is wrong with them. A refusal reports a mistake, and is nil in place of a value.
package protocol NodeReader {
    var mistakes: [Mistake] { get set }
}

extension NodeReader {
    package mutating func refuse<Value>(_ message: String, at node: ComposeNode) -> Value? {
        mistakes.append(node.mistake(message))
        return nil
    }

    package mutating func report(_ message: String, at member: ComposeNode.Member, of node: ComposeNode) {
        mistakes.append(Mistake(place: member.place, path: node.path, message: message))
    }

    /// Reports what is expected, unless a mistake in the value has been reported or it is about to be removed.
    package mutating func wrongType(_ node: ComposeNode, _ expected: String) {
        guard !node.isBroken, node.instruction != .reset else { return }
        mistakes.append(node.mistake("expected \(expected), found \(node.kind)"))
    }

    package mutating func scalar(_ node: ComposeNode, expecting expected: String) -> String? {
        if node.scalar == nil { wrongType(node, expected) }
        return node.scalar
    }

    package mutating func items(of node: ComposeNode, expecting expected: String) -> [ComposeNode]? {
        if node.items == nil { wrongType(node, expected) }
        return node.items
    }

    package mutating func members(of node: ComposeNode, expecting expected: String) -> [ComposeNode.Member] {
        if node.members == nil { wrongType(node, expected) }
        return node.members ?? []
    }

    package mutating func unknownKey(_ member: ComposeNode.Member, of node: ComposeNode, known: [String]) {
        guard member.value.instruction != .reset else { return }
        let hint = Suggestion.hint(for: member.key, among: known)
        let all = hint.isEmpty ? "; the keys here are \(known.sorted().joined(separator: ", "))" : hint
        report("unknown key \"\(member.key.shortened)\"\(all)", at: member, of: node)
    }
}
