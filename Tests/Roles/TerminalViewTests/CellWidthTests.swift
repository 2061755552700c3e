import TerminalText
import TestSupport
import Testing

@Suite struct CellWidthTests {
    @Test(arguments: [
        ("", 0), ("a", 1), ("é", 1), ("e\u{301}", 1), ("ß", 1), ("★", 1), ("…", 1), ("─", 1), ("日", 2), ("한", 2),
        ("\u{1112}\u{1161}\u{11AB}", 2), ("ｱ", 1), ("ｶﾞ", 2), ("Ａ", 2), ("。", 2),
        // Emoji: alone, with variation selector, with skin tone, joined, keycap, both kinds of flags.
        ("👍", 2), ("☺", 1), ("☺\u{FE0F}", 2), ("❤️", 2), ("👍🏽", 2), ("👨‍👩‍👧‍👦", 2), ("🏳️‍🌈", 2), ("1️⃣", 2), ("🇩🇪", 2),
        ("🏴󠁧󠁢󠁥󠁮󠁧󠁿", 2), ("🇩", 1),
        // Combining marks beside their letter and above it.
        ("हि", 2), ("न्", 1), ("กำ", 2), ("שׁ", 1), ("م", 1),
        // Invisible.
        ("\u{301}", 0), ("\u{200B}", 0), ("\u{200D}", 0), ("\u{FEFF}", 0), ("\u{AD}", 0), ("\u{1B}", 0), ("\n", 0),
        ("\u{9B}", 0), ("\r\n", 0),
        // Several.
        ("abc日本", 7), ("🇩🇪🇫🇷", 4),
    ]) func measures(_ text: String, _ cells: Int) {
        expect(CellWidth.of(text), equals: cells)
    }

    @Test(arguments: [
        ("music", 5, "music"), ("music", 4, "mus…"), ("music", 1, "…"), ("music", 0, ""), ("日本語", 6, "日本語"),
        ("日本語", 5, "日本…"), ("日本語", 4, "日…"), ("日本語", 3, "日…"), ("日本語", 2, "…"),
        ("e\u{301}e\u{301}e\u{301}", 2, "e\u{301}…"), ("👨‍👩‍👧‍👦👍", 3, "👨‍👩‍👧‍👦…"),
    ]) func truncates(_ text: String, _ width: Int, _ result: String) {
        expect(text.truncated(to: width), equals: result)
    }
}
