/// Text out of what is meant for a web page.
enum PlainText {
    private static let entities = ["&lt;": "<", "&gt;": ">", "&quot;": "\"", "&#39;": "'", "&amp;": "&"]

    /// Without tags, and with the common entities as what they stand for. A `<` that opens no tag stays.
    static func withoutTags(_ html: String) -> String {
        var text = ""
        var rest = html[...]
        while let start = rest.firstIndex(of: "<") {
            text += rest[..<start]
            rest = rest[start...]
            if let end = rest.firstIndex(of: ">"), opensTag(rest.dropFirst().first) {
                rest = rest[end...].dropFirst()
            } else {
                text.append(rest.removeFirst())
            }
        }
        return decode(text + rest)
    }

    private static func opensTag(_ character: Character?) -> Bool {
        character.map { $0.isASCII && ($0.isLetter || $0 == "/" || $0 == "!") } ?? false
    }

    private static func decode(_ text: String) -> String {
        var output = ""
        var rest = text[...]
        while let start = rest.firstIndex(of: "&") {
            output += rest[..<start]
            rest = rest[start...]
            if let entity = entities.first(where: { rest.hasPrefix($0.key) }) {
                output += entity.value
                rest = rest.dropFirst(entity.key.count)
            } else {
                output.append(rest.removeFirst())
            }
        }
        return output + rest
    }
}
