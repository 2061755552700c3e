import Formatting
@testable import Languages
import Presenter
import TestSupport
import Testing
import Wire

/// What the scenes show in each language. The recorded conversations go through all of them.
@Suite struct TranslatedScreensTests {
    /// The members of screens that users read.
    private static let shown: Set = [
        "title", "text", "body", "heading", "caption", "message", "label", "placeholder", "help", "error", "empty",
        "activity", "subtitle", "accessory", "submit", "value",
    ]

    /// The texts of a screen, or of what a scene asks for.
    private static func texts(in value: JSONValue, named name: String = "") -> [String] {
        switch value {
        case .string(let text): shown.contains(name) ? [text] : []
        case .list(let elements): elements.flatMap { texts(in: $0, named: name) }
        case .object(let members): members.flatMap { texts(in: $1, named: $0) }
        default: []
        }
    }

    private static func strings(in value: JSONValue) -> [String] {
        switch value {
        case .string(let text): [text]
        case .list(let elements): elements.flatMap(strings)
        case .object(let members): members.values.flatMap(strings)
        default: []
        }
    }

    /// The texts of all screens of a conversation, in one language.
    private static func screens(_ conversation: Conversation, in language: Language) throws -> Set<String> {
        let settings = PresenterSettings(reader: Reader(language: language), playlist: "PL1")
        var presenter = Presenter(settings: settings)
        var found: Set<String> = []
        for line in try conversation.lines() {
            guard let event = try? Event(line: line) else { continue }
            for answer in (try? presenter.receive(event)) ?? [] where answer.type == "view.input.show" {
                found.formUnion(texts(in: try JSONValue(String(decoding: answer.data, as: UTF8.self))))
            }
        }
        return found
    }

    /// A text that is the same in both languages is a word of both, or comes from the data.
    @Test(arguments: PresenterConversationTests.conversations, [Language.german])
    func noOwnWordIsLeftInEnglish(_ conversation: Conversation, _ language: Language) throws {
        let data = try conversation.lines().compactMap { try? JSONValue($0) }.flatMap(Self.strings).joined(
            separator: "\n"
        )
        .lowercased()
        let same = try Self.screens(conversation, in: .english).intersection(Self.screens(conversation, in: language))
        let left = same.filter { text in
            let pieces = text.split(separator: " · ").map(String.init)
            let isData = pieces.allSatisfy { piece in
                data.contains(piece.lowercased()) || !piece.contains(where: \.isLetter) || Self.isFormatted(piece)
            }
            return !isData && !Self.isWordOfBoth(text, language)
        }
        expect(left, equals: [])
    }

    private static func isWordOfBoth(_ text: String, _ language: Language) -> Bool {
        language.table.contains { word, translation in
            guard word.lowercased() == translation.lowercased() else { return false }
            let beginning = word.prefix { $0 != "%" }
            return beginning.isEmpty || beginning == word
                ? text.lowercased() == word.lowercased() : text.hasPrefix(beginning)
        }
    }

    /// Numbers, times, and names of the applications' own.
    private static func isFormatted(_ text: String) -> Bool {
        text.filter(\.isLetter).count <= 1 || ["Viperline", "Hello David Blaine"].contains(text)
    }

    /// Every text that an own word has been made of is German somewhere, so the conversations show most of the table.
    @Test func theConversationsShowTheTable() throws {
        let shown = try PresenterConversationTests.conversations.reduce(into: Set<String>()) {
            $0.formUnion(try Self.screens($1, in: .german))
        }
        let whole = Language.german.table.values.filter { !$0.contains("%") }
        #expect(whole.filter(shown.contains).count > 60)
    }

    @Test(
        arguments: [
            ("en_US.UTF-8", "2026-03-03", "Mar 3, 2026", "$1,234.50", "★★★★☆ 4.5"),
            ("de_DE.UTF-8", "2026-03-03", "3. März 2026", "1.234,50 $", "★★★★☆ 4,5"),
            ("fr_FR.UTF-8", "2026-03-03", "3 Mar 2026", "$1,234.50", "★★★★☆ 4.5"),
        ]) func aReaderHasTheirFormats(
            _ locale: String, _ day: String, _ date: String, _ price: String, _ stars: String
        )
    {
        let reader = Reader(variable: { $0 == "LANG" ? locale : nil }, clock: .utc)
        expect(reader.date(day), equals: date)
        expect(Price(1234.5, currency: "USD", for: reader)?.description, equals: price)
        expect(reader.stars(4.5), equals: stars)
    }
}
