/// The rows that a person has marked, to choose them together. They are kept by id, also while no screen has them.
package struct Marks: Equatable, Sendable {
    package private(set) var ids: Set<String>

    /// Beyond that no row is marked.
    static let most = 10_000

    init(_ ids: some Sequence<String> = []) {
        self.ids = Set(ids.prefix(Self.most))
    }

    package var isEmpty: Bool { ids.isEmpty }
    var count: Int { ids.count }

    func contains(_ row: String) -> Bool { ids.contains(row) }

    /// Marks a row, or takes its mark away.
    mutating func toggle(_ row: String) {
        if ids.remove(row) == nil, ids.count < Self.most { ids.insert(row) }
    }

    mutating func clear() { ids = [] }

    /// - Parameter rows: those on the screen.
    /// - Returns: the marked rows: those on the screen in their order, then the others; nil where none is marked.
    func ordered(by rows: some Sequence<String>) -> [String]? {
        guard !ids.isEmpty else { return nil }
        var rest = ids
        let shown = rows.filter { rest.remove($0) != nil }
        return shown + rest.sorted()
    }
}
