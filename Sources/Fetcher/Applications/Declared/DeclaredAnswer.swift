import InteractorMessages
import JSON

/// What the program of a declared source has made of an answer, in the form that ``normaliser`` gives it.
struct DeclaredAnswer: JSONReadable {
    let items: [Lenient<JSONItem>]
    /// Nil where the program names none, or null.
    let cursor: String?
    /// Whether the program says something about the cursor, if only that there is none.
    let saysCursor: Bool
    let total: Int?

    /// A list is `{items: LIST}`. Ids and cursors that are numbers become texts.
    static let normaliser = """
        if type == "array" then {items: .} elif type == "object" then . \
        else error("expected {items, cursor, total}, found \\(type)") end \
        | {items: (.items | if . == null then error("items is missing") elif type != "array" then \
        error("items is no list, but \\(type)") \
        else map(if type == "object" and (.id | type) == "number" then .id |= tostring else . end) end), \
        cursor: (.cursor | if type == "number" or . == true then tostring elif . == false then null else . end), \
        saysCursor: has("cursor"), \
        total: (.total | if type == "number" and . >= 0 and . < 1e15 then floor else null end)}
        """

    init(from reader: inout JSONReader) throws(JSONError) {
        var items: [Lenient<JSONItem>] = []
        var cursor: String?
        var saysCursor = false
        var total: Int?
        try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "items": items = try reader.read()
            case "cursor": cursor = try reader.readLeniently()
            case "saysCursor": saysCursor = try reader.bool()
            case "total": total = try reader.readLeniently()
            default: try reader.skipValue()
            }
        }
        self.items = items
        self.cursor = cursor.flatMap { 1...Self.longestCursor ~= $0.utf8.count ? $0 : nil }
        self.saysCursor = saysCursor
        self.total = total
    }

    /// Bytes. The presenter repeats it in each request.
    private static let longestCursor = 8192
}
