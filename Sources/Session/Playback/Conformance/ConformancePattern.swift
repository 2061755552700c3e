import Recording

/// Patterns of values: as in a conversation (``ConversationRules``), with an object of one member for what is not one value alone.
///
///     {"$is": "text"}        a text; also `words` (not empty), `flag`, `count` (0 or more) and `list`
///     {"$starts": TEXT}      a text that begins so
///     {"$new": NAME}         a text that no value with this name was before
///     {"$not": P}  {"$any": [P]}  {"$all": [P]}
///     {"$each": P}           a list of which each element matches
///     {"$first": [P]}        a list that begins so
///     {"$distinct": KEY}     a list of objects of which no two have the same member
struct ConformancePattern {
    private var seen: Set<String> = []

    mutating func match(_ pattern: JSONTree, _ value: JSONTree?) -> Bool {
        ConversationRules.difference(pattern, value, at: "") { match(special: $0, $1) } == nil
    }

    /// - Returns: nil for a pattern that is none of the special ones.
    private mutating func match(special pattern: JSONTree, _ value: JSONTree?) -> Bool? {
        guard case .object(let members) = pattern, members.count == 1, let (word, operand) = members.first else {
            return nil
        }
        let elements = value?.elements
        switch word {
        case "$is": return Self.isOf(kind: operand.string, value)
        case "$starts": return value?.string?.hasPrefix(operand.string ?? "") == true
        case "$new": return value?.string.map { seen.insert("\(operand.text) \($0)").inserted } == true
        case "$not": return !match(operand, value)
        case "$any": return operand.elements?.contains { match($0, value) } == true
        case "$all": return operand.elements?.allSatisfy { match($0, value) } == true
        case "$each": return elements?.allSatisfy { match(operand, $0) } == true
        case "$first":
            return elements.map { match(operand, .array(Array($0.prefix(operand.elements?.count ?? 0)))) } == true
        case "$distinct":
            let keys = elements?.map { $0.members?[.init(operand.string ?? "")]?.text ?? "" }
            return keys.map { Set($0).count == $0.count } == true
        default: return nil
        }
    }

    private static func isOf(kind: String?, _ value: JSONTree?) -> Bool {
        switch (kind, value) {
        case ("text", .string?), ("flag", .bool?), ("list", .array?): true
        case ("words", .string(let text)?): !text.isEmpty
        case ("count", .spelled(let text)?): Int(text).map { $0 >= 0 } ?? false
        default: false
        }
    }
}
