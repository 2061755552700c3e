/// A protocol (`view.input`), a single message type (`view.input.show`), or `prefix.*`, which means the protocol
/// `prefix`; `*` alone means every type.
package struct MessagePattern: Hashable, Sendable, CustomStringConvertible {
    /// The pattern as written in the compose file.
    package let description: String
    /// The words that a type must begin with; empty for every type.
    private let prefix: String

    package init(_ text: String) {
        description = text
        prefix = text == "*" ? "" : text.hasSuffix(".*") ? String(text.dropLast(2)) : text
    }

    /// True if a text is a pattern: words joined by dots, the last of which may be `*`. Words may have any characters except
    /// white space, control characters and `*`.
    package static func isWellFormed(_ text: String) -> Bool {
        let words = text.split(separator: ".", omittingEmptySubsequences: false)
        guard let last = words.last else { return false }
        func isWord(_ word: Substring) -> Bool {
            !word.isEmpty
                && word.unicodeScalars.allSatisfy {
                    $0 != "*" && !$0.properties.isWhitespace && $0.properties.generalCategory != .control
                }
        }
        return words.dropLast().allSatisfy(isWord) && (last == "*" || isWord(last))
    }

    package func matches(_ type: String) -> Bool {
        prefix.isEmpty || type == prefix
            || (type.hasPrefix(prefix) && type.utf8.dropFirst(prefix.utf8.count).first == 0x2E)
    }

    /// True if some type matches both.
    package func overlaps(_ other: MessagePattern) -> Bool {
        prefix.isEmpty || other.prefix.isEmpty || matches(other.prefix) || other.matches(prefix)
    }

    /// The pattern of the types that match both, which is the longer one of the two; nil where there are none.
    package func narrowed(to other: MessagePattern) -> MessagePattern? {
        guard overlaps(other) else { return nil }
        return other.prefix.utf8.count > prefix.utf8.count ? other : self
    }
}
