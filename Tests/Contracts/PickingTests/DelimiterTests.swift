import Platform
import TestSupport
import Testing

@testable import Picking

/// Regular expressions between fields.
@Suite struct DelimiterTests {
    /// Expressions, and a text whose repetition makes a row over which a search could take minutes, as it does in the C library; the end
    /// of the row, and how many fields there are.
    private static let hostile: [(expression: String, text: String, end: String, fields: ClosedRange<Int>)] = [
        ("(a|aa)*b", "a", "", 1...1), ("(a|aa)*b", "a", "b", 2...2), (" +:", " ", "", 1...1),
        ("\\s*(,|;)\\s*", " ", "", 1...1), ("(a*)*(a*)*c", "a", "", 1...1), ("(.*)(.*)(.*)x$", "ab", "", 1...1),
        ("()*(){255}x", "a", "", 1...1), ("[ab]{1,200}", "ab", "", 101...101), ("[ab]{50}", "ab", "", 401...401),
        // The work ends before the row does.
        ("a|a.*b", "a", "", 2...100), ("(a|b)*a(a|b){200}c", "ab", "", 1...1), ("(.?){200}(.?){200}x", "a", "x", 1...1),
        // The number of delimiters does.
        ("[ab]", "ab", "", 10_001...10_001),
    ]

    @Test(arguments: hostile) func aSearchEnds(
        _ expression: String, _ text: String, _ end: String, _ fields: ClosedRange<Int>
    ) throws {
        let row = Array((String(repeating: text, count: 10_000) + end).utf8)
        let found = try require(FieldDelimiter(argument: expression)).fields(of: row[...])
        expect(fields.contains(found.count), "\(found.count) fields for \(expression)")
        expect(found.last?.upperBound, equals: row.count)
    }

    /// A text has no limit of its own, and no place of a row is compared with all of it.
    @Test func theSearchOfATextEnds() throws {
        let delimiter = try require(FieldDelimiter(argument: String(repeating: "a", count: 60_000) + "b"))
        let row = Array((String(repeating: "a", count: 200_000) + "bc").utf8)
        expect(delimiter.fields(of: row[...]), equals: [0..<200_001, 200_001..<200_002])
    }

    /// A repeated part counts each time.
    @Test(arguments: [
        ("a{1,255}{1,255}", false), ("((a{2,20}){2,20}){2,20}", false), ("(a{1,255}b{1,255}){1,4}", false),
        ("(((((a{255}){255}){255}){255}){255})", false), ("(a|b)*a(a|b){255}", true), ("(){255}{255}{255}x", true),
        (".{255}", true), ("a{256}", false), (String(repeating: "(a+)+", count: 100), true),
        (String(repeating: "(", count: 400) + "a+" + String(repeating: ")+", count: 200), false),
        (String(repeating: "(", count: 300) + "a+" + String(repeating: ")+", count: 300), true),
        (String(repeating: "a?", count: 500), true), (String(repeating: "a?", count: 501), false),
        (String(repeating: "[^a]|", count: 199), true),
    ]) func anExpressionHasALimit(_ text: String, _ isOne: Bool) {
        expect((FieldDelimiter(argument: text) != nil), equals: isOne, text)
    }

    @Test(
        arguments: [
            ("a]b-c", "[]-]", ["a]", "b-", "c"]), ("a]b", "[\\]]", ["a]", "b"]),
            ("a b\tc", "[[:blank:]]", ["a ", "b\t", "c"]),
            ("aXbY", "[[:upper:][:digit:]]", ["aX", "bY", ""]), ("a1_b", "\\W|\\d", ["a1", "_b"]),
            ("a)b", "a?)", ["a)", "b"]),
            ("x–y", " *– *", ["x–", "y"]), ("x––y", "–+", ["x––", "y"]), ("a–b:c", "[–:]", ["a–", "b:", "c"]),
            (",a,", "^,", [",", "a,"]), (",a,", ",$", [",a,", ""]), ("aab", "((^a))+", ["a", "ab"]),
            ("a::b", ":{2}", ["a::", "b"]), ("a}b{", "[{]|x}|a}", ["a}", "b{", ""]), ("a.b", "\\.|x", ["a.", "b"]),
        ] as [(String, String, [String])]) func aRowIsDivided(_ text: String, _ expression: String, _ fields: [String])
        throws
    {
        let row = Array(text.utf8)[...]
        let found = try require(FieldDelimiter(argument: expression)).fields(of: row)
        expect(found.map { String(decoding: row[$0], as: UTF8.self) }, equals: fields)
    }

    @Test(arguments: [
        "*a", "a|*", "(+)", "^*x", "a{2", "a{3,2}", "a{x}", "a{}", "[b-a]", "[[:none:]]", "[[.a.]]", "a\\", "\\b.",
        "a**?", "[^–]", "[à-é]",
    ]) func theseAreNoExpressions(_ text: String) { expect((FieldDelimiter(argument: text) == nil), text) }

    /// The C library finds the same in short rows; but it takes `((^a))+` for `a+`, so no anchor is repeated here.
    @Test func matchesAreThoseOfPOSIX() throws {
        var random = Seeded(seed: 29)
        for _ in 0..<600 {
            let (begin, end) = (
                ["^", "", ""].randomElement(using: &random), ["$", "", ""].randomElement(using: &random)
            )
            let expression =
                "(\(begin ?? "")\(Self.expression(3, &random)))|(\(Self.expression(2, &random))\(end ?? ""))"
            let row = (0..<Int.random(in: 0...24, using: &random)).map { _ in
                "abc".utf8.randomElement(using: &random) ?? 0
            }
            let places = try require(DelimiterPattern(expression)).places(in: row[...])
            expect(
                places, equals: try Self.places(of: expression, in: row),
                "\(expression) in \(String(decoding: row, as: UTF8.self))")
        }
    }

    private static func expression(_ depth: Int, _ random: inout Seeded) -> String {
        let choice = depth > 0 ? Int.random(in: 0..<10, using: &random) : 9
        func part() -> String { expression(depth - 1, &random) }
        return switch choice {
        case 0, 1: part() + "|" + part()
        case 2...4: part() + part()
        case 5: "(\(part()))\(["*", "+", "?", "{2}", "{1,3}", "{2,}", "{0,2}"].randomElement(using: &random) ?? "")"
        case 6, 7: "(\(part()))"
        default: ["a", "b", "ab", "[ac]", "[^a]", ".", "ca", "b+", "c*", "a?"].randomElement(using: &random) ?? ""
        }
    }

    private static func places(of expression: String, in row: [UInt8]) throws -> [Range<Int>] {
        var compiled = regex_t()
        expect(regcomp(&compiled, expression, REG_EXTENDED), equals: 0)
        defer { regfree(&compiled) }
        let text = row.map { CChar(bitPattern: $0) } + [0]
        var places: [Range<Int>] = []
        var start = 0
        while start < row.count {
            var match = regmatch_t(rm_so: regoff_t(start), rm_eo: regoff_t(row.count))
            guard regexec(&compiled, text, 1, &match, REG_STARTEND | (start > 0 ? REG_NOTBOL : 0)) == 0 else { break }
            let found = Int(match.rm_so)..<Int(match.rm_eo)
            if !found.isEmpty { places.append(found) }
            start = max(found.upperBound, start + 1)
        }
        return places
    }
}
