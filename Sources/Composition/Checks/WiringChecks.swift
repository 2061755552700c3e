import Wire
import YAML

/// Checks of `receives`, `sends` and `states`: every pattern needs a counterpart.
enum WiringChecks {
    /// Events that every process may send to the supervisor without wiring.
    static let supervision = MessagePattern("process.output")

    static func whatIsSentIsReceived(_ draft: Draft) -> [Mistake] {
        unmatched(draft, \.sends, key: "sends", with: \.receives) { "\"\($0)\" is sent, but no service receives it" }
    }

    static func whatIsAwaitedIsSent(_ draft: Draft) -> [Mistake] {
        unmatched(draft, \.receives, key: "receives", with: \.sends) { "\"\($0)\" is awaited, but no service sends it" }
    }

    static func statesAreSent(_ draft: Draft) -> [Mistake] {
        guard draft.isWhole, draft.wiringIsKnown else { return [] }
        let sent = draft.services.flatMap(\.sends).map(\.value)
        return draft.states.compactMap { state in
            guard !sent.contains(where: state.value.overlaps) else { return nil }
            let hint = Suggestion.hint(for: state.value.description, among: sent.map(\.description))
            return Mistake(
                place: state.place, path: "states", message: "\"\(state.value)\" is sent by no service\(hint)")
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
