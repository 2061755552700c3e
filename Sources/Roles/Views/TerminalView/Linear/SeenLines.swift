import Languages
import Encodings
import JSON

/// Digests of the lines of the page that was printed last, so that an unrequested screen is not printed as a whole. They
/// are short, because they are part of each snapshot.
struct SeenLines: JSONCodable, Equatable, Sendable {
    /// Of the rows in their order, and of all other lines.
    var rows: LineDigests
    var others: LineDigests

    /// Lines beyond which none are kept.
    fileprivate static let mostLines = 2_000
    /// Lines that are printed of one change.
    private static let mostChanges = 20

    /// Nil for a page that is too long.
    init?(_ page: LinearPage) {
        guard page.body.count <= Self.mostLines else { return nil }
        rows = LineDigests(page.rows.lazy.map(\.text))
        var (others, rowLines): ([String], ArraySlice) = ([], page.rowLines[...])
        for (index, line) in page.body.enumerated() {
            if index == rowLines.first { rowLines.removeFirst() } else { others.append(line) }
        }
        self.others = LineDigests(others)
    }

    /// - Parameter page: the page of these lines.
    /// - Returns: the lines to print, none where nothing has changed; and whether most of the page is new.
    func changes(on page: LinearPage, since old: SeenLines) -> (lines: [String], isMost: Bool) {
        var (unmatchedRows, unmatched) = (old.rows.counts, old.others.counts)
        var (changed, moved, row): ([Int], Int, Int) = ([], 0, 0)
        for index in page.body.indices {
            guard page.rowLines.indices.contains(row), page.rowLines[row] == index else {
                if !Self.take(others.digests[index - row], from: &unmatched) { changed.append(index) }
                continue
            }
            let digest = rows.digests[row]
            if !Self.take(digest, from: &unmatchedRows) {
                changed.append(index)
            } else if !old.rows.digests.indices.contains(row) || old.rows.digests[row] != digest {
                moved += 1
            }
            row += 1
        }
        let gone = unmatchedRows.values.reduce(0, +) + unmatched.values.reduce(0, +) - changed.count
        var lines = Self.lines(changed.prefix(Self.mostChanges), of: page)
        let rest = changed.count - Self.mostChanges
        if rest > 0 {
            lines.append(
                page.words.sum(
                    rest, "% more line has changed: again prints all", "% more lines have changed: again prints all"))
        }
        if gone > 0 { lines.append(page.words.sum(gone, "% line is gone", "% lines are gone")) }
        if moved > 0 {
            lines.append(
                page.words.sum(
                    moved, "% row has another number: again prints them",
                    "% rows have other numbers: again prints them"))
        }
        return (
            lines.isEmpty ? [] : ["\(page.words["changed"]):"] + lines,
            changed.count > Self.mostChanges && changed.count * 2 > page.body.count
        )
    }

    /// The lines, each below the heading of its part.
    private static func lines(_ changed: some Sequence<Int>, of page: LinearPage) -> [String] {
        var (lines, part): ([String], Int?) = ([], nil)
        for index in changed {
            let own = page.partStarts.lastIndex { $0 <= index }
            if own != part, let start = own.map({ page.partStarts[$0] }), start != index, page.headings.contains(start)
            {
                lines.append(page.body[start])
            }
            part = own
            lines.append(page.body[index])
        }
        return lines
    }

    private static func take(_ digest: UInt32, from counts: inout [UInt32: Int]) -> Bool {
        guard let count = counts[digest], count > 0 else { return false }
        counts[digest] = count - 1
        return true
    }
}

/// Digests of lines: Base64 in JSON, four bytes a line.
struct LineDigests: JSONCodable, Equatable, Sendable {
    let digests: [UInt32]

    init(_ lines: some Sequence<String>) {
        digests = lines.map { UInt32(truncatingIfNeeded: PrintedPages.digest(CollectionOfOne($0))) }
    }

    var counts: [UInt32: Int] { Dictionary(digests.lazy.map { ($0, 1) }, uniquingKeysWith: +) }

    /// A memory comes from outside; anything that is not a digest is dropped.
    init(from reader: inout JSONReader) throws(JSONError) {
        let bytes = Base64.decode(try reader.string()) ?? []
        digests = stride(from: 0, to: bytes.count / 4 * 4, by: 4).prefix(SeenLines.mostLines).map { at in
            (0..<4).reduce(0) { $0 | UInt32(bytes[at + $1]) << ($1 * 8) }
        }
    }

    func write(to writer: inout JSONWriter) {
        let bytes = digests.flatMap { digest in (0..<4).map { UInt8(truncatingIfNeeded: digest >> ($0 * 8)) } }
        writer.string(Base64.encode(bytes))
    }
}
