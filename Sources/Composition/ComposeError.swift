package import YAML

/// A value with its place, for the checks after the merge.
struct Located<Value> {
    var value: Value
    var place: Place
}

/// All mistakes of the compose files, by file and line.
package struct ComposeError: Error, Equatable, Sendable {
    package let mistakes: [Mistake]

    /// - Parameter origins: The files, in the order in which they were given.
    package init(_ mistakes: [Mistake], origins: [String] = []) {
        var seen: Set<Mistake> = []
        let found = mistakes.filter { seen.insert($0).inserted }
        func rank(_ index: Int) -> (file: Int, line: Int, order: Int) {
            let place = found[index].place
            return (origins.firstIndex(of: place.origin) ?? origins.count, place.line ?? 0, index)
        }
        self.mistakes = found.indices.sorted { rank($0) < rank($1) }.map { found[$0] }
    }
}

extension ComposeError: CustomStringConvertible {
    package var description: String { mistakes.map(\.description).joined(separator: "\n") }
}
