import Composition

/// Which of the passing events a tap wants to see.
struct TapFilter {
    /// Empty for every type.
    let types: [MessagePattern]
    /// Only what this service sends or receives.
    let service: String?

    func wants(_ passing: Passing) -> Bool {
        if let service, passing.sender != service, !passing.receivers.contains(service) { return false }
        return types.isEmpty || types.contains { $0.matches(passing.type) }
    }
}
