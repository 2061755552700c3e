import TestSupport
import Testing

@testable import Catalog

@Suite("Search") struct SearchTests {
    private let index = SampleStore.software

    @Test(
        arguments: [
            ("music", 25), ("a", 180), ("photo", 8), ("notes", 6), ("chess", 5), ("weather", 8), ("calendar", 6),
            ("recipe", 6), ("音楽", 5), ("escape", 2),
        ])
    func aTermFindsAtLeast(term: String, count: Int) {
        #expect(index.search(term).count >= count)
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
        expect(index.search(term).first?.name, equals: name)
    }

    @Test func namesComeBeforeCompaniesGenresAndDescriptions() {
        let apps = [
            app("Bells", description: "with music"), app("Drums", genre: .music), app("Flutes", company: "Music & Co"),
            app("Night Music"), app("Music Box"), app("Music Stand"), app("Silence"),
        ]
        let found = SearchIndex(apps).search("music").map(\.name)
        expect(found, equals: ["Music Box", "Music Stand", "Night Music", "Flutes", "Drums", "Bells"])
    }

    @Test func everyWordMustOccurSomewhere() {
        let index = SearchIndex([app("Bells", genre: .music, description: "loud"), app("Bells", description: "soft")])
        expect(index.search("bells music loud").count, equals: 1)
        #expect(index.search("bells music soft").isEmpty)
    }

    private func app(
        _ name: String, company: String = "Nobody", genre: Genre = .games, description: String = ""
    ) -> Software {
        Software(
            id: name.utf8.reduce(0) { $0 * 31 + Int($1) }, name: name, company: company, companyID: 1, genre: genre,
            languages: [], description: description, version: "1", releaseNotes: nil, releaseDate: "", versionDate: "",
            rating: nil, price: nil, companySite: nil, minimumSystem: "", size: 1, age: "4+", screenshots: 0,
            iPadScreenshots: 0)
    }
}
