import Wire
import YAML
import Spelling

/// Checks of `receives`, `sends` and `states`: every pattern needs a counterpart.
enum WiringChecks {
    /// Events that every process may send to the supervisor without wiring.
    static let supervision = MessagePattern("process.output")

    static func whatIsSentIsReceived(_ draft: Draft) -> [Mistake] {
        unmatched(draft, \.sends, key: "sends", with: \.receives) { "\"\($0)\" is sent, but no service receives it" }
    }

    static func whatIsAwaitedIsSent(_ draft: Draft) -> [Mistake] {
        unmatched(draft, \.receives, key: "receives", with: \.sends) { "no service sends \"\($0)\"" }
    }

    static func statesAreSent(_ draft: Draft) -> [Mistake] {
        guard draft.isWhole, draft.wiringIsKnown else { return [] }
        let sent = draft.services.flatMap(\.sends).map(\.value)
        return draft.states.compactMap { state in
            guard !sent.contains(where: state.value.overlaps) else { return nil }
            let hint = Suggestion.hint(for: state.value.description, among: sent.map(\.description))
            return Mistake(
                place: state.place, path: "states", message: "no service sends \"\(state.value)\"\(hint)")
        }
    }

    private static func unmatched(
        _ draft: Draft, _ side: KeyPath<ServiceDraft, [Located<MessagePattern>]>, key: String,
        with other: KeyPath<ServiceDraft, [Located<MessagePattern>]>, sentence: (MessagePattern) -> String
    ) -> [Mistake] {
        guard draft.isWhole, draft.wiringIsKnown else { return [] }
        let counterparts = draft.services.flatMap { $0[keyPath: other] }.map(\.value)
        return draft.services.flatMap { service in
            service[keyPath: side].compactMap { pattern in
                guard !supervision.overlaps(pattern.value), !counterparts.contains(where: pattern.value.overlaps)
                else { return nil }
                let inactive = draft.inactive.first { $0[keyPath: other].contains { $0.value.overlaps(pattern.value) } }
                let hint =
                    inactive.map { "; \"\($0.name)\" does, with \($0.activation)" }
                    ?? Suggestion.hint(for: pattern.value.description, among: counterparts.map(\.description))
                return service.mistake(sentence(pattern.value) + hint, key: key, at: pattern.place)
            }
        }
    }
}

/// Checks of `forbids`: the wiring must keep the rules, and every rule must be one that can be kept.
enum RuleChecks {
    static func theWiringKeepsTheRules(_ draft: Draft) -> [Mistake] {
        draft.rules.flatMap { rule in
            rule.services.compactMap { draft[$0.value] }.flatMap { breaches(of: rule, by: $0) }
        }
    }

    static func rulesAreForServices(_ draft: Draft) -> [Mistake] {
        guard draft.isWhole else { return [] }
        let names = draft.services.map(\.name)
        return draft.rules.flatMap { rule in
            rule.services.compactMap { service in
                guard !names.contains(service.value) else { return nil }
                let hint = Suggestion.hint(for: service.value, among: names)
                return rule.mistake("unknown service \"\(service.value)\"\(hint)", at: service.place)
            }
        }
    }

    /// Types that need no wiring cannot be forbidden to any service.
    static func rulesAreForTheWiring(_ draft: Draft) -> [Mistake] {
        draft.rules.flatMap { rule in
            rule.patterns.compactMap { pattern in
                guard pattern.value.narrowed(to: WiringChecks.supervision) == pattern.value else { return nil }
                let message = "\"\(pattern.value)\" can't be forbidden: any process may send it to the supervisor"
                return rule.side == .sends ? rule.mistake(message, at: pattern.place) : nil
            }
        }
    }

    private static func breaches(of rule: RuleDraft, by service: ServiceDraft) -> [Mistake] {
        let side = rule.side == .sends ? service.sends : service.receives
        return side.compactMap { pattern in
            guard let forbidden = rule.patterns.first(where: { $0.value.overlaps(pattern.value) }) else { return nil }
            let place = place(of: rule, seenFrom: pattern.place)
            let isWhole = pattern.value.narrowed(to: forbidden.value) == pattern.value
            let verdict = isWhole ? "which \(place) forbids" : "but \(place) forbids \"\(forbidden.value)\""
            return service.mistake(
                "\(service.name) \(rule.side.rawValue) \"\(pattern.value)\", \(verdict): \(rule.because)",
                key: rule.side.rawValue, at: pattern.place)
        }
    }

    /// `line 40`, or in another file `patterns/mvp.yaml:40`.
    private static func place(of rule: RuleDraft, seenFrom place: Place) -> String {
        guard rule.place.origin == place.origin, let line = rule.place.line else { return "\(rule.place)" }
        return "line \(line)"
    }
}
