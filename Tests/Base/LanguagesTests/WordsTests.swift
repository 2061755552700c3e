@testable import Languages
import TestSupport
import Testing

@Suite struct WordsTests {
    @Test(
        arguments: [
            (["LANG": "de_DE.UTF-8"], .german), (["LANG": "de"], .german), (["LANG": "de_AT@euro"], .german),
            (["LANG": "en_US.UTF-8"], .english), (["LANG": "fr_FR.UTF-8"], .english), ([:], .english),
            (["LANG": "C.UTF-8"], .english), (["LANG": "de_DE", "LC_MESSAGES": "en_GB"], .english),
            (["LANG": "C", "LC_MESSAGES": "de_CH.UTF-8"], .german), (["LC_ALL": "C", "LANG": "de_DE"], .english),
            (["LC_ALL": "de_DE", "LC_MESSAGES": "en_US"], .german), (["LANG": "../../de"], .english),
        ] as [([String: String], Language)]) func theLocaleDecides(_ variables: [String: String], _ language: Language)
    {
        expect(Language { variables[$0] }, equals: language)
    }

    @Test(
        arguments: [
            (.english, 0, "0 ratings"), (.english, 1, "1 rating"), (.english, 999, "999 ratings"),
            (.english, 12_345_678, "12,345,678 ratings"), (.english, -1, "-1 ratings"), (.german, 0, "0 Bewertungen"),
            (.german, 1, "1 Bewertung"), (.german, -1000, "-1.000 Bewertungen"),
            (.german, Int.min, "-9.223.372.036.854.775.808 Bewertungen"),
        ] as [(Language, Int, String)])
    func quantities(_ language: Language, _ count: Int, _ text: String) {
        expect(Words(language).count(count, "% rating", "% ratings"), equals: text)
    }

    @Test(
        arguments: [
            ("%", [], "%"), ("% of %", ["1", "2"], "1 of 2"), ("% of %", ["%", "2"], "% of 2"), ("100", ["x"], "100"),
            ("% of %", ["1"], "1 of %"), ("", ["x"], ""), ("%%", ["%%", "a"], "%%a"),
        ] as [(String, [String], String)])
    func valuesReplaceTheirPlaces(_ text: String, _ values: [String], _ filled: String) {
        expect(Words().filled(text, values), equals: filled)
    }

    /// The table of an application may contain anything.
    @Test(arguments: ["", "1", "1,234.5678", "1’234,5"]) func aStrangeNumberChangesNothingElse(_ sample: String) {
        let words = Words(table: ["1,234.5": sample])
        expect(words.localized("9,876.5"), equals: (sample.count == 7 ? "9’876,5" : "9,876.5"))
    }

    // MARK: The tables

    @Test(arguments: Language.allCases) func placeholdersAreTheSame(_ language: Language) {
        func count(_ text: String) -> Int { text.split(separator: "%", omittingEmptySubsequences: false).count }
        for (word, translation) in language.table { expect(count(word), equals: count(translation), "\(word)") }
    }

    /// A word has one translation, whoever uses it, and none is without.
    @Test func theFileHasEachWordInBothLanguages() {
        let lines = Language.germanLines
        for (index, line) in lines.enumerated() {
            expect(line.hasPrefix("  "), equals: index % 2 == 1, "line by line English and German: \(line)")
        }
        expect(lines.count % 2, equals: 0)
        expect(Language.german.table.count, equals: lines.count / 2, "no English word stands twice")
        expect(!Language.german.table.values.contains { $0.trimmed.isEmpty }, "no translation is empty")
    }
}

extension String {
    fileprivate var trimmed: Substring { drop { $0 == " " } }
}
