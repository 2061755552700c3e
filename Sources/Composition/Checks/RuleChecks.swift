import Wire
import YAML

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

    /// What needs no wiring cannot be kept from anybody.
    static func rulesAreForTheWiring(_ draft: Draft) -> [Mistake] {
        draft.rules.flatMap { rule in
            rule.patterns.compactMap { pattern in
                guard pattern.value.narrowed(to: WiringChecks.supervision) == pattern.value else { return nil }
                let message = "\"\(pattern.value)\" can't be forbidden: any process may tell it to the supervisor"
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
