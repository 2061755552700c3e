/// Finds secrets within a text by the rules of ``SecretForm``, and tokens of well-known services (``KnownToken``).
///
/// Each search starts at a telltale byte, and visits each byte of the text a bounded number of times, in any text: some
/// texts are whole pictures, and attackers write others to make it slow.
package enum SecretText {
    /// Whether the text contains a secret.
    package static func holdsSecret(_ text: String) -> Bool { !search(Array(text.utf8)).ranges.isEmpty }

    /// The secrets' places, in order, and how many bytes were visited to find them.
    package static func search(_ text: [UInt8]) -> (ranges: [Range<Int>], steps: Int) {
        var reader = TextReader(text)
        var ranges: [Range<Int>] = []
        var at = 0
        while at < text.count {
            reader.step()
            guard mayBegin(text, at) || !reader.context.ahead.isEmpty else {
                at += 1
                continue
            }
            let found = reader.context.arrived(at: at) ?? secret(&reader, at)
            if let found, !found.isEmpty, found.lowerBound >= ranges.last?.upperBound ?? 0 {
                ranges.append(found)
                at = max(at + 1, found.upperBound)
            } else {
                at += 1
            }
        }
        return (ranges, reader.steps)
    }

    /// By byte: whether a rule looks from there, and whether a word may contain it.
    private static let rules = SecretForm.byByte.map { !$0.isEmpty }
    private static let insides = (0...255).map { TextReader.isInside(UInt8($0)) }
    /// By two bytes, whether a word or a token begins with them.
    private static let words = (0...0xFFFF).map { pair in
        KnownToken.begins(with: pair) || SecretForm.byWord[lower(pair)] != nil
    }

    private static func lower(_ pair: Int) -> Int {
        Int(TextReader.lower(UInt8(pair >> 8))) << 8 | Int(TextReader.lower(UInt8(pair & 0xFF)))
    }

    /// A quick check that is false at most places.
    private static func mayBegin(_ text: [UInt8], _ at: Int) -> Bool {
        let byte = Int(text[at])
        if rules[byte] { return true }
        guard at > 0 else { return true }
        let before = Int(text[at - 1])
        if before == 0x0A { return true }
        return insides[byte] && !insides[before] && at + 1 < text.count && words[byte << 8 | Int(text[at + 1])]
    }

    private static func secret(_ reader: inout TextReader, _ at: Int) -> Range<Int>? {
        let byte = reader.bytes[at]
        let before = at > 0 ? reader.bytes[at - 1] : 0x0A
        if before == 0x0A {
            for form in SecretForm.ofLines { if let found = form(&reader, at), !found.isEmpty { return found } }
        }
        for form in SecretForm.byByte[Int(byte)] { if let found = form(&reader, at), !found.isEmpty { return found } }
        guard !TextReader.isInside(before), TextReader.isInside(byte) else { return nil }
        return word(&reader, at)
    }

    /// What begins with a telltale word or prefix.
    private static func word(_ reader: inout TextReader, _ at: Int) -> Range<Int>? {
        guard at + 1 < reader.count else { return nil }
        if let token = KnownToken.token(&reader, at) { return token }
        guard let words = SecretForm.byWord[lower(Int(reader.bytes[at]) << 8 | Int(reader.bytes[at + 1]))] else {
            return nil
        }
        for word in words where reader.has(word.text, at: at) {
            if let found = word.rule(&reader, at), !found.isEmpty { return found }
        }
        return nil
    }
}
