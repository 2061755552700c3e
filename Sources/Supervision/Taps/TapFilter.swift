import Composition
import Wire

/// Which of the passing events a tap wants to see.
struct TapFilter: Equatable {
    /// Empty for every type.
    let types: [MessagePattern]
    /// Only what this service sends or receives; nil for all.
    let service: String?

    func wants(_ passing: Passing) -> Bool { wants(type: passing.type, from: passing.sender, to: passing.receivers) }

    func wants(type: String, from sender: String, to receivers: [String]) -> Bool {
        if let service, sender != service, !receivers.contains(service) { return false }
        return types.isEmpty || types.contains { $0.matches(type) }
    }
}
