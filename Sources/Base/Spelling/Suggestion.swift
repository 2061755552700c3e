/// Finds the known name that an unknown one was probably meant to be.
package enum Suggestion {
    /// The longest word, in bytes. A longer one is not a typing mistake, and the time of a comparison grows with the square.
    private static let longestWord = 64

    /// ` (did you mean "receives"?)`, or nothing where no candidate is near.
    package static func hint(for name: String, among candidates: some Sequence<String>) -> String {
        nearest(to: name, among: candidates).map { " (did you mean \"\($0)\"?)" } ?? ""
    }

    package static func nearest(to name: String, among candidates: some Sequence<String>) -> String? {
        guard name.utf8.count <= longestWord else { return nil }
        var best: (name: String, distance: Int)?
        for candidate in candidates where candidate.utf8.count <= longestWord && candidate != name {
            // One wrong letter in three, and three in a long name, are taken for a typing mistake.
            let reach = min(3, max(name.count, candidate.count) / 3)
            guard abs(candidate.count - name.count) <= reach else { continue }
            let distance = distance(name.lowercased(), candidate.lowercased())
            guard distance <= reach else { continue }
            // Two candidates may be equally near: the one with the same first letter wins, because that is seldom mistyped.
            let isNearer =
                switch best {
                case nil: true
                case (let other, let least)?:
                    distance < least || distance == least && candidate.first == name.first && other.first != name.first
                }
            if isNearer { best = (candidate, distance) }
        }
        return best?.name
    }

    /// The number of insertions, deletions, replacements and swaps of neighbours between two words (optimal string
    /// alignment).
    package static func distance(_ one: String, _ other: String) -> Int {
        let one = Array(one)
        let other = Array(other)
        var twoAbove: [Int] = []
        var above = Array(0...other.count)
        for row in one.indices {
            var current = [row + 1]
            for column in other.indices {
                let replaced = above[column] + (one[row] == other[column] ? 0 : 1)
                var least = min(above[column + 1] + 1, current[column] + 1, replaced)
                if row > 0, column > 0, one[row] == other[column - 1], one[row - 1] == other[column] {
                    least = min(least, twoAbove[column - 1] + 1)
                }
                current.append(least)
            }
            (twoAbove, above) = (above, current)
        }
        return above[other.count]
    }
}
