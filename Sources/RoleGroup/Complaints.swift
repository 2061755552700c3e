import Wire

/// What is wrong with the members of a group, each once.
struct Complaints {
    private let complain: @Sendable (String) -> Void
    private var known: Set<String> = []
    /// Types are the member's to invent, so their number is bounded.
    private static let limit = 64

    init(_ complain: @escaping @Sendable (String) -> Void) {
        self.complain = complain
    }

    mutating func add(_ complaint: String) {
        guard known.count < Self.limit, known.insert(complaint).inserted else { return }
        complain(complaint)
    }

    mutating func add(forbidden type: String, to member: RoleGroup.Member) {
        let sends = member.sends.map(\.description)
        add(
            "\(member.name) may not send \"\(type)\"; it was dropped (its sends: "
                + "\(sends.isEmpty ? "nothing" : sends.joined(separator: ", ")))")
    }
}
