import Platform
import YAML
import Spelling

/// Reads values of a declaration, and collects what is wrong with them.
struct ValueReader: NodeReader {
    var mistakes: [Mistake] = []
    /// The paths of keys that unknown ones were probably meant to be.
    private var meant: Set<String> = []

    mutating func report(_ mistake: Mistake) { mistakes.append(mistake) }

    mutating func report(_ message: String, at node: ComposeNode) { mistakes.append(node.mistake(message)) }

    /// The members by keys that are known here.
    mutating func members<Key: RawRepresentable & CaseIterable & Hashable>(
        of node: ComposeNode, _: Key.Type, expecting expected: String
    ) -> [Key: ComposeNode] where Key.RawValue == String {
        var known: [Key: ComposeNode] = [:]
        for member in members(of: node, expecting: expected) {
            if let key = Key(rawValue: member.key) {
                known[key] = member.value
            } else {
                let names = Key.allCases.map(\.rawValue)
                if let near = Suggestion.nearest(to: member.key, among: names) { meant.insert("\(node.path).\(near)") }
                unknownKey(member, of: node, known: names)
            }
        }
        return known
    }

    /// A key that is there under a name with a typing mistake is not missing, too.
    /// - Parameter purpose: words for behind the sentence.
    mutating func missing(_ key: String, at node: ComposeNode, _ purpose: String = "") {
        if !meant.contains("\(node.path).\(key)") { report("\"\(key)\" is missing\(purpose)", at: node) }
    }

    static func unknown(_ kind: String, _ name: String, among known: [String]) -> String {
        let hint = Suggestion.hint(for: name, among: known)
        let all = known.isEmpty ? "" : "; there are: \(known.joined(separator: ", "))".shortened
        return "unknown \(kind) \"\(name.shortened)\"\(hint.isEmpty ? all : hint)"
    }

    mutating func text(_ node: ComposeNode, expecting expected: String = "a text") -> String? {
        scalar(node, expecting: expected)
    }

    mutating func word(_ node: ComposeNode, of words: [String]) -> String? {
        let first = words.dropLast().joined(separator: ", ")
        let expected = first.isEmpty ? "\"\(words[0])\"" : "\(first) or \(words[words.count - 1])"
        guard let text = text(node, expecting: expected) else { return nil }
        if words.contains(text) { return text }
        let hint = Suggestion.hint(for: text, among: words)
        return refuse("expected \(expected), found \"\(text.shortened)\"\(hint)", at: node)
    }

    /// A text of one line, for a title or a prompt.
    mutating func line(_ node: ComposeNode) -> String? {
        guard let text = text(node, expecting: "a text of one line") else { return nil }
        guard !text.contains(where: \.isNewline), text.count <= Self.longestLine else {
            return refuse("expected one line of at most \(Self.longestLine) characters", at: node)
        }
        return text
    }

    /// Characters of a text on one line.
    static let longestLine = 200

    mutating func program(_ node: ComposeNode, variables: [String] = []) -> ProgramText? {
        let form = node.items == nil ? "'{…}'" : "'[…]'"
        let expected = node.scalar == nil ? "a jq program, as a text in quotes: \(form)" : "a jq program"
        guard let text = text(node, expecting: expected) else { return nil }
        guard text.utf8.count <= Self.longestProgram, !text.utf8.contains(0) else {
            return refuse("a jq program has at most \(Self.longestProgram) bytes, and no NUL", at: node)
        }
        return ProgramText(
            text: text, place: node.place, path: node.path, textLine: node.textLine, variables: variables)
    }

    /// Bytes.
    static let longestProgram = 65_536

    mutating func number(_ node: ComposeNode, in range: ClosedRange<Int>) -> Int? {
        guard let text = text(node, expecting: "a number") else { return nil }
        if let number = Int(text), range.contains(number) { return number }
        return refuse(
            "expected a number from \(range.lowerBound) to \(range.upperBound), found \"\(text.shortened)\"", at: node)
    }

    mutating func name(_ member: ComposeNode.Member, of node: ComposeNode, kind: String) -> String? {
        if Self.isName(member.key) { return member.key }
        report(
            "bad name \"\(member.key.shortened)\" of a \(kind); it is made of ASCII letters, digits, \".\", \"_\" and \"-\", which is not the first one",
            at: member, of: node)
        return nil
    }

    /// A name, as a regular expression.
    static let namePattern = "(?!-)[A-Za-z0-9._-]{1,64}"

    private static func isName(_ text: String) -> Bool {
        text.utf8.count <= 64
            // A name with a dash would look like an option as an argument of a program.
            && text.utf8.first != UInt8(ascii: "-")
            && text.utf8.isWord(with: "._-")
    }
}
