import ScreenModel
import TestSupport
import Testing
import ViewMessages
import Wire

@testable import WebView

/// Fields that offer what they may contain, and secrets that can be shown.
@Suite struct FieldMarkupTests {
    private static let many = FormField(
        id: "c", label: "C", kind: .choice, value: .text("id7"),
        options: (0..<10_000).map { FormField.Option(id: "id\($0)", title: "Option \($0)") })

    private static func view(_ field: FormField) -> TestedView {
        TestedView(Screen(title: "T", parts: [.form(Form(id: "f", fields: [field]))]))
    }

    private func offered(_ view: TestedView) -> Int { view.page.components(of: "<option") }

    @Test func aChoiceOfManyOptionsIsFoundByTyping() throws {
        let view = Self.view(Self.many)
        expect(view.page.contains(#"value="Option 7""#) && offered(view) == 100)
        let form = Form(id: "f", fields: [Self.many])
        expect(view.post(.enter(Self.many, in: form), [("value", "987")]), equals: [])
        expect(view.page.contains(#"<option value="Option 9876">"#) && offered(view) == 20)
        expect(view.post(.submit("f"), [("field:c", "987")]), equals: [])
        expect(view.page, contains: "Choose one of the options")
        let events = try require(view.post(.submit("f"), [("field:c", "Option 9876")]))
        try expect(events.first?.decode(ViewOutput.DidSubmit.self).values, equals: ["c": .text("id9876")])
    }

    @Test func aPathOffersItsSuggestions() {
        let view = Self.view(
            FormField(id: "p", label: "P", kind: .path, isLive: true, suggestions: ["src/", "a\u{1B}b"]))
        expect(view.page.contains(#"<option value="src/">"#) && offered(view) == 1)
    }

    @Test func aSecretCanBeShownInItsPage() {
        let page = Self.view(FormField(id: "s", label: "S", kind: .secret)).page
        expect(
            page.contains(#"type="password""#) && page.contains("data-reveal=") && page.contains(#"spellcheck="false""#)
        )
    }
}

extension String {
    fileprivate func components(of text: String) -> Int {
        split(separator: text, omittingEmptySubsequences: false).count - 1
    }
}
