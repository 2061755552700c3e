import Platform

/// An entry of a palette, which finds it by its name.
package protocol NamedEntry {
    /// The name that the user reads.
    var label: String { get }
    /// The screen's own go before the view's.
    var isOwn: Bool { get }
}

extension Sequence where Element: NamedEntry {
    /// The entries whose names have all the words that were typed: the screen's own, then the view's; of these, those that begin
    /// with the first word before the others.
    package func found(_ text: String) -> [Element] {
        let words = text.lowercased().split(separator: " ")
        let ranked = compactMap { entry -> (rank: Int, entry: Element)? in
            let label = entry.label.lowercased()
            guard words.allSatisfy({ label.contains($0) }) else { return nil }
            let begins = words.first.map { label.hasPrefix($0) } ?? true
            return ((entry.isOwn ? 0 : 2) + (begins ? 0 : 1), entry)
        }
        return (0...3).flatMap { rank in ranked.filter { $0.rank == rank }.map(\.entry) }
    }
}
