import YAML

/// Readers for restart and recovery.
extension DraftReader {
    /// `no`, `on-failure`, `on-failure:5`, `always`, `unless-stopped`, as in the Compose Specification.
    mutating func restartMode(_ node: ComposeNode) -> RestartMode? {
        guard let text = text(node, expecting: "no, on-failure, on-failure:5 or always") else { return nil }
        let words = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        let limit = words.count == 2 ? Int(words[1]).flatMap { $0 > 0 ? $0 : nil } : RestartMode.standardLimit
        guard limit.map({ $0 <= ComposeLimits.mostRestarts }) ?? true else {
            mistakes.append(
                node.mistake("\(words[1]) deaths in a row are too many; at most \(ComposeLimits.mostRestarts)"))
            return nil
        }
        switch (words[0], limit) {
        case ("no", _) where words.count == 1: return .never
        case ("false", _) where words.count == 1: return .never
        case ("on-failure", let limit?): return .onFailure(limit: limit)
        case ("always", let limit?), ("unless-stopped", let limit?): return .always(limit: limit)
        default:
            let hint = Suggestion.hint(for: words[0], among: ["no", "on-failure", "always", "unless-stopped"])
            mistakes.append(
                node.mistake("unknown restart \"\(text)\"\(hint); write it as no, on-failure, on-failure:5 or always"))
            return nil
        }
    }

    mutating func recoveryMode(_ node: ComposeNode) -> RecoveryMode? {
        let known = RecoveryMode.allCases.map(\.rawValue)
        guard let text = text(node, expecting: "one of \(known.joined(separator: ", "))") else { return nil }
        if let mode = RecoveryMode(rawValue: text) { return mode }
        let hint = Suggestion.hint(for: text, among: known)
        mistakes.append(
            node.mistake("unknown recovery \"\(text)\"\(hint); there are \(known.joined(separator: ", "))"))
        return nil
    }

    mutating func exitCodes(_ node: ComposeNode) -> [Int32] {
        guard let items = node.items else {
            wrongType(node, "a list of exit codes such as [3, 75]")
            return []
        }
        return items.compactMap { item in
            guard let text = text(item, expecting: "an exit code") else { return nil }
            if let code = Int32(text), (0...255).contains(code) { return code }
            mistakes.append(item.mistake("bad exit code \"\(text)\"; it is a number from 0 to 255"))
            return nil
        }
    }
}
