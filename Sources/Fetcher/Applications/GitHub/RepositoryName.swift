/// `owner/name` of a repository, safe as two segments of a path.
struct RepositoryName: CustomStringConvertible, Sendable {
    let description: String

    /// GitHub's own limits are 39 and 100.
    private static let mostBytes = 100

    /// Nil for a text that no repository is called.
    init?(_ text: String) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, parts.allSatisfy(Self.isName) else { return nil }
        description = text
    }

    private static func isName(_ part: Substring) -> Bool {
        guard 1...mostBytes ~= part.utf8.count, part != ".", part != ".." else { return false }
        return part.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"):
                true
            default: false
            }
        }
    }
}
