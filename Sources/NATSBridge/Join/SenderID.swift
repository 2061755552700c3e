/// A process that publishes lines: the join's name, and which of its processes.
package struct SenderID: Hashable, Sendable {
    package let name: String
    package let incarnation: String

    package static let longest = 64

    /// - Returns: nil unless both are words of letters, digits, `_` and `-`.
    package init?(name: some StringProtocol, incarnation: some StringProtocol) {
        guard Self.isWord(name), Self.isWord(incarnation) else { return nil }
        self.name = String(name)
        self.incarnation = String(incarnation)
    }

    /// Nobody's.
    static let unknown = SenderID()

    private init() {
        name = "unknown"
        incarnation = "unknown"
    }

    package static func isWord(_ text: some StringProtocol) -> Bool {
        text.utf8.count <= longest && SessionSubjects.isWord(Array(text.utf8))
    }
}
