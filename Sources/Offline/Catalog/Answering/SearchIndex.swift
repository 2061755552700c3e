import CUTF8Proc
import Platform

/// Finds items by words in their texts: the name, then the others by relevance.
struct SearchIndex: Sendable {
    private let names: [String]
    private let texts: [[FoldedText]]

    init(_ texts: [[String]]) {
        names = texts.map { $0.first ?? "" }
        self.texts = texts.map { $0.map(FoldedText.init) }
    }

    func first(at place: Int) -> String? { names[place] }

    /// The places of the items that contain every word of the term, ranked by the text where the words occur, then in the catalog's
    /// order.
    func search(_ term: String) -> [Int] {
        let words = term.split(whereSeparator: \.isWhitespace).map { FoldedText(String($0)) }
            // A word of only marks folds to nothing.
            .filter { !$0.isEmpty }
        guard !words.isEmpty else { return [] }
        let ranked = texts.enumerated().compactMap { place, texts in
            Self.rank(texts, words).map { (rank: $0, place: place) }
        }
        return ranked.sorted { ($0.rank, $0.place) < ($1.rank, $1.place) }.map(\.place)
    }

    /// 0 is best: every word begins the name. Nil if a word is missing.
    private static func rank(_ texts: [FoldedText], _ words: [FoldedText]) -> Int? {
        var total = 0
        for word in words where texts.first?.starts(with: word) != true {
            guard let place = texts.firstIndex(where: { $0.contains(word) }) else { return nil }
            total += place + 1
        }
        return total
    }
}

/// A text folded for searches: without case, accents and width, and composed.
struct FoldedText: Sendable {
    /// UTF-8 with a NUL at the end.
    private let bytes: [CChar]

    init(_ text: String) {
        let wide = String(String.UnicodeScalarView(text.unicodeScalars.flatMap(Self.withoutWidth)))
        let letters = Self.mapped(wide, UTF8PROC_DECOMPOSE, UTF8PROC_CASEFOLD).unicodeScalars.filter {
            !Self.isAccent($0)
        }
        bytes = Array(Self.mapped(String(String.UnicodeScalarView(letters)), UTF8PROC_COMPOSE).utf8CString)
    }

    var isEmpty: Bool { bytes.count <= 1 }

    // The C library's search is fifty times faster than the standard library's of collections.
    func contains(_ other: FoldedText) -> Bool { strstr(bytes, other.bytes) != nil }

    func starts(with other: FoldedText) -> Bool { strncmp(bytes, other.bytes, other.bytes.count - 1) == 0 }

    /// The usual form of a scalar of the block Halfwidth and Fullwidth Forms.
    private static func withoutWidth(_ scalar: Unicode.Scalar) -> [Unicode.Scalar] {
        guard 0xFF00...0xFFEF ~= scalar.value else { return [scalar] }
        return Array(mapped(String(scalar), UTF8PROC_COMPOSE, UTF8PROC_COMPAT).unicodeScalars)
    }

    /// Marks that readers of the script may leave out; not vowel signs.
    private static func isAccent(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x300...0x36F, 0x591...0x5C7, 0x64B...0x65F, 0x670, 0x1AB0...0x1AFF, 0x1DC0...0x1DFF, 0x20D0...0x20FF: true
        default: false
        }
    }

    /// Normalised by utf8proc (UAX #15), up to the first NUL.
    private static func mapped(_ text: String, _ options: utf8proc_option_t...) -> String {
        let stable = [UTF8PROC_STABLE, UTF8PROC_NULLTERM] + options
        var output: UnsafeMutablePointer<UInt8>?
        let count = text.withCString { characters in
            characters.withMemoryRebound(to: UInt8.self, capacity: text.utf8.count + 1) {
                utf8proc_map($0, 0, &output, utf8proc_option_t(stable.reduce(0) { $0 | $1.rawValue }))
            }
        }
        defer { free(output) }
        guard count >= 0, let output else { return text }
        return String(cString: output)
    }
}
