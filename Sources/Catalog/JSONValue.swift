/// A JSON value whose members keep their order. (Sendable is stated because inferring it makes the compiler go in a
/// circle.)
enum JSONValue: Sendable {
    typealias Members = [(name: String, value: JSONValue)]

    case null
    case string(String)
    case integer(Int)
    case boolean(Bool)
    /// A number as text: iTunes writes some with fifty decimals.
    case number(String)
    case list([JSONValue])
    case object([(name: String, value: JSONValue)])

    static func strings(_ texts: [String]) -> JSONValue { .list(texts.map(JSONValue.string)) }

    static func orNull(_ text: String?) -> JSONValue { text.map(JSONValue.string) ?? .null }
}
