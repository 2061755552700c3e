import Foundation
@testable import Languages
import TestSupport
import Testing

/// The tables have what the code looks up, and nothing else. What a role looks up by a variable, the tests of the roles find
/// (`TranslatedScreensTests`).
@Suite struct UsedWordsTests {
    /// The code of all programs without the tables. Lines that are continued are one.
    private static func code() throws -> String {
        let folder = Checkout.path("Sources")
        return try FileManager.default.subpathsOfDirectory(atPath: folder).sorted()
            .filter { $0.hasSuffix(".swift") && !$0.contains("/Generated/") }
            .map { try String(contentsOfFile: folder + "/" + $0, encoding: .utf8) }.joined()
            .replacing(#/ \\\n +/#, with: " ") + applications()
    }

    /// The files of the applications that the roles have inside.
    private static func applications() throws -> String {
        try String(contentsOfFile: Checkout.path("compose/github.yaml"), encoding: .utf8)
    }

    /// Words that the code looks up, or gives a key as its label or hint.
    private static func usedWords() throws -> Set<String> {
        let code = try code()
        let one: [Regex<(Substring, Substring)>] = [
            #/[wW]ords(?:\(nil, state\.language\))?(?:\.title)?[\[(]\s*"([^"\\]+)"/#, #/reader[\[(]\s*"([^"\\]+)"/#,
            #/CommandError\(\s*reason:\s*"([^"\\]+)"/#, #/advice\("([^"\\]+)"\)/#, #/activity: "([^"\\]+)"/#,
            #/KeyBinding\(\s*\[[^\]]*\],\s*[^"]*?(?:"[^"]*"\),\s*)?"[^"]*",\s*"([^"\\]+)"/#,
            #/hint: [^"\n]*"[^" \\]+ ([^"\\]+)"/#,
        ]
        let two: [Regex<(Substring, Substring, Substring)>] = [
            #/(?:reader\.count|words\.sum|words\.count)\(\s*[^"]*?"([^"\\]+)",\s*"([^"\\]+)"/#,
            #/(?:words|reader)\[[^"\]\n]*\? "([^"\\]+)" : "([^"\\]+)"\]/#,
        ]
        var words = Set(one.flatMap { code.matches(of: $0).map { String($0.1) } })
        for pattern in two { words.formUnion(code.matches(of: pattern).flatMap { [String($0.1), String($0.2)] }) }
        return words
    }

    @Test(arguments: Language.allCases.filter { $0 != .english }) func allWordsAreTranslated(_ language: Language)
        throws
    {
        let used = try Self.usedWords()
        #expect(used.count > 350, "the patterns find the words")
        let left = used.filter { word in
            // Signs of keys, and reasons that the tables have as sentences.
            !word.contains("←") && language.table[word.prefix(1).uppercased() + word.dropFirst()] == nil
        }
        expect(left.subtracting(language.table.keys).sorted(), equals: [])
    }

    /// No translation is left of a word that is gone. In the code, reasons are sentences with a small letter, nouns have no article,
    /// and tones are cases.
    @Test(arguments: Language.allCases) func allTranslationsAreUsed(_ language: Language) throws {
        let code = Data(try Self.code().utf8)
        let idle = language.table.keys.filter { word in
            let piece = word.prefix(1).lowercased() + word.dropFirst()
            let noun = word.split(separator: " ").last ?? ""
            let forms = [" \(word)\"", "\"\(word)\"", "\"\(piece)\"", ", .\(word)", "            \(word)\n"]
            // Bytes: a search in four megabytes of characters takes a hundred times as long.
            return !(forms + (word.hasPrefix("a") ? ["\"\(noun)\""] : [])).contains {
                code.range(of: Data($0.utf8)) != nil
            }
        }
        expect(idle.sorted(), equals: [])
    }
}
