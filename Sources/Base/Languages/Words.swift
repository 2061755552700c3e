/// The own words of a program, in one language. They are looked up by the English ones.
package struct Words: Equatable, Sendable {
    /// The words by the English ones; empty for English.
    package let table: [String: String]

    package init(_ language: Language = .english) { table = language.table }

    /// - Parameter table: by the English words; what is absent is English.
    package init(table: [String: String]) { self.table = table }

    package subscript(word: String) -> String { table[word] ?? word }

    /// - Parameters:
    ///   - word: with `%` in the place of each value.
    ///   - values: the texts in place of `%`, in the same order in every language.
    package func callAsFunction(_ word: String, _ values: String...) -> String { filled(word, values) }

    package func filled(_ word: String, _ values: [String]) -> String { Self.fill(self[word], values) }

    /// Puts values in the place of the first `%` and those that follow. A `%` in a value stays.
    package static func fill(_ text: String, _ values: [String]) -> String {
        var filled = ""
        var rest = text[...]
        for value in values {
            guard let place = rest.utf8.firstIndex(of: UInt8(ascii: "%")) else { break }
            filled += rest[..<place]
            filled += value
            rest = rest[rest.utf8.index(after: place)...]
        }
        filled += rest
        return filled
    }

    // MARK: Numbers

    /// A number and what it counts: "1 rating", "12,345 ratings".
    /// - Parameters:
    ///   - one, other: the words for the two forms that a noun has in all languages of ``Language``; the first `%` is the number.
    ///   - values: the texts in place of the others.
    package func count(_ count: Int, _ one: String, _ other: String, _ values: String...) -> String {
        filled(PluralForm(count) == .one ? one : other, [number(count)] + values)
    }

    /// A number that programs can read and what it counts: "12345 rows".
    package func sum(_ count: Int, _ one: String, _ other: String) -> String {
        filled(PluralForm(count) == .one ? one : other, ["\(count)"])
    }

    /// A number with groups of three digits: "12,345".
    package func number(_ number: Int) -> String {
        let digits = Array(String(number.magnitude))
        let groups = stride(from: digits.count % 3, to: digits.count, by: 3).map { String(digits[$0..<$0 + 3]) }
        let head = String(digits.prefix(digits.count % 3))
        return localized((number < 0 ? "-" : "") + ([head] + groups).filter { !$0.isEmpty }.joined(separator: ","))
    }

    /// The separators of numbers as the language has them. They come from the translation of a number.
    /// - Parameter number: as it is written in English: "1,234.5".
    package func localized(_ number: String) -> String {
        guard let sample = table["1,234.5"].map(Array.init), sample.count == 7 else { return number }
        return String(number.map { $0 == "," ? sample[1] : $0 == "." ? sample[5] : $0 })
    }
}

/// The form of a noun behind a number (CLDR). English and German have the same rule; a language with another one gets a case here.
package enum PluralForm: Equatable, Sendable {
    case one, other

    package init(_ count: Int) { self = count == 1 ? .one : .other }
}
