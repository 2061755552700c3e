import Platform

/// Names of rows that are the same when the rows are read again: derived from a row's text or from one of its fields, and
/// from how many rows before it have the same.
struct RowNames: Sendable {
    private var names: [UInt64] = []
    /// The number of rows with each digest.
    private var counts: [UInt64: UInt32] = [:]

    var count: Int { names.count }
    subscript(index: Int) -> UInt64 { names[index] }

    mutating func append(_ text: ArraySlice<UInt8>) {
        let digest = text.hash()
        let before = counts[digest, default: 0]
        counts[digest] = before &+ 1
        names.append(digest ^ (UInt64(before) &* 0x9E37_79B9_7F4A_7C15))
    }

    /// - Returns: the places of these names, in that order; unknown ones are skipped.
    func indices(of wanted: [UInt64]) -> [Int] {
        var places = Dictionary(wanted.map { ($0, -1) }) { first, _ in first }
        for (place, name) in names.enumerated() where places[name] == -1 { places[name] = place }
        return wanted.compactMap { places[$0] }.filter { $0 >= 0 }
    }
}
