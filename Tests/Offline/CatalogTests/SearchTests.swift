import TestSupport
import Testing

@testable import Catalog

@Suite("Search") struct SearchTests {
    private let apps: AnswerTable

    init() throws { apps = try require(Vendor("itunes")?.table("apps")) }

    @Test(
        arguments: [
            ("music", 25), ("a", 180), ("photo", 8), ("notes", 6), ("chess", 5), ("weather", 8), ("calendar", 6),
            ("recipe", 6), ("音楽", 5), ("escape", 2),
        ])
    func aTermFindsAtLeast(term: String, count: Int) {
        #expect(apps.places(finding: term).count >= count)
    }

    @Test(
        "What is found first",
        arguments: [
            ("chess", "Chess by Candlelight"), ("CHESS CANDLELIGHT", "Chess by Candlelight"),
            ("candlelight chess", "Chess by Candlelight"), ("notenstander", "Notenständer"),
            ("cafe\u{301}s choirs", "Rota"), ("ＴＯＲＣＨ", "Torch"), ("  torch  ", "Torch"),
            ("🐋", "Breathe Like a Whale 🐋"),
            ("한글", "한글 자모 (\u{1112}\u{1161}\u{11AB})"), ("shaxmaty шахматы", nil),
            ("lanternfish whale", "Breathe Like a Whale 🐋"),
            ("no-such-app", nil), ("", nil), (" ", nil), ("\u{301}", nil),
        ] as [(String, String?)])
    func first(term: String, name: String?) {
        expect(apps.places(finding: term).first.flatMap(apps.name), equals: name)
    }

    @Test func namesComeBeforeCompaniesGenresAndDescriptions() {
        let texts = [
            ["Bells", "Nobody", "Games", "with music"], ["Drums", "Nobody", "Music"], ["Flutes", "Music & Co"],
            ["Night Music"], ["Music Box"], ["Music Stand"], ["Silence"],
        ]
        let index = SearchIndex(texts)
        expect(
            index.search("music").compactMap(index.first),
            equals: ["Music Box", "Music Stand", "Night Music", "Flutes", "Drums", "Bells"])
    }

    @Test func everyWordMustOccurSomewhere() {
        let index = SearchIndex([["Bells", "", "Music", "loud"], ["Bells", "", "Games", "soft"]])
        expect(index.search("bells music loud").count, equals: 1)
        #expect(index.search("bells music soft").isEmpty)
    }
}
