import JSON
import ViewMessages

/// The items of a Script Filter, as programs for Alfred print them.
struct ItemList {
    private(set) var rows: [Row] = []
    /// What choosing an item searches, by its id.
    private(set) var completions: [String: String] = [:]
    /// The items that cannot be chosen.
    private(set) var invalid: [String] = []
    /// Members that have no meaning here, each once.
    private(set) var unknown: [String] = []

    init(from reader: inout JSONReader) throws(JSONError) {
        try reader.beginArray()
        while try reader.nextElement() { try readItem(&reader) }
    }

    private mutating func readItem(_ reader: inout JSONReader) throws(JSONError) {
        var title: String?
        var subtitle: String?
        var argument: String?
        var name: String?
        var completion: String?
        var isValid = true
        let start = try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "title": title = try reader.string()
            case "subtitle": subtitle = try reader.readIfPresent(String.self)
            case "arg": argument = try Self.argument(&reader)
            case "uid": name = try reader.readIfPresent(String.self)
            case "autocomplete": completion = try reader.readIfPresent(String.self)
            case "valid": isValid = try reader.readLeniently(Bool.self) ?? true
            default:
                let name = "items[].\(key.text ?? "?")"
                if unknown.count < 20, !unknown.contains(name) { unknown.append(name) }
                try reader.skipValue()
            }
        }
        guard let title else { throw .missing("title", at: start) }
        let id = argument ?? name ?? title
        rows.append(Row(id: id, title: title, subtitle: subtitle))
        guard !isValid else { return }
        completions[id] = completion
        if completion == nil { invalid.append(id) }
    }

    /// Of several arguments, the first.
    private static func argument(_ reader: inout JSONReader) throws(JSONError) -> String? {
        guard reader.nextByte == UInt8(ascii: "[") else { return try reader.readIfPresent(String.self) }
        return try reader.read([String].self).first
    }
}
