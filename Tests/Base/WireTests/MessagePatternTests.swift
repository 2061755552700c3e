import TestSupport
import Testing

@testable import Wire

@Suite struct MessagePatternTests {
    @Test(arguments: [
        ("view.input", "view.input.show", true), ("view.input", "view.input", true),
        ("view.input", "view.inputs", false),
        ("view.input", "view.output.didLoad", false), ("view.input.show", "view.input", false),
        ("view.*", "view.input.show", true), ("view.*", "viewer.input", false), ("*", "anything.at.all", true),
        ("view.input", "", false), ("é", "e\u{301}.x", false),
    ])
    func matches(_ pattern: String, _ type: String, _ expected: Bool) {
        expect(MessagePattern(pattern).matches(type), equals: expected)
    }

    @Test(arguments: [
        ("a", true), ("a.b.c", true), ("a.*", true), ("*", true), ("didSearch_2.x-y", true),
        ("com.example/thing", true),
        ("", false), (".", false), ("a.", false), (".a", false), ("a..b", false), ("a.*.b", false), ("a*", false),
        ("**", false), ("a b", false), ("a\u{1B}", false), ("a\n", false),
    ])
    func wellFormed(_ text: String, _ expected: Bool) {
        expect(MessagePattern.isWellFormed(text), equals: expected)
    }

    // All patterns and types over a small alphabet: the laws are proved for it, not sampled.
    private static let words = ["a", "b", "ab"]
    private static let short = words + words.flatMap { one in words.map { "\(one).\($0)" } }
    private static let types = short + short.flatMap { one in words.map { "\(one).\($0)" } }
    private static let patterns = (["*"] + short + short.map { "\($0).*" }).map { MessagePattern($0) }

    @Test(arguments: patterns)
    func overlapMeansThatSomeTypeMatchesBoth(_ one: MessagePattern) {
        for other in Self.patterns {
            let common = Self.types.filter { one.matches($0) && other.matches($0) }
            expect(one.overlaps(other), equals: !common.isEmpty, "\(one) and \(other)")
            expect(one.overlaps(other), equals: other.overlaps(one), "\(one) and \(other)")
            let narrowed = one.narrowed(to: other)
            expect(Self.types.filter { narrowed?.matches($0) ?? false }, equals: common, "\(one) and \(other)")
        }
    }
}
