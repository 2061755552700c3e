import Platform

/// Plain text from HTML.
enum PlainText {
    /// The ampersand is the last one: what it makes of `&amp;lt;` is text.
    private static let entities: KeyValuePairs = ["&lt;": "<", "&gt;": ">", "&quot;": "\"", "&#39;": "'", "&amp;": "&"]

    /// The tags that messages have. Anything else in angle brackets is text: `<empty>`.
    private static let tags: Set<String> = [
        "a", "b", "br", "code", "div", "em", "font", "h1", "h2", "h3", "h4", "hr", "i", "img", "li", "ol", "p", "pre",
        "small", "span", "strong", "sub", "sup", "table", "td", "th", "tr", "tt", "u", "ul",
    ]
    /// Characters. Without a limit, a text of many unclosed tags would be searched to its end for each.
    private static let longestTag = 2000

    /// The text without tags, the common entities replaced. A `<` that opens no tag stays.
    static func withoutTags(_ html: String) -> String {
        var text = ""
        var rest = html[...]
        while let start = rest.firstIndex(of: "<") {
            text += rest[..<start]
            rest = rest[start...]
            if opensTag(rest), let end = rest.prefix(longestTag).firstIndex(of: ">") {
                rest = rest[end...].dropFirst()
            } else {
                text.append(rest.removeFirst())
            }
        }
        return entities.reduce(text + rest) { $0.replacing($1.key, with: $1.value) }
    }

    private static func opensTag(_ text: Substring) -> Bool {
        let inside = text.dropFirst()
        let name = (inside.first == "/" ? inside.dropFirst() : inside).prefix(8).prefix {
            $0.isASCII && ($0.isLetter || $0.isNumber)
        }
        return tags.contains(name.lowercased())
    }
}
