import CSamples
import Foundation
import TestSupport
import Testing

@testable import Catalog

@Suite("The sample store") struct SampleStoreTests {
    private let apps = SampleStore.apps

    @Test func everyRowIsAnApp() {
        let lines = SampleText.lines(of: sample_apps())
        expect(apps.count, equals: lines.count - SampleLanguage.allCases.count)
        #expect(apps.count >= 220)
    }

    /// Whatever a data file has, it is read without a trap.
    @Test(arguments: [
        ("a\\u{1B}[0m", "a\u{1B}[0m"), ("\\u{1F600}\\u{301}", "\u{1F600}\u{301}"), ("", ""), ("\\", "\\"),
        ("\\u", "\\u"), ("\\u{", "\\u{"), ("\\u{}", "\\u{}"), ("\\u{D800}", "\\u{D800}"),
        ("\\u{FFFFFFFFFF} \\n", "\\u{FFFFFFFFFF} \\n"),
    ])
    func escapesAreCharacters(_ row: (file: String, text: String)) {
        expect(SampleText.text(of: row.file.utf8), equals: row.text)
    }

    @Test func idsAndNamesAreUnique() {
        expect(Set(apps.map(\.id)).count, equals: apps.count)
        expect(Set(apps.map(\.name)).count, equals: apps.count)
    }

    @Test(arguments: SampleLanguage.allCases) func everyLanguageHasAppsAndParagraphs(language: SampleLanguage) {
        #expect(SampleRow.all.count { $0.language == language } >= 6)
        #expect(language.paragraphs(of: "general").count >= 3)
        #expect(language.paragraphs(of: "release notes").count >= 2)
    }

    @Test(
        "Of any 50 apps, as many lack a member as of 50 real results",
        arguments: [
            ("sellerUrl", 11), ("price", 2), ("formattedPrice", 2), ("averageUserRating", 2), ("userRatingCount", 2),
            ("releaseNotes", 2), ("trackName", 0), ("description", 0),
        ])
    func missingMembers(name: String, missing: Int) {
        for start in stride(from: 0, through: apps.count - 50, by: 50) {
            let lacking = apps[start..<start + 50].filter { app in !app.members.contains { $0.name == name } }
            expect(lacking.count, equals: missing)
        }
    }

    @Test func textsAreShortAndLong() {
        let lengths = apps.map(\.description.count)
        #expect(lengths.contains { $0 > 2000 })
        #expect(lengths.contains { $0 < 60 })
        #expect(apps.contains { $0.name.count > 120 })
        #expect(apps.contains { $0.releaseNotes?.contains("\n• ") == true })
        #expect(apps.allSatisfy { !$0.description.contains("{") && $0.releaseNotes?.contains("{") != true })
    }

    @Test func someNamesNeedCareOnATerminal() {
        let names = apps.map(\.name).joined()
        expect(names.unicodeScalars, contains: "\u{200D}", "an emoji joined from several")
        expect(names.unicodeScalars, contains: "\u{3099}", "a combining voiced mark")
        expect(names.unicodeScalars, contains: "\u{202E}", "a direction override")
    }

    @Test func numbersAreThoseOfAStore() {
        for app in apps {
            expect((0...10), contains: app.screenshots)
            expect(("2019-01-01"..."2026-12-31").contains(String(app.versionDate.prefix(10))))
            #expect(app.releaseDate.prefix(10) <= app.versionDate.prefix(10))
            if let rating = app.rating { expect((0...5).contains(Double(rating.average) ?? -1)) }
        }
        #expect(apps.contains { $0.rating?.average.split(separator: ".").last?.count == 50 })
    }
}
