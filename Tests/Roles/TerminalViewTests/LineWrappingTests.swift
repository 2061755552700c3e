import TerminalText
import TerminalView
import TestSupport
import Testing

@Suite struct LineWrappingTests {
    @Test(arguments: [
        ("", 10, [""]), ("one two three", 7, ["one two", "three"]), ("one two three", 8, ["one two", "three"]),
        ("one two three", 3, ["one", "two", "thr", "ee"]), ("a\n\nb", 5, ["a", "", "b"]),
        ("one   two", 5, ["one", "two"]), ("  indented text", 10, ["  indented", "text"]), ("trail   ", 10, ["trail"]),
        ("well-known thing", 6, ["well-", "known", "thing"]), ("-5 -6", 2, ["-5", "-6"]),
        ("日本語のテキスト", 6, ["日本語", "のテキ", "スト"]), ("日本語", 5, ["日本", "語"]),
        // East Asian punctuation does not start a line, and an opening bracket does not end one.
        ("日本語。次", 6, ["日本", "語。次"]), ("日本「語」", 6, ["日本", "「語」"]),
        ("ab日本cd", 4, ["ab日", "本cd"]), ("abcdefgh", 3, ["abc", "def", "gh"]), ("x 👍👍", 4, ["x 👍", "👍"]),
        ("日a", 1, ["a"]),
    ]) func wraps(_ text: String, _ width: Int, _ lines: [String]) {
        expect(LineWrapping.wrap(StyledText(text), width: width).map(\.plain), equals: lines)
    }

    @Test func noLineIsTooWideAndNoLetterIsLost() {
        var random = Seeded(seed: 7)
        let pieces = ["a", "bc ", " ", "日", "。", "「", "👨‍👩‍👧‍👦", "e\u{301}", "-", "long-word", "हि", "\n", "12.5"]
        for _ in 0..<500 {
            let text = (0..<Int.random(in: 0...40, using: &random))
                .map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
            let width = Int.random(in: 2...20, using: &random)
            let lines = LineWrapping.wrap(StyledText(text), width: width).map(\.plain)
            #expect(lines.allSatisfy { CellWidth.of($0) <= width }, "\(text) at \(width)")
            expect(lines.joined().filter { $0 != " " }, equals: text.filter { $0 != " " && $0 != "\n" })
        }
    }
}
