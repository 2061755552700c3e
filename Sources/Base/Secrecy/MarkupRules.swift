/// Rules for XML and HTML.
enum MarkupRules {
    static func tag(_ reader: inout TextReader, _ start: Int) -> Range<Int>? {
        let end = reader.end(.tag, from: start + 1)
        guard reader[end] == UInt8(ascii: ">"), let first = reader[start + 1], TextReader.isInside(first) else {
            return nil
        }
        let element = elementName(&reader, start + 1)
        let attributes = attributes(&reader, element.upperBound..<end)
        if attributes.isNamed, !attributes.values.isEmpty {
            // In reverse order, so that each is appended.
            for value in attributes.values.reversed() { reader.expect(value) }
            return nil
        }
        guard reader[end - 1] != UInt8(ascii: "/") else { return nil }
        if let named = namedNeighbour(&reader, element, behind: end) {
            reader.expect(named)
        } else if attributes.isNamed || reader.verdict(element).isSecret,
            let content = content(&reader, from: end + 1) ?? nested(&reader, behind: end)
        {
            reader.expect(content)
        }
        return nil
    }

    /// The name of the element without its namespace.
    private static func elementName(_ reader: inout TextReader, _ start: Int) -> Range<Int> {
        let name = reader.name(from: start)
        return reader[name.upperBound] == UInt8(ascii: ":") ? reader.name(from: name.upperBound + 1) : name
    }

    private static let names: Set = ["name", "key", "id", "property", "field", "autocomplete"]
    private static let valueNames: Set = ["value", "val", "content", "text", "default", "defaultvalue"]

    /// The values that another attribute names as secret. Each tag is read once, as the next begins after it.
    private static func attributes(
        _ reader: inout TextReader, _ range: Range<Int>
    ) -> (isNamed: Bool, values: [Range<Int>]) {
        var (isNamed, values, at) = (false, [Range<Int>](), range.lowerBound)
        while at < range.upperBound {
            reader.step()
            guard reader.bytes[at] == UInt8(ascii: "="), let quoted = reader.quoted(at: at + 1) else {
                at += 1
                continue
            }
            let value = quoted.clamped(to: quoted.lowerBound..<max(quoted.lowerBound, range.upperBound))
            let name = reader.text(reader.name(before: at)).lowercased()
            if names.contains(name), reader.verdict(reader.name(from: value.lowerBound)).isSecret { isNamed = true }
            if name == "type", reader.has("password", at: value.lowerBound) { isNamed = true }
            if valueNames.contains(name) { values.append(value) }
            at = max(at + 1, value.upperBound)
        }
        return (isNamed, values)
    }

    /// The text up to the next tag.
    private static func content(_ reader: inout TextReader, from start: Int) -> Range<Int>? {
        if reader.has("<![cdata[", at: start) {
            return start + 9..<reader.end(.bracket, from: start + 9)
        }
        let begin = reader.skip(" \r\n\t", from: start)
        let end = reader.skipBack(" \r\n\t", before: reader.end(.element, from: begin))
        return end > begin ? begin..<end : nil
    }

    /// The text of the element that follows: `<property name="password"><value>…`.
    private static func nested(_ reader: inout TextReader, behind end: Int) -> Range<Int>? {
        guard reader.has("<value>", at: reader.skip(" \r\n\t", from: end + 1)) else { return nil }
        return content(&reader, from: reader.end(.element, from: end + 1) + 7)
    }

    private static let naming: Set = ["key", "name", "td", "th", "dt", "label", "b", "strong"]

    /// `<key>Password</key><string>…</string>`, and rows of tables.
    private static func namedNeighbour(
        _ reader: inout TextReader, _ element: Range<Int>, behind end: Int
    ) -> Range<Int>? {
        let name = reader.text(element).lowercased()
        guard naming.contains(name), let label = content(&reader, from: end + 1), label.count <= 32,
            SecretName.mayBe(reader.text(label)), reader.has("</", at: label.upperBound)
        else { return nil }
        let closed = reader.end(.tag, from: label.upperBound + 1)
        let next = reader.skip(" \r\n\t:", from: closed + 1)
        guard reader[next] == UInt8(ascii: "<"), reader[next + 1] != UInt8(ascii: "/") else { return nil }
        guard let value = content(&reader, from: reader.end(.tag, from: next + 1) + 1) else { return nil }
        let (title, text) = (reader.text(label), reader.text(value))
        guard SecretName.matches(title) else { return SecretName(title).isNumber(withValue: text) ? value : nil }
        return name == "key" || name == "name" || SecretValue.looksChosen(text) ? value : nil
    }
}
