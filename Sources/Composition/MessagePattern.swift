/// A protocol (`view.input`), a single message type (`view.input.show`), or `prefix.*`, which means the protocol
/// `prefix`; `*` alone means every type.
package struct MessagePattern: Hashable, Sendable, CustomStringConvertible {
    /// As written in the compose file.
    package let description: String
    /// The words that a type must begin with; empty for every type.
    private let prefix: String

    package init(_ text: String) {
        description = text
        prefix = text == "*" ? "" : text.hasSuffix(".*") ? String(text.dropLast(2)) : text
    }

    package func matches(_ type: String) -> Bool {
        prefix.isEmpty || type == prefix
            || (type.hasPrefix(prefix) && type.utf8.dropFirst(prefix.utf8.count).first == 0x2E)
    }

    /// Whether some type matches both.
    package func overlaps(_ other: MessagePattern) -> Bool {
        prefix.isEmpty || other.prefix.isEmpty || matches(other.prefix) || other.matches(prefix)
    }
}
