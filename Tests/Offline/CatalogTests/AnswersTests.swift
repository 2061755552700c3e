import Foundation
import TestSupport
import Testing

@testable import Catalog

@Suite("The files of answers") struct AnswersTests {
    private let apps: AnswerTable

    init() throws { apps = try require(Vendor("itunes")?.table("apps")) }

    /// Each file of rules is read whole, and what one rule names by its name is there.
    @Test(arguments: Vendor.names) func theRulesFitTogether(_ name: String) throws {
        let vendor = try require(Vendor(name))
        for table in vendor.rules.tables.keys { #expect(vendor.table(table)?.rows.isEmpty == false, "\(table)") }
        let answers = vendor.rules.answers
        for refusal in vendor.rules.refusals { expect(answers[refusal.answer] != nil, "\(refusal.answer)") }
        for endpoint in vendor.rules.endpoints {
            expect(endpoint.tables.filter { vendor.rules.tables[$0] == nil }, equals: [])
            let named = endpoint.refusals.map(\.answer) + [endpoint.missing].compactMap(\.self)
            expect(named.filter { answers[$0] == nil }, equals: [])
            if let window = endpoint.window { expect(vendor.rules.windows[window] != nil && answers["limited"] != nil) }
        }
    }

    /// A line of a file is a row, and what is shown of it is JSON.
    @Test(arguments: Vendor.names) func everyLineIsARow(_ name: String) throws {
        let vendor = try require(Vendor(name))
        for (table, rules) in vendor.rules.tables {
            let lines = try require(EmbeddedFiles.bytes(of: "\(name)/\(rules.file)")).count { $0 == UInt8(ascii: "\n") }
            let found = try require(vendor.table(table))
            if rules.elements == nil { expect(found.rows.count, equals: lines * rules.count, "\(table)") }
            let shows = { place in rules.keys.isEmpty || rules.keys.contains { !found.value($0, at: place).isEmpty } }
            for place in found.rows.indices.prefix(120) where shows(place) {
                let shown = found.shown(place, ["part.snippet": Fragment(""), "playlistId": Fragment("PL")])
                #expect(throws: Never.self) {
                    try JSONSerialization.jsonObject(with: Data(shown), options: .fragmentsAllowed)
                }
            }
        }
    }

    @Test(
        arguments: [
            (#""a":"${name}""#, #""a":"b \" c""#), (#""a":${name}"#, #""a":"b \" c""#), ("${number}", "7"),
            ("\"${number}\"", "\"7\""),
            ("${missing}", nil), ("a\n${missing}\nb", "a\nb"), ("${circle}", nil), ("${sent}", #""${name}""#),
            ("${both}", "{\"b \\\" c\":7}"),
            ("${name|count}", "5"), ("\"${name|base64}\"", "\"YiAiIGM=\\n\""), ("x${name|if}", "x"),
            ("${missing|if}", nil),
            ("${", "${"), ("${}", nil), ("$", "$"), ("\\", "\\"),
        ] as [(String, String?)])
    func aTemplateIsFilled(_ row: (template: String, filled: String?)) {
        let both = Fragment(bytes: Array(#"{"${name}":${number}}"#.utf8), isText: false)
        let scope = Scope(
            row: nil, values: ["name": Fragment("b \" c"), "number": Fragment(7), "sent": Fragment("${name}")],
            shared: ["circle": Fragment("x${circle}"), "both": both])
        let filled = AnswerTemplate(row.template, isJSON: true).filled(from: scope)
        expect(filled.map { String(decoding: $0, as: UTF8.self) }, equals: row.filled)
    }

    @Test func idsAndNamesAreUnique() {
        for name in ["id", "name"] { expect(Set(values(name)).count, equals: apps.rows.count) }
    }

    @Test(
        "Of any 50 apps, as many lack a member as of 50 real results",
        arguments: [
            ("sellerUrl", 11), ("price", 2), ("formattedPrice", 2), ("averageUserRating", 2), ("userRatingCount", 2),
            ("releaseNotes", 2), ("trackName", 0), ("description", 0),
        ])
    func missingMembers(name: String, missing: Int) {
        let has = apps.rows.indices.map { AnswerRow(apps.shown($0, [:]), adding: [:])?[name] != nil }
        for start in stride(from: 0, through: has.count - 50, by: 50) {
            expect(has[start..<start + 50].count { !$0 }, equals: missing)
        }
    }

    @Test func textsAreShortAndLong() {
        let (texts, notes) = (values("description"), values("notes"))
        #expect(texts.contains { $0.count > 2000 })
        #expect(texts.contains { $0.count < 60 })
        #expect(values("name").contains { $0.count > 120 })
        #expect(notes.contains { $0.contains("\n• ") })
        #expect((texts + notes).allSatisfy { !$0.contains("{") })
    }

    @Test func someNamesNeedCareOnATerminal() {
        let names = values("name").joined()
        expect(names.unicodeScalars, contains: "\u{200D}", "an emoji joined from several")
        expect(names.unicodeScalars, contains: "\u{3099}", "a combining voiced mark")
        expect(names.unicodeScalars, contains: "\u{202E}", "a direction override")
        #expect(values("rating").contains { $0.count == 52 })
    }

    private func values(_ name: String) -> [String] {
        apps.rows.indices.map { apps.value(AnswerTemplate("${\(name)}", isJSON: false), at: $0) }
    }
}
