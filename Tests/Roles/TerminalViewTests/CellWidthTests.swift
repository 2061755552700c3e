import TerminalText
import TestSupport
import Testing

@Suite struct CellWidthTests {
    private static let widths: [(text: String, cells: Int)] = [
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
    ]

    @Test(arguments: widths) func measures(_ text: String, _ cells: Int) {
        expect(CellWidth.of(text), equals: cells)
    }

    @Test(arguments: [
        ("music", 5, "music"), ("music", 4, "mus…"), ("music", 1, "…"), ("music", 0, ""), ("日本語", 6, "日本語"),
        ("日本語", 5, "日本…"), ("日本語", 4, "日…"), ("日本語", 3, "日…"), ("日本語", 2, "…"),
        ("e\u{301}e\u{301}e\u{301}", 2, "e\u{301}…"), ("👨‍👩‍👧‍👦👍", 3, "👨‍👩‍👧‍👦…"),
    ]) func truncates(_ text: String, _ width: Int, _ result: String) {
        expect(text.truncated(to: width), equals: result)
    }

    /// A letter and its mark stay together at the end of what is plain.
    @Test(arguments: [
        ("music", 3, "mus"), ("music", 5, "music"), ("music", 9, "music"), ("music", 0, ""), ("music", -1, ""),
        ("music", Int.max, "music"),
        ("", 2, ""),
        ("muse\u{301}e", 4, "muse\u{301}"), ("mus\u{301}", 3, "mus\u{301}"), ("abc日", 4, "abc"),
        ("ab\u{1B}c", 3, "ab\u{1B}c"),
    ]) func theLongestBeginningFits(_ text: String, _ width: Int, _ beginning: String) {
        expect(String(text.prefix(cells: width)), equals: beginning)
        expect(CellWidth.fits(text, in: width), equals: CellWidth.of(text) <= width)
    }
}
