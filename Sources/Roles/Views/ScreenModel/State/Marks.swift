/// The rows that a user has marked, to choose them together. They are kept by id, also while no screen has them.
package struct Marks: Equatable, Sendable {
    package private(set) var ids: Set<String> = []
    /// Bytes of ``ids``.
    private var size = 0

    /// The most marked rows: a report has to fit into a line, however its ids are escaped.
    package static let most = 10_000
    package static let mostBytes = 1 << 17

    package init(_ ids: some Sequence<String> = []) {
        for id in ids where !self.ids.contains(id) { toggle(id) }
    }

    package var isEmpty: Bool { ids.isEmpty }
    package var count: Int { ids.count }

    package func contains(_ row: String) -> Bool { ids.contains(row) }

    /// Marks a row, or takes its mark away.
    /// - Returns: false where no more rows can be marked.
    @discardableResult
    package mutating func toggle(_ row: String) -> Bool {
        let bytes = row.utf8.count
        if ids.remove(row) != nil {
            size -= bytes
            return true
        }
        guard ids.count < Self.most, size + bytes <= Self.mostBytes else { return false }
        ids.insert(row)
        size += bytes
        return true
    }

    package mutating func clear() { self = Marks() }

    /// - Parameter rows: the rows on the screen.
    /// - Returns: the marked rows: those on the screen in their order, then the others; nil where none is marked.
    package func ordered(by rows: some Sequence<String>) -> [String]? {
        guard !ids.isEmpty else { return nil }
        var rest = ids
        let shown = rows.filter { rest.remove($0) != nil }
        return shown + rest.sorted()
    }
}
