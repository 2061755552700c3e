/// The position of a sender's last line of a type.
package struct TypePosition: Equatable, Sendable {
    package var type: String
    package var position: UInt64

    package init(_ type: String, _ position: UInt64) {
        self.type = type
        self.position = position
    }

    /// - Parameter text: `TYPE=POSITION`
    init?(_ text: Substring) {
        let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[0].isEmpty, parts[0].utf8.count <= SessionSubjects.longestType,
            let position = LineStamp.number(parts[1])
        else { return nil }
        self.init(String(parts[0]), position)
    }
}
