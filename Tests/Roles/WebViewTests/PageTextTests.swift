import Foundation
import JSON
import Languages
import ScreenModel
import TerminalView
import TestSupport
import Testing
import ViewMessages
import Wire

@testable import WebView

/// A page shows what linear mode prints.
@Suite struct PageTextTests {
    /// All screens of the examples and of the presenter's conversations.
    private static let screens: [Screen] = {
        var lines: [[UInt8]] = []
        if let data = FileManager.default.contents(atPath: Checkout.path("protocols/examples/view.input.show.json")),
            let examples = try? JSONSerialization.jsonObject(with: data) as? [Any]
        {
            lines += examples.compactMap { try? JSONSerialization.data(withJSONObject: $0) }.map(Array.init)
        }
        let folder = Checkout.path("Tests/Conversations/presenter")
        for name in (try? FileManager.default.contentsOfDirectory(atPath: folder))?.sorted() ?? [] {
            guard let data = FileManager.default.contents(atPath: "\(folder)/\(name)/out.ndjson") else { continue }
            lines += data.split(separator: 0x0A).map(Array.init)
        }
        return lines.compactMap { line in
            guard let event = try? Event(line: line.span), event.type == ViewInput.Show.type else { return nil }
            return try? event.decode(ViewInput.Show.self).screen.sanitized
        }
    }()

    @Test func thereAreScreens() { #expect(Self.screens.count > 50) }

    /// Words of the line, without numbers and signs of linear mode.
    @Test func aPageIsInTheUsersLanguage() {
        var state = WebState(stamp: EventStamp(source: "view", run: "1"))
        state.language = .german
        expect(WebPage(state, formKey: "k").piece.source, contains: "Startet …")
        let document = WebPage(state, formKey: "k").document.source
        expect(document.contains("<html lang=\"de\"") && document.contains("|Die Sitzung ist zu Ende."))
        let view = TestedView(state)
        view.navigate("s-1", "s-2")
        var screen = Screen(
            title: "T", prompt: Prompt(placeholder: "P"), parts: [.list(List(rows: [Row(id: "1", title: "open")]))])
        screen.words = ["quit": "fini"]
        view.receive(Event(ViewInput.Show.type, ViewInput.Show(screen: screen), subject: "s-2"))
        for word in ["Suchen", "Tasten", "Zurück", "Fini", "open"] { expect(view.page, contains: word, "\(word)") }
        for word in ["Search", "Keys", "Back<", "Quit"] { expect(view.page, lacks: word, "\(word)") }
    }

    private static func words(_ line: String) -> [String] {
        var text = line
        for sign in [
            "==", "--", "[picture:", "search: (", "search:", "tabs:", "columns:", "keys:", "keys for a row:", "(here)",
            "(sorted, descending)", "(sorted)", "link ", ": submit]",
        ] { text = text.replacing(sign, with: " ") }
        if let dot = text.firstIndex(of: "."), text[..<dot].allSatisfy({ $0 == " " || $0.isNumber }) {
            text = String(text[text.index(after: dot)...])
        }
        let letters = text.split { !$0.isLetter && !$0.isNumber }
        return letters.map { $0.lowercased() }
    }

    @Test func whatLinearModeSaysIsOnThePage() throws {
        // What linear mode adds in words of its own.
        let own: Set = [
            "preview", "more", "rows", "type", "required", "nothing", "entered", "chosen", "one", "any", "of",
            "expanded", "collapsed",
            "level", "such", "as", "press", "off", "on", "to", "list", "n", "m", "brings", "others", "under", "way",
            "space",
        ]
        for screen in Self.screens {
            let tokens = try require(MarkupTokens(WebPage(TestedView(screen).state, formKey: "k").piece.source))
            let attributes = tokens.tags.flatMap(\.attributes).filter {
                ["placeholder", "value", "aria-label", "title", "alt"].contains($0.name)
            }.compactMap(\.value)
            let page = Set(Self.words(([tokens.words] + attributes).joined(separator: " ")))
            for line in LinearPage.text(of: screen).split(separator: "\n") {
                let missing = Self.words(String(line)).filter {
                    !page.contains($0) && !own.contains($0) && Int($0) == nil
                }
                #expect(missing.isEmpty, "\(screen.title): \(line)")
            }
        }
    }

    /// However long a list is, a browser can show the page, and it names what is not there.
    @Test func aPageHasRoomForSoManyRows() throws {
        let rows = (0..<30_000).map { Row(id: "\($0)", title: "Row") }
        let keys = (0..<99).map { ScreenKey(control: "k\($0)", title: "K", isForRow: true) }
        for (screen, shown) in [
            (Screen(title: "T", parts: [.list(List(rows: rows))]), 5_000),
            (Screen(title: "T", parts: [.list(List(rows: rows))], keys: keys), 50),
        ] {
            let html = TestedView(screen).page
            expect(html.split(separator: "data-row").count - 1 == shown && html.utf8.count < 2_000_000)
            expect(html, contains: "\(30_000 - shown) more rows are not on this page")
        }
    }

    /// No kind of part makes a page that a browser works at for seconds.
    @Test(arguments: ["buttons", "tabs", "facts", "labels"]) func aPageHasRoomForSoMuch(_ kind: String) {
        let parts: [Part] =
            switch kind {
            case "buttons": .init(repeating: .button(Button(control: "c", title: "B")), count: 15_000)
            case "tabs": [.tabs(Tabs(items: (0..<18_000).map { Button(control: "\($0)", title: "T") }, selected: "1"))]
            case "facts": [.facts(Facts(items: (0..<20_000).map { .init(label: "\($0)", value: "v") }))]
            default: .init(repeating: .label(Label("text", style: .caption)), count: 20_000)
            }
        var screen = Screen(title: "T", parts: parts)
        for alert in [nil, Alert(title: "A", message: String(repeating: "x\n", count: 300_000), buttons: [])] {
            screen.alert = alert
            let page = TestedView(screen).page
            expect(page.utf8.count < 1_200_000 && page.contains(" more are not on this page"), "\(page.utf8.count)")
        }
    }

    /// Ids that others refer to are there once, and every label has its field.
    @Test func referencesAreRight() throws {
        for screen in Self.screens {
            let tags = try require(MarkupTokens(WebPage(TestedView(screen).state, formKey: "k").document.source)).tags
            let attributes = tags.flatMap(\.attributes)
            let ids = attributes.filter { $0.name == "id" }.compactMap(\.value)
            expect(Set(ids).count, equals: ids.count)
            for reference in attributes
            where ["for", "aria-describedby", "aria-labelledby", "form"].contains(reference.name) {
                for id in reference.value?.split(separator: " ") ?? [] { expect(ids, contains: String(id)) }
            }
        }
    }

    /// One heading of the first level, and no level is left out.
    @Test func headingsAreInOrder() throws {
        for screen in Self.screens {
            let tags = try require(MarkupTokens(WebPage(TestedView(screen).state, formKey: "k").piece.source)).tags
            let levels = tags.compactMap { $0.name.count == 2 && $0.name.first == "h" ? Int($0.name.dropFirst()) : nil }
            expect(levels.first == 1 && levels.filter { $0 == 1 }.count == 1)
            for (one, next) in zip(levels, levels.dropFirst()) { #expect(next <= one + 1) }
        }
    }
}
