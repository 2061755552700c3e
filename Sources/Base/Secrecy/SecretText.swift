/// Finds secrets within a text by the table of patterns (``SecretPattern``), the rules that no pattern can express, and tokens of
/// well-known services (``KnownToken``).
///
/// Each search starts at a telltale byte, and visits each byte of the text a bounded number of times, in any text: some
/// texts are whole pictures, and attackers write others to make it slow.
package enum SecretText {
    private struct Rule: Sendable {
        /// Text at the place from which the rule looks.
        let mark: String
        let find: @Sendable (inout TextReader, Int) -> Range<Int>?

        init(_ mark: String, _ find: @escaping @Sendable (inout TextReader, Int) -> Range<Int>?) {
            self.mark = mark
            self.find = find
        }
    }

    /// True if the text contains a secret.
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

    // MARK: - Rules

    private static let rules = fromTable + written + ofCommands

    private static let fromTable = SecretPattern.all.flatMap { pattern in
        pattern.marks.map { mark in Rule(mark) { pattern.secret(&$0, $1, mark: mark) } }
    }

    /// Rules that look back, count or remember.
    private static let written = [
        Rule("=", AssignmentRule.spaced), Rule("=", MarkupRules.formPart), Rule("<", MarkupRules.tag),
        Rule(":", AddressRules.password), Rule("@", AddressRules.userInfo),
        Rule("-----begin ", PasswordFileRules.privateKey),
        Rule("---- begin ", PasswordFileRules.privateKey), Rule("machine ", PasswordFileRules.netrc),
        Rule("login ", PasswordFileRules.netrc), Rule("password ", PasswordFileRules.netrc),
        Rule("account ", PasswordFileRules.netrc),
    ]

    private static let ofCommands =
        [Rule("-", CommandRules.option)] + [";", "|", "&", "\n"].map { Rule($0, CommandRules.separator) }
        + CommandProgram.all.map { program in Rule(program.name) { CommandRules.begin(program, &$0, $1) } }

    /// By byte: rules that look from there. Marks that are words have their place in ``byWord``.
    private static let byByte: [[Rule]] = (0...255).map { byte in
        rules.filter { $0.mark.utf8.first == UInt8(byte) && !TextReader.isAlphanumeric(UInt8(byte)) }
    }

    /// By their first two bytes.
    private static let byWord = Dictionary(
        grouping: rules.filter { $0.mark.utf8.first.map(TextReader.isAlphanumeric) ?? false }
    ) { rule in pair(rule.mark.utf8.first ?? 0, rule.mark.utf8.dropFirst().first ?? 0) }

    // MARK: - One place

    private static let isMark = byByte.map { !$0.isEmpty }
    private static let insides = (0...255).map { TextReader.isInside(UInt8($0)) }
    /// By two bytes, whether a word or a token begins with them.
    private static let words = (0...0xFFFF).map { word in
        KnownToken.begins(with: word) || byWord[pair(UInt8(word >> 8), UInt8(word & 0xFF))] != nil
    }

    private static func pair(_ first: UInt8, _ second: UInt8) -> Int {
        Int(TextReader.lower(first)) << 8 | Int(TextReader.lower(second))
    }

    /// A quick check that is false at most places.
    private static func mayBegin(_ text: [UInt8], _ at: Int) -> Bool {
        let byte = Int(text[at])
        if isMark[byte] { return true }
        guard at > 0 else { return true }
        let before = Int(text[at - 1])
        if before == 0x0A { return true }
        return insides[byte] && !insides[before] && at + 1 < text.count && words[byte << 8 | Int(text[at + 1])]
    }

    private static func secret(_ reader: inout TextReader, _ at: Int) -> Range<Int>? {
        let byte = reader.bytes[at]
        let before = at > 0 ? reader.bytes[at - 1] : 0x0A
        if before == 0x0A, let password = PasswordFileRules.pgpass(&reader, at) { return password }
        if let found = first(of: byByte[Int(byte)], &reader, at) { return found }
        guard !TextReader.isInside(before), TextReader.isInside(byte), at + 1 < reader.count else { return nil }
        if let token = KnownToken.token(&reader, at) { return token }
        return byWord[pair(byte, reader.bytes[at + 1])].flatMap { first(of: $0, &reader, at) }
    }

    private static func first(of rules: [Rule], _ reader: inout TextReader, _ at: Int) -> Range<Int>? {
        for rule in rules where reader.has(rule.mark, at: at) {
            if let found = rule.find(&reader, at), !found.isEmpty { return found }
        }
        return nil
    }
}
