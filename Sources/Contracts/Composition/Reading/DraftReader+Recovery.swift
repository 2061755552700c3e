import YAML
import Spelling

extension DraftReader {
    /// `no`, `on-failure`, `on-failure:5`, `always`, `unless-stopped`, as in the Compose Specification.
    mutating func restartMode(_ node: ComposeNode) -> RestartMode? {
        guard let text = text(node, expecting: "no, on-failure, on-failure:5 or always") else { return nil }
        let words = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        let limit = words.count == 2 ? Int(words[1]).flatMap { $0 > 0 ? $0 : nil } : RestartMode.standardLimit
        guard limit.map({ $0 <= ComposeLimits.mostRestarts }) ?? true else {
            return refuse("\(words[1]) deaths in a row are too many; at most \(ComposeLimits.mostRestarts)", at: node)
        }
        switch (words[0], limit) {
        case ("no", _) where words.count == 1: return .never
        case ("false", _) where words.count == 1: return .never
        case ("on-failure", let limit?): return .onFailure(limit: limit)
        case ("always", let limit?), ("unless-stopped", let limit?): return .always(limit: limit)
        default:
            let hint = Suggestion.hint(for: words[0], among: ["no", "on-failure", "always", "unless-stopped"])
            return refuse(
                "unknown restart \"\(text)\"\(hint); write it as no, on-failure, on-failure:5 or always", at: node)
        }
    }

    mutating func recoveryMode(_ node: ComposeNode) -> RecoveryMode? {
        let known = RecoveryMode.allCases.map(\.rawValue)
        guard let text = text(node, expecting: "one of \(known.joined(separator: ", "))") else { return nil }
        if let mode = RecoveryMode(rawValue: text) { return mode }
        let hint = Suggestion.hint(for: text, among: known)
        return refuse("unknown recovery \"\(text)\"\(hint); there are \(known.joined(separator: ", "))", at: node)
    }

    mutating func exitCodes(_ node: ComposeNode) -> [Int32] {
        (items(of: node, expecting: "a list of exit codes such as [3, 75]") ?? []).compactMap { item in
            guard let text = text(item, expecting: "an exit code") else { return nil }
            if let code = Int32(text), (0...255).contains(code) { return code }
            return refuse("bad exit code \"\(text)\"; it is a number from 0 to 255", at: item)
        }
    }
}

/// Readers for `healthcheck`.
extension DraftReader {
    enum HealthKey: String, CaseIterable {
        case test, interval, timeout, retries, disable
        case startPeriod = "start_period"
        case startInterval = "start_interval"
    }

    mutating func healthCheck(_ node: ComposeNode) -> HealthCheckDraft? {
        guard node.members != nil else {
            wrongType(node, "a mapping such as {test: [CMD, curl, -f, http://localhost]}")
            return nil
        }
        var draft = HealthCheckDraft(place: node.place)
        for member in node.members ?? [] {
            let value = member.value
            switch HealthKey(rawValue: member.key) {
            case .test: draft.test = healthTest(value, isDisabled: &draft.isDisabled)
            case .interval: draft.interval = period(value, atLeast: ComposeLimits.shortestInterval)
            case .timeout: draft.timeout = period(value, atLeast: ComposeLimits.shortestInterval)
            case .startPeriod: draft.startPeriod = duration(value)
            case .startInterval: draft.startInterval = period(value, atLeast: ComposeLimits.shortestInterval)
            case .retries: draft.retries = retries(value)
            case .disable: draft.isDisabled = flag(value) ?? draft.isDisabled
            case nil: unknownKey(member, of: node, known: HealthKey.allCases.map(\.rawValue))
            }
        }
        return draft
    }

    /// `[CMD, program, …]`, or `[NONE]` for no check.
    private mutating func healthTest(_ node: ComposeNode, isDisabled: inout Bool) -> Located<[String]>? {
        let way = "no shell runs here; write [CMD, program, argument, …], or [CMD, sh, -c, …] for a shell"
        guard let items = node.items else {
            if node.scalar != nil { mistakes.append(node.mistake("a text is a line for a shell, and \(way)")) }
            if node.scalar == nil { wrongType(node, "a list such as [CMD, curl, -f, http://localhost]") }
            return nil
        }
        let words = items.compactMap { text($0, expecting: "a word of the command") }
        guard words.count == items.count else { return nil }
        switch words.first {
        case "NONE" where words.count == 1:
            isDisabled = true
            return nil
        case "CMD" where words.count > 1 && !words[1].isEmpty:
            return Located(value: Array(words.dropFirst()), place: node.place)
        case "CMD-SHELL": mistakes.append(node.mistake("CMD-SHELL is a line for a shell, and \(way)"))
        case "CMD": mistakes.append(node.mistake("CMD without a program"))
        default: mistakes.append(node.mistake("the list begins with CMD, as in [CMD, curl, -f, http://localhost]"))
        }
        return nil
    }

    private mutating func period(_ node: ComposeNode, atLeast least: Duration) -> Duration? {
        guard let period = duration(node) else { return nil }
        if period >= least { return period }
        return refuse("\(node.scalar ?? "") is too short; at least 10ms", at: node)
    }

    private mutating func retries(_ node: ComposeNode) -> Int? {
        guard let text = text(node, expecting: "a number such as 3") else { return nil }
        if let number = Int(text), (1...ComposeLimits.mostRetries).contains(number) { return number }
        return refuse("bad number \"\(text)\"; it is a whole number from 1 to \(ComposeLimits.mostRetries)", at: node)
    }
}
