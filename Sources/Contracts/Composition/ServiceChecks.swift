import YAML
import Spelling

enum ServiceChecks {
    static func thereAreServices(_ draft: Draft) -> [Mistake] {
        guard draft.isWhole, draft.wiringIsKnown, draft.services.isEmpty else { return [] }
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
            return service.mistake("no command\(hint.isEmpty ? advice(for: service, in: draft) : hint)")
        }
    }

    /// A file such as `offline.yaml` changes a service that the application need not have.
    private static func advice(for service: ServiceDraft, in draft: Draft) -> String {
        guard service.place.origin != draft.place.origin else {
            return "; give it one, or name the file that does before this one"
        }
        return
            ", and \(draft.place.origin) has no service \(service.name) that this file could change; leave this file "
            + "out, or give the service a command"
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

enum DependencyChecks {
    static func dependenciesAreServices(_ draft: Draft) -> [Mistake] {
        guard draft.isWhole else { return [] }
        let names = draft.services.map(\.name)
        return each(draft) { service, dependency, place in
            guard !names.contains(dependency.service) else { return nil }
            if let other = draft.inactive.first(where: { $0.name == dependency.service }) {
                return service.mistake(
                    "\"\(other.name)\" is not active; \(other.activation) makes it so", key: "depends_on", at: place)
            }
            let others = names.filter { $0 != service.name }
            let hint = Suggestion.hint(for: dependency.service, among: others)
            return service.mistake("unknown service \"\(dependency.service)\"\(hint)", key: "depends_on", at: place)
        }
    }

    static func noServiceDependsOnItself(_ draft: Draft) -> [Mistake] {
        each(draft) { service, dependency, place in
            guard dependency.service == service.name else { return nil }
            return service.mistake("\(service.name) depends on itself", key: "depends_on", at: place)
        }
    }

    /// Reports each cycle once, where a walk in the order of the files closes it.
    static func dependenciesMakeNoCycle(_ draft: Draft) -> [Mistake] {
        var search = CycleSearch(draft: draft)
        for service in draft.services { search.visit(service) }
        return search.mistakes
    }

    private static func each(
        _ draft: Draft, _ check: (ServiceDraft, Dependency, Place) -> Mistake?
    ) -> [Mistake] {
        draft.services.flatMap { service in
            service.dependsOn.compactMap { check(service, $0.value, $0.place) }
        }
    }
}

/// A depth-first search: a dependency that is on the current path closes a cycle.
private struct CycleSearch {
    let draft: Draft
    var mistakes: [Mistake] = []
    private var way: [String] = []
    private var done: Set<String> = []

    init(draft: Draft) { self.draft = draft }

    mutating func visit(_ service: ServiceDraft) {
        guard !done.contains(service.name) else { return }
        way.append(service.name)
        for dependency in service.dependsOn where dependency.value.service != service.name {
            let name = dependency.value.service
            if let start = way.firstIndex(of: name) {
                let cycle = (way[start...] + [name]).joined(separator: " → ")
                mistakes.append(
                    service.mistake(
                        "a cycle: \(cycle); none of them could ever start", key: "depends_on", at: dependency.place))
            } else if let next = draft[name] {
                visit(next)
            }
        }
        way.removeLast()
        done.insert(service.name)
    }
}
