import Composition

/// Which of the passing events a tap wants to see.
struct TapFilter {
    /// Empty for every type.
    let types: [MessagePattern]
    /// Only what this service sends or receives.
    let service: String?

    func wants(_ type: String, from sender: String, to receivers: [Port]) -> Bool {
        if let service, sender != service, !receivers.contains(where: { $0.name == service }) { return false }
        return types.isEmpty || types.contains { $0.matches(type) }
    }
}
