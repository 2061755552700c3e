import Platform

/// A delimiter as an extended regular expression: `regcomp` of the C library, with the classes that users of other libraries write.
final class DelimiterPattern: @unchecked Sendable {
    private var compiled: regex_t

    /// Bytes of an expression.
    static let longest = 1000
    /// Delimiters of a row; what follows the last of them is one field.
    static let most = 10_000

    /// Nil for an expression that the library does not know, or that could take long.
    init?(_ text: String) {
        guard text.utf8.count <= Self.longest, let translated = Self.translated(text) else { return nil }
        var compiled = regex_t()
        guard regcomp(&compiled, translated, REG_EXTENDED) == 0 else { return nil }
        self.compiled = compiled
    }

    deinit { regfree(&compiled) }

    /// The delimiters in a row, from left to right. None is empty.
    func places(in row: ArraySlice<UInt8>) -> [Range<Int>] {
        var places: [Range<Int>] = []
        row.withUnsafeBytes { bytes in
            guard let base = bytes.bindMemory(to: CChar.self).baseAddress else { return }
            var start = 0
            while start < bytes.count, places.count < Self.most {
                var match = regmatch_t(rm_so: regoff_t(start), rm_eo: regoff_t(bytes.count))
                let flags = REG_STARTEND | (start > 0 ? REG_NOTBOL : 0)
                guard regexec(&compiled, base, 1, &match, flags) == 0 else { return }
                let found = Int(match.rm_so)..<max(Int(match.rm_eo), Int(match.rm_so))
                if !found.isEmpty {
                    places.append(row.startIndex + found.lowerBound..<row.startIndex + found.upperBound)
                }
                start = max(found.upperBound, start + 1)
            }
        }
        return places
    }

    private static let classes: [Character: String] = [
        "t": "\t", "n": "\n", "d": "0-9", "s": "[:space:]", "w": "[:alnum:]_",
    ]

    /// The expression in POSIX's signs. Nil for a reference to a group, for groups and repetitions of other libraries, and for an escaped
    /// sign of brackets.
    private static func translated(_ text: String) -> String? {
        guard !["(?", "*?", "+?", "??", "}?"].contains(where: { text.contains($0) }) else { return nil }
        var output = ""
        var isInBrackets = false
        var rest = text[...]
        while let character = rest.popFirst() {
            switch character {
            case "\\":
                guard let next = rest.popFirst(), !("1"..."9" ~= next) else { return nil }
                if isInBrackets, "]^-".contains(next) { return nil }
                if let known = classes[next] {
                    output += isInBrackets ? known : known.count == 1 ? known : "[\(known)]"
                } else if let known = classes[Character(next.lowercased())], next.isUppercase, !isInBrackets {
                    output += "[^\(known)]"
                } else {
                    output += isInBrackets ? "\(next)" : "\\\(next)"
                }
            case "[" where !isInBrackets:
                isInBrackets = true
                output.append(character)
                // Right after the beginning, a closing bracket is a sign.
                for sign: Character in ["^", "]"] where rest.first == sign { output.append(rest.removeFirst()) }
            case "]":
                isInBrackets = false
                output.append(character)
            default: output.append(character)
            }
        }
        return output
    }
}
