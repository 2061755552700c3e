import SafeText

/// Something in the compose files, or in the options about them, that keeps the session from starting.
package struct Mistake: Error, Hashable, Sendable {
    package var place: Place
    /// The key path, such as `services.view.receives`; empty for the file as a whole.
    package var path: String
    /// What is wrong, and if it can be guessed, what was probably meant.
    package var message: String

    package init(place: Place, path: String = "", message: String) {
        self.place = place
        self.path = path
        self.message = message
    }
}

/// A place in a compose file or on the command line.
package struct Place: Hashable, Sendable {
    /// The path of a file, or an option of the command line.
    package var origin: String
    /// Counted from 1; nil for a whole file or an option.
    package var line: Int?
    /// The folder to which relative paths there refer, as an absolute path; nil for the working folder.
    package var folder: String?

    package init(origin: String, line: Int? = nil, folder: String? = nil) {
        self.origin = origin
        self.line = line
        self.folder = folder
    }
}

extension Mistake: CustomStringConvertible {
    /// One line, safe to print: `compose/itunes.yaml:7: services.view: unknown key "recieves"`.
    package var description: String {
        let parts = [place.description, path, message].filter { !$0.isEmpty }
        return parts.joined(separator: ": ").printable
    }
}

extension Place: CustomStringConvertible {
    package var description: String { line.map { "\(origin):\($0)" } ?? origin }
}

/// Finds the known name that an unknown one was probably meant to be.
package enum Suggestion {
    /// In bytes. A longer word is not a typing mistake, and the time of a comparison grows with the square.
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
            if distance <= reach, distance < best?.distance ?? .max { best = (candidate, distance) }
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

extension String {
    /// Enough of the text to find it by.
    package var shortened: String { count > 60 ? "\(prefix(60))…" : self }
}
