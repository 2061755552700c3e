import JSON
import ViewMessages

/// The members of a row, all of them texts.
struct RowText: JSONReadable {
    private var members: [String: String?]

    init(from reader: inout JSONReader) throws(JSONError) {
        members = try reader.read([String: String?].self)
    }

    func row(id: String) -> Row {
        func member(_ name: String) -> String? { members[name].flatMap { $0 } }
        return Row(
            id: id, title: member("title") ?? "", symbol: member("symbol"), subtitle: member("subtitle"),
            accessory: member("accessory"), tone: member("tone").flatMap { Tone(rawValue: $0) })
    }
}
