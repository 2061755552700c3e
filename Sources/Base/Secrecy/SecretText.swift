import Platform

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

        /// True if the mark is a word or a part of one.
        var isWord: Bool { mark.utf8.first?.isAlphanumeric ?? false }
    }

    package static func holdsSecret(_ text: String) -> Bool { !search(Array(text.utf8)).ranges.isEmpty }

    /// The secrets' places, in order, and how many bytes were visited to find them.
    package static func search(_ text: [UInt8]) -> (ranges: [Range<Int>], steps: Int) {
        var reader = TextReader(text)
        var ranges: [Range<Int>] = []
        var at = 0
        while at < text.count {
            reader.step()
            let found = reader.arrived(at: at) ?? secret(&reader, at)
            if let found, found.lowerBound >= ranges.last?.upperBound ?? 0 {
                ranges.append(found)
                at = max(at + 1, found.upperBound)
            } else {
                at += 1
            }
        }
        return (ranges, reader.steps)
    }

    private static let rules =
        KnownToken.all.map { token in Rule(token.beginning.lowercased(), token.token) }
        + SecretPattern.all.flatMap { pattern in
            pattern.marks.map { mark in Rule(mark) { pattern.secret(&$0, $1, mark: mark) } }
        } + [Rule("<", MarkupRules.tag), Rule("-", CommandRules.option)]
        + [";", "|", "&", "\n"].map { Rule($0, CommandRules.separator) }
        + CommandProgram.all.map { program in Rule(program.name) { CommandRules.begin(program, &$0, $1) } }

    /// By the first byte: rules that look from there.
    private static let byByte = (0...255).map { byte in
        rules.filter { !$0.isWord && $0.mark.utf8.first == UInt8(byte) }
    }

    /// By their first two bytes: rules that look from the beginning of a word.
    private static let byWord: [[Rule]] = {
        let words = Dictionary(grouping: rules.filter(\.isWord)) { pair(Array($0.mark.utf8), 0) }
        return (0...0xFFFF).map { words[$0] ?? [] }
    }()

    private static func pair(_ text: [UInt8], _ at: Int) -> Int {
        Int(text[at].lowercased) << 8 | Int(text[at + 1].lowercased)
    }

    private static let isInside = (0...255).map { TextReader.isInside(UInt8($0)) }

    private static func secret(_ reader: inout TextReader, _ at: Int) -> Range<Int>? {
        let byte = Int(reader.bytes[at])
        if let found = first(of: byByte[byte], &reader, at) { return found }
        // A mark such as `-` may also begin a word.
        guard isInside[byte], at + 1 < reader.count, at == 0 || !isInside[Int(reader.bytes[at - 1])] else { return nil }
        return first(of: byWord[pair(reader.bytes, at)], &reader, at)
    }

    private static func first(of rules: [Rule], _ reader: inout TextReader, _ at: Int) -> Range<Int>? {
        for rule in rules where reader.has(rule.mark, at: at) {
            if let found = rule.find(&reader, at), !found.isEmpty { return found }
        }
        return nil
    }
}
