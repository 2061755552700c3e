import Foundation

/// Finds apps by words or by id.
struct SoftwareIndex: Sendable {
    private struct Entry: Sendable {
        let app: Software
        let name: [UInt8]
        let company: [UInt8]
        let genre: [UInt8]
        let description: [UInt8]
    }

    private let entries: [Entry]
    private let positions: [Int: Int]

    init(_ apps: [Software]) {
        entries = apps.map { app in
            Entry(
                app: app, name: Self.fold(app.name), company: Self.fold(app.company), genre: Self.fold(app.genre.name),
                description: Self.fold(app.description))
        }
        positions = Dictionary(apps.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
    }

    func app(id: Int) -> Software? { positions[id].map { entries[$0].app } }

    /// The apps in which every word of the term occurs: those with the words in their names first, then by company,
    /// genre and description, and within each in the catalog's order.
    func search(_ term: String) -> [Software] {
        let words = term.split(whereSeparator: \.isWhitespace).map { Self.fold(String($0)) }
        guard !words.isEmpty else { return [] }
        let ranked = entries.enumerated().compactMap { position, entry in
            Self.rank(entry, words).map { (rank: $0, position: position) }
        }
        return ranked.sorted { ($0.rank, $0.position) < ($1.rank, $1.position) }.map { entries[$0.position].app }
    }

    /// 0 is best; nil when a word occurs nowhere.
    private static func rank(_ entry: Entry, _ words: [[UInt8]]) -> Int? {
        var total = 0
        for word in words {
            if entry.name.starts(with: word) {
                continue
            } else if entry.name.contains(word) {
                total += 1
            } else if entry.company.contains(word) {
                total += 2
            } else if entry.genre.contains(word) {
                total += 3
            } else if entry.description.contains(word) {
                total += 4
            } else {
                return nil
            }
        }
        return total
    }

    /// One spelling for what a person takes for the same letters: without case, marks and width, and composed.
    private static func fold(_ text: String) -> [UInt8] {
        let options: String.CompareOptions = [.caseInsensitive, .diacriticInsensitive, .widthInsensitive]
        return Array(text.folding(options: options, locale: nil).precomposedStringWithCanonicalMapping.utf8)
    }
}
