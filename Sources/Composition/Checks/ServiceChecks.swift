import YAML

/// Checks of the services themselves.
enum ServiceChecks {
    static func thereAreServices(_ draft: Draft) -> [Mistake] {
        guard draft.isWhole, draft.services.isEmpty else { return [] }
        if let inactive = draft.inactive.first {
            return [Mistake(place: draft.place, message: "no service is active; try \(inactive.activation)")]
        }
        return [Mistake(place: draft.place, message: "no services; a session needs at least one under \"services\"")]
    }

    static func everyServiceHasACommand(_ draft: Draft) -> [Mistake] {
        guard draft.isWhole else { return [] }
        return draft.services.filter { !$0.hasCommand }.map { service in
            let others = draft.services.filter(\.hasCommand).map(\.name)
            let hint = Suggestion.hint(for: service.name, among: others)
            let advice = hint.isEmpty ? "; give it one, or name the file that does before this one" : hint
            return service.mistake("no command\(advice)")
        }
    }

    static func noCommandIsEmpty(_ draft: Draft) -> [Mistake] {
        draft.services.compactMap { service in
            guard let command = service.command, command.value.first?.isEmpty ?? true else { return nil }
            return service.mistake(
                "empty command; name a program, such as [viperline-view]", key: "command", at: command.place)
        }
    }

    static func everyHealthCheckHasATest(_ draft: Draft) -> [Mistake] {
        guard draft.isWhole else { return [] }
        return draft.services.compactMap { service in
            guard let check = service.healthCheck, check.test == nil, !check.isDisabled else { return nil }
            return service.mistake("no \"test\"; name a program: [CMD, …]", key: "healthcheck", at: check.place)
        }
    }

    static func oneServiceHasTheTerminal(_ draft: Draft) -> [Mistake] {
        onlyOne(draft, key: "tty", of: \.tty, because: "there is one terminal")
    }

    static func oneServiceEndsTheSession(_ draft: Draft) -> [Mistake] {
        onlyOne(draft, key: "exit_on_end", of: \.exitOnEnd, because: "the session has one exit code")
    }

    private static func onlyOne(
        _ draft: Draft, key: String, of flag: KeyPath<ServiceDraft, Located<Bool>?>, because reason: String
    ) -> [Mistake] {
        let marked = draft.services.filter { $0[keyPath: flag]?.value == true }
        guard let first = marked.first else { return [] }
        return marked.dropFirst().map { service in
            service.mistake("\(first.name) has it already, and \(reason)", key: key, at: service[keyPath: flag]?.place)
        }
    }
}
