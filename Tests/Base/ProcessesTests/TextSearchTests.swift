import Platform
import Testing

/// Whole texts; those of the C library see bytes.
struct TextSearchTests {
    @Test(arguments: [
        ("a=>b", "=>", true), ("a=b", "=>", false), ("", "", true), ("", "x", false), ("x", "", true),
        ("ab", "abc", false),
        ("naïve café", "é", true), ("a\0b\0c", "\0c", true), ("aaab", "aab", true),
    ])
    func aTextIsFoundInAText(text: String, wanted: String, isFound: Bool) {
        let range: Range<String.Index>? = text.firstRange(of: wanted)
        #expect((range != nil) == isFound)
        if let range { #expect(text[range] == wanted) }
        let part = "xx\(text)yy".dropFirst(2).dropLast(2)
        #expect((part.firstRange(of: wanted) as Range<String.Index>? != nil) == isFound, "nothing around a part counts")
    }

    @Test(arguments: [
        ("a, b, c", ", ", ["a", "b", "c"]), (", a, , b, ", ", ", ["a", "b"]), ("", ", ", []),
        ("é→ü→", "→", ["é", "ü"]), ("abc", "", ["abc"]),
    ])
    func aTextIsSplitAtATextThatIsNotEmpty(text: String, separator: String, parts: [String]) {
        #expect(
            text.split(separator: separator, maxSplits: .max, omittingEmptySubsequences: true).map(String.init) == parts
        )
    }

    @Test func emptyPartsAreKeptIfAskedFor() {
        let parts = ", a, , b".split(separator: ", ", maxSplits: 2, omittingEmptySubsequences: false)
        #expect(parts.map(String.init) == ["", "a", ", b"])
    }

    @Test(arguments: [("a%2eb%2e", "a.b."), ("%2e%2e", ".."), ("%2", "%2"), ("", "")])
    func aTextIsReplacedWhereverItStands(text: String, replaced: String) {
        #expect(text.replacing("%2e", with: ".") == replaced)
        #expect(text.replacing("", with: ".") == text)
    }

    @Test(arguments: [
        (Duration.seconds(3), Duration.milliseconds(-3), Duration.milliseconds(2997)),
        (.seconds(Int64.max), .seconds(1), .nanoseconds(Int64.max)),
    ])
    func aMomentIsBounded(first: Duration, second: Duration, sum: Duration) {
        let start = Instant.now
        let moment = start + first
        #expect(moment > start)
        #expect((moment + second) >= start)
        if first < .seconds(100) { #expect(moment + second - start == sum) }
    }
}
