/// A value of a compose file, with its place. Aliases and YAML merge keys (`<<`) have been resolved, and extension keys
/// (`x-…`) removed.
package struct ComposeNode: Sendable {
    package enum Content: Sendable {
        case null
        /// `isPlain`: written without quotes, so that `true` may be a truth value.
        case scalar(String, isPlain: Bool)
        case list([ComposeNode])
        case mapping([Member])
        /// A mistake in it has been reported; readers report nothing more about it.
        case broken
    }

    package struct Member: Sendable {
        package var key: String
        /// The place of the key, where mistakes are reported.
        package var place: Place
        package var value: ComposeNode

        package init(key: String, place: Place, value: ComposeNode) {
            self.key = key
            self.place = place
            self.value = value
        }
    }

    /// A tag with a meaning for the merge (Compose Specification, "Merge").
    package enum MergeInstruction: String, CaseIterable, Sendable {
        case override = "!override"
        case reset = "!reset"
    }

    package var content: Content
    package var place: Place
    /// The key path, such as `services.view.receives`.
    package var path: String
    package var instruction: MergeInstruction?
    /// The line where the text of a scalar begins; nil where its lines are folded, so that they are not those of the file.
    package var textLine: Int?

    package init(content: Content, place: Place, path: String, instruction: MergeInstruction? = nil) {
        self.content = content
        self.place = place
        self.path = path
        self.instruction = instruction
    }

    package func mistake(_ message: String) -> Mistake { Mistake(place: place, path: path, message: message) }
}

extension ComposeNode {
    package var isBroken: Bool { if case .broken = content { true } else { false } }

    package var members: [Member]? { if case .mapping(let members) = content { members } else { nil } }

    package var items: [ComposeNode]? { if case .list(let items) = content { items } else { nil } }

    package var scalar: String? { if case .scalar(let text, _) = content { text } else { nil } }

    package subscript(key: String) -> ComposeNode? { members?.first { $0.key == key }?.value }

    /// The number of values in the node.
    package var nodeCount: Int {
        switch content {
        case .null, .scalar, .broken: 1
        case .list(let items): items.reduce(1) { $0 + $1.nodeCount }
        case .mapping(let members): members.reduce(1) { $0 + $1.value.nodeCount }
        }
    }

    /// True if both have the same value, in any place.
    package func isSame(as other: ComposeNode) -> Bool {
        guard instruction == other.instruction else { return false }
        switch (content, other.content) {
        case (.null, .null), (.broken, .broken): return true
        case (.scalar(let one, let isPlain), .scalar(let another, let isOtherPlain)):
            return one == another && isPlain == isOtherPlain && place.folder == other.place.folder
        case (.list(let items), .list(let others)):
            return items.count == others.count && zip(items, others).allSatisfy { $0.isSame(as: $1) }
        case (.mapping(let members), .mapping(let others)):
            return members.count == others.count
                && zip(members, others).allSatisfy { $0.key == $1.key && $0.value.isSame(as: $1.value) }
        default: return false
        }
    }

    package func replacing(_ key: String, with value: ComposeNode) -> ComposeNode {
        guard var members, let index = members.firstIndex(where: { $0.key == key }) else { return self }
        members[index].value = value
        var result = self
        result.content = .mapping(members)
        return result
    }

    /// The node as ``replacing(_:with:)`` makes it; a new key is added.
    package func setting(_ key: String, to value: ComposeNode) -> ComposeNode {
        guard let members, self[key] == nil else { return replacing(key, with: value) }
        var result = self
        result.content = .mapping(members + [Member(key: key, place: value.place, value: value)])
        return result
    }

    package func removing(_ key: String) -> ComposeNode {
        guard let members else { return self }
        var result = self
        result.content = .mapping(members.filter { $0.key != key })
        return result
    }

    /// The kind of the value, for the end of "expected …, found …".
    package var kind: String {
        switch content {
        case .null: "nothing"
        case .scalar(let text, _): "\"\(text.shortened)\""
        case .list: "a list"
        case .mapping: "a mapping"
        case .broken: "something unreadable"
        }
    }

    package static func path(_ parent: String, _ key: String) -> String { parent.isEmpty ? key : "\(parent).\(key)" }
}
