import Platform
import TestSupport
import Testing

/// Whole texts; those of the C library see bytes.
struct TextSearchTests {
    @Test(arguments: [
        ("a=>b", "=>", true), ("a=b", "=>", false), ("", "", true), ("", "x", false), ("x", "", true),
        ("ab", "abc", false),
        ("naïve café", "é", true), ("a\0b\0c", "\0c", true), ("aaab", "aab", true),
    ])
    func aTextIsFoundInAText(text: String, wanted: String, isFound: Bool) {
        let range = PlatformText.range(of: wanted, in: text)
        expect((range != nil), equals: isFound)
        if let range { expect(text[range] == wanted) }
        let part = "xx\(text)yy".dropFirst(2).dropLast(2)
        expect(PlatformText.isPart(wanted, of: part), equals: isFound, "nothing around a part counts")
    }

    @Test(arguments: [
        ("a, b, c", ", ", ["a", "b", "c"]), (", a, , b, ", ", ", ["a", "b"]), ("", ", ", []),
        ("é→ü→", "→", ["é", "ü"]), ("abc", "", ["abc"]),
    ])
    func aTextIsSplitAtATextThatIsNotEmpty(text: String, separator: String, parts: [String]) {
        expect(PlatformText.split(text, at: separator), equals: parts)
    }

    @Test func emptyPartsAreKeptIfAskedFor() {
        expect(PlatformText.split(", a, , b", at: ", ", atMost: 2), equals: ["", "a", ", b"])
    }

    @Test(arguments: [("a%2eb%2e", "a.b."), ("%2e%2e", ".."), ("%2", "%2"), ("", "")])
    func aTextIsReplacedWhereverItStands(text: String, replaced: String) {
        expect(PlatformText.replacing("%2e", with: ".", in: text), equals: replaced)
        expect(PlatformText.replacing("", with: ".", in: text), equals: text)
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
        if first < .seconds(100) { expect(moment + second - start, equals: sum) }
    }
}
