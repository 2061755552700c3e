import CBaseFiles

/// The one table of secrets: names, tokens, programs and patterns, from `Assets/secrets.txt`, by its sections.
enum SecretTable {
    /// Lines of a section, without comments.
    static func lines(_ section: String) -> [String] { sections[section] ?? [] }

    /// Words of all lines of a section.
    static func set(_ section: String) -> Set<String> {
        Set(lines(section).flatMap { $0.split(separator: " ") }.map(String.init))
    }

    /// Lines with a key: `20 mixed: fw_ re_`.
    static func rows(_ section: String) -> [(key: String, words: [String])] {
        lines(section).compactMap { line in
            guard let colon = line.firstIndex(of: ":") else { return nil }
            let words = line[colon...].dropFirst().split(separator: " ").map { unescaped(String($0)) }
            return (String(line[..<colon]), words)
        }
    }

    /// A word with blanks and other invisible characters.
    static func unescaped(_ word: String) -> String {
        guard word.utf8.contains(UInt8(ascii: "\\")) else { return word }
        var (text, isEscaped) = ("", false)
        for character in word.unicodeScalars {
            if !isEscaped, character == "\\" {
                isEscaped = true
                continue
            }
            text.unicodeScalars.append(isEscaped ? escapes[character] ?? character : character)
            isEscaped = false
        }
        return text
    }

    private static let escapes: [Unicode.Scalar: Unicode.Scalar] = ["s": " ", "t": "\t", "r": "\r", "n": "\n"]

    private static let sections: [String: [String]] = {
        let file = table_of_secrets()
        var (sections, section) = ([String: [String]](), "")
        for line in UnsafeBufferPointer(start: file.bytes, count: file.count).split(separator: UInt8(ascii: "\n")) {
            switch line.first {
            case UInt8(ascii: "#"): continue
            case UInt8(ascii: "["): section = String(decoding: line.dropFirst().dropLast(), as: UTF8.self)
            default: sections[section, default: []].append(String(decoding: line, as: UTF8.self))
            }
        }
        return sections
    }()
}
