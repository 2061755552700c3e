import YAML
import Spelling

/// The profiles that choose the services of a session (Compose Specification, "Profiles"): services without profiles, and those with an
/// active profile. `*` means all profiles.
struct ActiveProfiles {
    /// The variable for profiles, as in Compose: names with commas between them.
    static let variable = "COMPOSE_PROFILES"

    /// Profiles from the command line.
    let typed: [String]
    private let names: Set<String>

    init(typed: [String], variable: (String) -> String?) {
        self.typed = typed
        let inherited = (variable(Self.variable) ?? "").split(separator: ",")
            .map { $0.split(separator: " ").joined(separator: " ") }
        names = Set(typed + inherited)
    }

    /// Takes the services out that are not active, and those out of other services' dependencies that can do without them.
    /// - Returns: profiles of the command line that no service has.
    func apply(to draft: inout Draft) -> [Mistake] {
        let known = Set(draft.services.flatMap(\.profiles))
        draft.inactive = draft.services.filter { !isActive($0) }
        draft.services = draft.services.filter(isActive)
        let absent = Set(draft.inactive.map(\.name))
        for index in draft.services.indices {
            let service = draft.services[index]
            let left = draft.services.map(\.name)
            draft.services[index].dependsOn.removeAll { dependency in
                service.optionalDependencies.contains(dependency.value.service)
                    && !left.contains(dependency.value.service)
            }
        }
        draft.rules = draft.rules.compactMap { rule in
            var rule = rule
            rule.services.removeAll { absent.contains($0.value) }
            return rule.services.isEmpty ? nil : rule
        }
        guard draft.isWhole else { return [] }
        return typed.filter { $0 != "*" && !known.contains($0) }.map { name in
            let hint = Suggestion.hint(for: name, among: known.sorted())
            return Mistake(
                place: Place(origin: "--profile \(name)"), message: "no service has the profile \"\(name)\"\(hint)")
        }
    }

    private func isActive(_ service: ServiceDraft) -> Bool {
        service.profiles.isEmpty || names.contains("*") || service.profiles.contains(where: names.contains)
    }
}

extension ServiceDraft {
    /// The way to make the service a part of the session: `--profile debug`.
    var activation: String { profiles.prefix(3).map { "--profile \($0)" }.joined(separator: " or ") }
}
