import TestSupport
import Testing

@testable import WebView

@Suite struct FormFieldsTests {
    @Test(
        arguments: [
            ("a=1&b=2", [("a", "1"), ("b", "2")]), ("a=+%2B%C3%A4", [("a", " +ä")]), ("a", [("a", "")]),
            ("a==", [("a", "=")]),
            ("&&", []), ("", []),
        ] as [(String, [(name: String, value: String)])]) func formsAreRead(
            _ text: String, _ fields: [(name: String, value: String)]
        )
    {
        expect(FormFields(encoded: Array(text.utf8)), equals: FormFields(fields))
    }

    @Test(arguments: ["a=%", "a=%4", "a=%zz", "a=%FF", "%C3=a"]) func nonsenseIsRefused(_ text: String) {
        expect(FormFields(encoded: Array(text.utf8)), equals: nil)
    }

    @Test func fieldsAreBounded() {
        expect(FormFields(encoded: Array(String(repeating: "a&", count: 12_001).utf8)), equals: nil)
    }

    @Test func whatIsWrittenIsRead() {
        let fields = FormFields([("do", "a?b=c&d"), ("ä ö", "\u{0}\n\"<>%+"), ("", "")])
        expect(FormFields(encoded: Array(fields.encoded.utf8)), equals: fields)
    }

    @Test(arguments: [
        "", "select", "select?row", "select?row=%", "jump?row=1", "scroll?first=-1&count=5", "scroll?first=0&count=0",
        "scroll?first=99999999999&count=1", "?row=1",
    ]) func onlyActionsAreActions(_ value: String) {
        let action = PageAction(FormFields([("do", value)]))
        // An empty id is one; a missing one is none.
        expect(action == nil || value == "select?row")
    }

    @Test func screensAreEventsOfWholeLines() {
        var markup = HTMLMarkup()
        markup.element(.pre, text: "a\n\nb")
        let frame = String(decoding: EventFrame.screen(markup.bytes), as: UTF8.self)
        expect(frame, equals: "event: screen\ndata: <pre>a\ndata: \ndata: b</pre>\n\n")
    }
}
