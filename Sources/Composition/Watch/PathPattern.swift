/// A pattern for paths in a folder, in the syntax of a `.dockerignore` file: `*` stands for any characters of a name, `?` for
/// one, `**` for any folders. `build`, `*.log`, `**/*.py`.
package struct PathPattern: Equatable, Sendable {
    /// In bytes.
    static let longest = 1024

    private let components: [[Character]]

    /// - Parameter text: a `/` at its beginning or end means nothing.
    package init(_ text: String) {
        components = text.split(separator: "/").filter { $0 != "." }.map(Array.init)
    }

    /// A text that means the same.
    var text: String { components.isEmpty ? "." : components.map { String($0) }.joined(separator: "/") }

    package func matches(_ path: [Substring]) -> Bool {
        Self.matches(components[...], path[...], isMany: { $0 == ["*", "*"] }, isOne: Self.matches)
    }

    /// Whether the path is below a folder that matches.
    package func holds(_ path: [Substring]) -> Bool {
        path.indices.dropFirst().contains { matches(Array(path[..<$0])) }
    }

    private static func matches(_ pattern: [Character], _ name: Substring) -> Bool {
        matches(pattern[...], Array(name)[...], isMany: { $0 == "*" }, isOne: { $0 == "?" || $0 == $1 })
    }

    /// Matches by going on at the last star only, so its time is at most the product of the two lengths.
    /// - Parameters:
    ///   - isMany: whether a piece of the pattern stands for any number of elements.
    ///   - isOne: whether a piece of the pattern stands for one element.
    private static func matches<Piece, Element>(
        _ pattern: ArraySlice<Piece>, _ elements: ArraySlice<Element>, isMany: (Piece) -> Bool,
        isOne: (Piece, Element) -> Bool
    ) -> Bool {
        var (piece, element) = (pattern.startIndex, elements.startIndex)
        /// The piece behind the last star, and the element that it is tried at.
        var retry: (piece: Int, element: Int)?
        while element < elements.endIndex {
            if piece < pattern.endIndex, isMany(pattern[piece]) {
                piece += 1
                retry = (piece, element)
            } else if piece < pattern.endIndex, isOne(pattern[piece], elements[element]) {
                piece += 1
                element += 1
            } else if let last = retry {
                (piece, element) = (last.piece, last.element + 1)
                retry = (piece, element)
            } else {
                return false
            }
        }
        return pattern[piece...].allSatisfy(isMany)
    }
}
