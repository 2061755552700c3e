import SafeText
import Testing

@Suite struct SafeTextTests {
    @Test(
        "Controls, separators and what reorders letters become escapes; nothing else changes",
        arguments: [
            ("", ""), ("plain", "plain"), ("Grüße 👩‍👩‍👧 日本語", "Grüße 👩‍👩‍👧 日本語"), ("\u{1B}[31m", "\\u{1B}[31m"),
            ("a\u{9B}b\u{202E}c", "a\\u{9B}b\\u{202E}c"), ("\u{0}\u{7F}", "\\u{0}\\u{7F}"),
            ("\r\n\t", "\\u{D}\\u{A}\\u{9}"), ("\u{2028}\u{2029}\u{FEFF}", "\\u{2028}\\u{2029}\\u{FEFF}"),
            ("\u{61C}\u{200E}\u{200F}\u{2066}\u{2069}", "\\u{61C}\\u{200E}\\u{200F}\\u{2066}\\u{2069}"),
            ("\u{200D}\u{AD}", "\u{200D}\u{AD}"),
        ])
    func escaping(text: String, shown: String) {
        #expect(Array(text.printable.utf8) == Array(shown.utf8))
        #expect(text.printable.printable == shown)
    }

    @Test("What is kept stays, in the middle of CRLF too")
    func keeping() {
        #expect("a\r\nb\tc".printable(keeping: "\n") == "a\\u{D}\nb\\u{9}c")
        #expect("a\r\nb\tc\u{1B}".printable(keeping: "\n", "\t") == "a\\u{D}\nb\tc\\u{1B}")
    }

    @Test(
        "JSON keeps its meaning",
        arguments: [
            (#"{"a":1}"#, #"{"a":1}"#), ("\"\u{9B}\u{202E}\u{7F}\"", #""\u009b\u202e\u007f""#), ("\"ü\"", "\"ü\""),
            ("\"\u{1B}\"", #""\u001b""#),
        ])
    func json(line: String, shown: String) {
        #expect(String(decoding: PrintableJSON.escaping(Array(line.utf8)), as: UTF8.self) == shown)
    }

    @Test("Invalid UTF-8 becomes U+FFFD") func invalid() {
        #expect(String(decoding: PrintableJSON.escaping([0x22, 0xFF, 0x22]), as: UTF8.self) == "\"\u{FFFD}\"")
    }

    @Test(
        "What is drawn has no controls; line ends and tabs are what the caller says",
        arguments: [
            ("a\r\nb\rc\nd\u{2028}e\tf", "a/b/c/d/e>f"), ("\u{1B}]0;title\u{7}x", "]0;titlex"),
            ("\u{202E}txt.exe\u{202C}", "txt.exe"), ("\u{200E}ltr", "\u{200E}ltr"), ("\u{FEFF}bom", "bom"),
            ("Z" + String(repeating: "\u{335}", count: 50), "Z" + String(repeating: "\u{335}", count: 8)),
        ])
    func stripping(text: String, drawn: String) {
        #expect(Array(StrippedText.strip(text, newline: "/", tab: ">").utf8) == Array(drawn.utf8))
    }
}
