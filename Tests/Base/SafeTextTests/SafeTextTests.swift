import Platform
import SafeText
import TestSupport
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
        expect(Array(text.printable.utf8), equals: Array(shown.utf8))
        expect(text.printable.printable, equals: shown)
    }

    @Test("What is kept stays, in the middle of CRLF too")
    func keeping() {
        expect("a\r\nb\tc".printable(keeping: "\n"), equals: "a\\u{D}\nb\\u{9}c")
        expect("a\r\nb\tc\u{1B}".printable(keeping: "\n", "\t"), equals: "a\\u{D}\nb\tc\\u{1B}")
    }

    @Test(
        "JSON keeps its meaning",
        arguments: [
            (#"{"a":1}"#, #"{"a":1}"#), ("\"\u{9B}\u{202E}\u{7F}\"", #""\u009b\u202e\u007f""#), ("\"ü\"", "\"ü\""),
            ("\"\u{1B}\"", #""\u001b""#),
        ])
    func json(line: String, shown: String) {
        expect(String(decoding: PrintableJSON.escaping(Array(line.utf8)), as: UTF8.self), equals: shown)
    }

    @Test("Invalid UTF-8 becomes U+FFFD") func invalid() {
        expect(String(decoding: PrintableJSON.escaping([0x22, 0xFF, 0x22]), as: UTF8.self), equals: "\"\u{FFFD}\"")
    }

    @Test(
        "What is drawn has no controls; line ends and tabs are what the caller says",
        arguments: [
            ("a\r\nb\rc\nd\u{2028}e\tf", "a/b/c/d/e>f"), ("\u{1B}]0;title\u{7}x", "]0;titlex"),
            ("\u{202E}txt.exe\u{202C}", "txt.exe"), ("\u{200E}ltr", "\u{200E}ltr"), ("\u{FEFF}bom", "bom"),
            ("Z" + String(repeating: "\u{335}", count: 50), "Z" + String(repeating: "\u{335}", count: 8)),
        ])
    func stripping(text: String, drawn: String) {
        expect(Array(StrippedText.strip(text, newline: "/", tab: ">").utf8), equals: Array(drawn.utf8))
    }

    /// What each program may write, and what is left; `ESC` stands for its byte.
    @Test(
        "What a program writes only for a terminal is no part of its text",
        arguments: [
            ("ESC[1;31mredESC[0m", "red"), ("ESC[1mnotes.txtESC(BESC[m", "notes.txt"),
            ("ESC]8;;file://a/bESC\\a.txtESC]8;;ESC\\", "a.txt"), ("ESC]8;;file://é\u{7}a.txtESC]8;;\u{7}", "a.txt"),
            ("b\u{8}bo\u{8}old", "bold"), ("_\u{8}bé\u{8}e日\u{8}x\u{8}", "be"), ("a\n\u{8}b", "a\nb"), ("\u{8}a", "a"),
            ("ESCP1$r0mESC\\xESC_Gi=1;AAAAESC\\y", "xy"), ("a\u{E}b\u{F}c", "abc"), ("ESCMESC7aESC8ESC#8ESC=", "a"),
            // What has no end belongs to the user.
            ("ESC]0;open", "0;open"), ("ESC]0;aESC[mb", "0;ab"), ("ESC]0;a\nb\u{7}", "0;a\nb\u{7}"), ("ESC[12", ""),
            ("aESC", "a"), ("ESCé", "é"), ("ESC[31\nx", "\nx"), ("", ""), ("plain é", "plain é"),
        ])
    func sequences(text: String, left: String) {
        let text = text.replacing("ESC", with: "\u{1B}")
        expect(TerminalSequences.removed(from: text), equals: left)
    }

    @Test(
        "A sign of a shell is one with a combining mark, too",
        arguments: [("a |\u{301} b", "|"), ("'\u{301}|'", nil), ("a", nil)])
    func signs(line: String, sign: Character?) {
        expect(ShellWords.sign(in: line), equals: sign)
    }

    /// The time of a text that is as long again, by what repeats in it.
    @Test(
        "Time grows with the length, whatever repeats",
        arguments: [
            "\t", "a\t", "\r\n", "\u{1B}[m", "\u{1B}]8;;x", "\u{1B}P", "a\u{8}", "e\u{301}", "'a'", "\"\\a\"", "\\a",
        ])
    func linear(piece: String) {
        func time(_ count: Int) -> Double {
            let text = String(repeating: piece, count: count)
            let start = clock()
            _ = StrippedText.strip(text, newline: "\n", tab: "    ")
            _ = TerminalSequences.removed(from: Array(text.utf8)[...])
            _ = try? ShellWords.split(text)
            return Double(clock() - start)
        }
        _ = time(100)
        // A text 32 times as long takes 32 times the time, or 1,024 times if all of it is copied for each piece.
        #expect(time(64_000) < 200 * max(time(2_000), 1000))
    }
}
