import SafeText
import YAML

/// Readers for types of values. Each reports what is wrong, and returns nil or what could be read.
extension DraftReader {
    mutating func members(of node: ComposeNode, expecting expected: String) -> [ComposeNode.Member] {
        if let members = node.members { return members }
        wrongType(node, expected)
        return []
    }

    /// The text of a scalar, as written.
    mutating func text(_ node: ComposeNode, expecting expected: String = "a text") -> String? {
        guard let text = node.scalar else {
            wrongType(node, expected)
            return nil
        }
        // A program's arguments and environment end at the first NUL.
        guard !text.utf8.contains(0) else {
            mistakes.append(node.mistake("a NUL character cannot be passed to a program"))
            return nil
        }
        return text
    }

    mutating func name(_ node: ComposeNode) -> String? {
        guard let name = text(node, expecting: "a name") else { return nil }
        if isName(name) { return name }
        mistakes.append(node.mistake("bad name \"\(name)\"; it is made of letters, digits, \".\", \"_\" and \"-\""))
        return nil
    }

    /// What an application is, on one line, as it will stand in a list.
    mutating func description(_ node: ComposeNode) -> String? {
        guard let text = text(node, expecting: "a line of text") else { return nil }
        let line = StrippedText.strip(text, newline: " ", tab: " ").split(whereSeparator: \.isWhitespace)
            .joined(separator: " ")
        if line.isEmpty {
            mistakes.append(node.mistake("an empty description; say in a few words what the application is"))
            return nil
        }
        guard line.utf8.count <= ComposeLimits.longestDescription else {
            let length = "\(line.utf8.count) bytes of description are too many"
            mistakes.append(node.mistake("\(length); at most \(ComposeLimits.longestDescription)"))
            return nil
        }
        return line
    }

    func isName(_ text: String) -> Bool {
        !text.isEmpty
            && text.utf8.allSatisfy { byte in
                switch byte {
                case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "-"):
                    true
                default: false
                }
            }
    }

    /// YAML 1.1's truth values, as Compose accepts them.
    mutating func flag(_ node: ComposeNode) -> Bool? {
        if case .scalar(let text, isPlain: true) = node.content {
            switch text.lowercased() {
            case "true", "yes", "on": return true
            case "false", "no", "off": return false
            default: break
            }
        }
        wrongType(node, "true or false")
        return nil
    }

    mutating func duration(_ node: ComposeNode) -> Duration? {
        guard let text = text(node, expecting: "a duration such as 1m30s or 500ms") else { return nil }
        if let duration = ComposeDuration.parse(text) {
            if duration <= ComposeLimits.longestDuration { return duration }
            mistakes.append(node.mistake("\(text) is too long; at most 24h"))
            return nil
        }
        let isBare = Int(text) != nil && ComposeDuration.parse(text + "s") != nil
        let hint = isBare ? " (did you mean \"\(text)s\"?)" : ""
        mistakes.append(node.mistake("bad duration \"\(text)\"\(hint); write it as 1m30s or 500ms (us, ms, s, m, h)"))
        return nil
    }

    mutating func bytes(_ node: ComposeNode) -> Int? {
        guard let text = text(node, expecting: "a number of bytes such as 64kb or 1mb") else { return nil }
        if let bytes = ComposeBytes.parse(text), bytes > 0 {
            if bytes <= ComposeLimits.mostBytes { return bytes }
            mistakes.append(node.mistake("\(text) is too much; at most 1gb"))
            return nil
        }
        mistakes.append(node.mistake("bad number of bytes \"\(text)\"; write it as 65536, 64kb, 1mb or 1gb"))
        return nil
    }

    mutating func signal(_ node: ComposeNode) -> Int32? {
        guard let text = text(node, expecting: "a signal such as SIGTERM") else { return nil }
        if let signal = SignalName.parse(text) { return signal }
        let names = SignalName.numbers.keys.sorted().map { "SIG\($0)" }
        let candidates = text.uppercased().hasPrefix("SIG") ? names : names.map { String($0.dropFirst(3)) }
        let hint = Suggestion.hint(for: text.uppercased(), among: candidates)
        mistakes.append(node.mistake("unknown signal \"\(text)\"\(hint); write it as SIGTERM, TERM or 15"))
        return nil
    }

    /// A list of words, or a line that is split into words.
    mutating func command(_ node: ComposeNode) -> [String]? {
        if let items = node.items {
            let words = items.compactMap { text($0, expecting: "a word of the command") }
            return words.count == items.count ? words : nil
        }
        guard let line = text(node, expecting: "a list of words, or one line") else { return nil }
        do {
            return try ShellWords.split(line)
        } catch {
            mistakes.append(node.mistake("cannot split \"\(line)\" into words: \(error)"))
            return nil
        }
    }

    /// Reports what is expected, unless a mistake in the value has been reported or it is about to be removed.
    mutating func wrongType(_ node: ComposeNode, _ expected: String) {
        guard !node.isBroken, node.instruction != .reset else { return }
        mistakes.append(node.mistake("expected \(expected), found \(node.kind)"))
    }
}
