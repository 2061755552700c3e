import YAML

/// Checks of `depends_on`.
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

    /// Each cycle is reported once, where a walk in the order of the files closes it.
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
