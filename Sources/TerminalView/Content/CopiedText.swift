/// What a person copies: the text of the selected row, else that of the whole content.
enum CopiedText {
    /// Bytes. Terminals take no more.
    private static let longest = 1 << 16

    /// - Returns: the lines; empty where they are too long to copy.
    static func of(_ content: Content, selected: Choice?) -> String {
        let row = selected.flatMap { $0.id.kind == .row ? $0 : nil }
        var text = ""
        for number in row?.lines ?? 0..<content.lines.count where text.utf8.count <= longest {
            let line = content.lines[number]
            if !text.isEmpty { text += "\n" }
            text += (line.whole ?? line.text.plain) + (line.accessory.isEmpty ? "" : "\t" + line.accessory.plain)
        }
        return text.utf8.count <= longest ? text : ""
    }
}
