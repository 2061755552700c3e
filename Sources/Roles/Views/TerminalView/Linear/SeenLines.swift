import Languages
import Encodings
import JSON

/// Digests of the lines of the page that was printed last, so that an unrequested screen is not printed as a whole. They
/// are short, because they are part of each snapshot.
struct SeenLines: JSONCodable, Equatable, Sendable {
    /// Base64, four bytes a line: of the rows in their order, and of all other lines.
    var rows: String
    var others: String

    /// Lines beyond which none are kept.
    private static let mostLines = 2_000
    /// Lines that are printed of one change.
    private static let mostChanges = 20

    /// Nil for a page that is too long.
    init?(_ page: LinearPage) {
        guard page.body.count <= Self.mostLines else { return nil }
        let rowLines = Set(page.rowLines)
        let others = page.body.indices.filter { !rowLines.contains($0) }.map { page.body[$0] }
        rows = Self.text(page.rows.map { Self.digest($0.text) })
        self.others = Self.text(others.map(Self.digest))
    }

    /// Changes since then.
    struct Changes: Equatable {
        /// Lines to print; empty where nothing has changed.
        var lines: [String]
        /// True if most of the page is new.
        var isMost: Bool
    }

    func changes(on page: LinearPage) -> Changes {
        let oldRows = Self.digests(self.rows)
        var unmatchedRows = Self.counts(oldRows)
        var unmatched = Self.counts(Self.digests(others))
        let rows = Dictionary(uniqueKeysWithValues: zip(page.rowLines, page.rows.indices))
        var (changed, moved): ([Int], Int) = ([], 0)
        for (index, line) in page.body.enumerated() {
            guard let row = rows[index] else {
                if !Self.take(Self.digest(line), from: &unmatched) { changed.append(index) }
                continue
            }
            let digest = Self.digest(page.rows[row].text)
            if !Self.take(digest, from: &unmatchedRows) {
                changed.append(index)
            } else if !oldRows.indices.contains(row) || oldRows[row] != digest {
                moved += 1
            }
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
        return Changes(
            lines: lines.isEmpty ? [] : ["\(page.words["changed"]):"] + lines,
            isMost: changed.count > Self.mostChanges
                && changed.count * 2 > page.body.count)
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

    private static func counts(_ digests: [UInt32]) -> [UInt32: Int] {
        Dictionary(digests.map { ($0, 1) }, uniquingKeysWith: +)
    }

    private static func take(_ digest: UInt32, from counts: inout [UInt32: Int]) -> Bool {
        guard let count = counts[digest], count > 0 else { return false }
        counts[digest] = count - 1
        return true
    }

    private static func digest(_ line: String) -> UInt32 {
        UInt32(truncatingIfNeeded: PrintedPages.digest(CollectionOfOne(line)))
    }

    private static func text(_ digests: [UInt32]) -> String {
        Base64.encode(digests.flatMap { digest in (0..<4).map { UInt8(truncatingIfNeeded: digest >> ($0 * 8)) } })
    }

    /// A memory comes from outside; anything that is not a digest is dropped.
    private static func digests(_ text: String) -> [UInt32] {
        let bytes = Base64.decode(text) ?? []
        return stride(from: 0, to: bytes.count / 4 * 4, by: 4).prefix(mostLines).map { at in
            (0..<4).reduce(0) { $0 | UInt32(bytes[at + $1]) << ($1 * 8) }
        }
    }
}
