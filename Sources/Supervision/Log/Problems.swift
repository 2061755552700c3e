/// Counts what goes wrong and decides what of it is worth a line in the log.
struct Problems {
    /// How many of one kind are told.
    static let told = 20
    /// How many kinds are told apart; all further ones count as one kind.
    static let kinds = 1000

    private(set) var count = 0
    private var counts: [String: Int] = [:]

    /// Counts one more problem.
    /// - Returns: whether it is to be told, and whether it is the last of its kind that will be.
    mutating func admit(kind: String) -> (tell: Bool, isLast: Bool) {
        count += 1
        let kind = counts.count < Self.kinds || counts[kind] != nil ? kind : "others"
        counts[kind, default: 0] += 1
        let seen = counts[kind, default: 0]
        return (seen <= Self.told, seen == Self.told)
    }
}
