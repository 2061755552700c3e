import Platform

/// The rule for `name = value`, with blanks: in a file of settings, or in code.
enum AssignmentRule {
    static func spaced(_ reader: inout TextReader, _ equals: Int) -> Range<Int>? {
        guard let marked = valueStart(&reader, equals) else { return nil }
        let mark = reader[equals - 1] == UInt8(ascii: ":") ? equals - 1 : equals
        let nameEnd = reader.skipBack(" \t", before: mark)
        let start = reader.skip(" \t", from: marked)
        let name = typedName(&reader, reader.unquotedName(before: reader.skipBack("?!", before: nameEnd, atMost: 1)))
        guard nameEnd < equals || start > marked || name.upperBound < nameEnd else { return nil }
        let verdict = reader.verdict(name)
        guard verdict.mayBeParameter, start < reader.count else { return nil }
        if let quoted = quotedLiteral(&reader, start) { return verdict.isSecret ? quoted : nil }
        let word = start..<reader.end(.bare, from: start)
        guard verdict.isSecret else {
            return SecretName.isSecret(reader.text(name), withValue: reader.text(word)) ? word : nil
        }
        if beginsStatement(&reader, name.lowerBound) { return statement(&reader, from: start) }
        return SecretValue.isRemarkable(reader.text(word)) ? word : nil
    }

    /// The name in `name: Type = …`.
    private static func typedName(_ reader: inout TextReader, _ name: Range<Int>) -> Range<Int> {
        let colon = reader.skipBack(" ", before: name.lowerBound, atMost: 2) - 1
        guard colon < name.lowerBound - 1, reader[colon] == UInt8(ascii: ":") else { return name }
        return reader.name(before: colon)
    }

    /// A text in quotes, perhaps with a letter before them: `b'…'`, `N'…'`.
    private static func quotedLiteral(_ reader: inout TextReader, _ start: Int) -> Range<Int>? {
        if let quoted = reader.quoted(at: start) { return quoted }
        guard let letter = reader[start], "NnbrfuL@".utf8.contains(letter) else { return nil }
        return reader.quoted(at: start + 1)
    }

    private static func beginsStatement(_ reader: inout TextReader, _ start: Int) -> Bool {
        let start = reader.skipBack("$\"':", before: start, atMost: 2)
        if reader.beginsLine(start) { return true }
        let word = reader.name(before: reader.skipBack(" ", before: start, atMost: 2))
        return ["export", "set", "let", "var", "const", "env"].contains(reader.text(word))
            && reader.beginsLine(word.lowerBound)
    }

    /// The rest of the line, but for a comment. Nil for code and for the name of a variable.
    private static func statement(_ reader: inout TextReader, from start: Int) -> Range<Int>? {
        let line = start..<reader.end(.line, from: start)
        let text = reader.text(line)
        let comment = [" #", " ;", " //"].compactMap { text.firstRange(of: $0)?.lowerBound }.min()
        let length = text[..<(comment ?? text.endIndex)].utf8.count
        let value = comment == nil ? line : start..<start + length
        let end = reader.skipBack(" \t;,", before: value.upperBound)
        guard end > start, SecretValue.isLiteral(reader.text(start..<end)) else { return nil }
        return start..<end
    }

    /// The place behind `=` or `=>`; nil for a comparison.
    private static func valueStart(_ reader: inout TextReader, _ equals: Int) -> Int? {
        let next = reader[equals + 1]
        guard next != UInt8(ascii: "="), let before = reader[equals - 1], !"=!<>".utf8.contains(before) else {
            return nil
        }
        return next == UInt8(ascii: ">") ? equals + 2 : equals + 1
    }
}
