import Platform

/// An address as a user judges it: the name of its server is there as a whole, or its end, which decides who answers.
enum ShownAddress {
    /// Characters: of a server's name, and of all.
    private static let (longestName, longest) = (60, 100)

    /// A user name before the server's only looks like one, so it is left out. Browsers read `\\` as `/`.
    static func text(of address: String) -> String {
        guard let start = address.firstRange(of: "://")?.upperBound else { return shortened(address[...]) }
        let end = address[start...].firstIndex { "/?#\\".contains($0) } ?? address.endIndex
        let name = address[start..<end].split(separator: "@", omittingEmptySubsequences: false).last ?? ""
        let shown = name.count > longestName ? "…" + name.suffix(longestName) : name
        return shortened(address[..<start] + shown + address[end...])
    }

    private static func shortened(_ text: Substring) -> String {
        text.count > longest ? text.prefix(longest) + "…" : String(text)
    }
}
