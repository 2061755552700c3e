import TestSupport
import Testing

@testable import RPC

/// Paths into messages.
@Suite struct ValuePatternTests {
    @Test(arguments: [
        ("a.b", "a.b", true), ("a.b", "a.c", false), ("a.b", "a.b.c", false), ("*.b", "x.b", true),
        ("**.b", "b", true), ("**.b", "x[1].y.b", true), ("**.b", "x.b.c", false), ("a[*].b", "a[7].b", true),
        ("a[0].b", "a[1].b", false), (#"_meta["a.b/c"]"#, #"_meta["a.b/c"]"#, true), ("**", "a.b", true),
        ("params.a", "a", true), ("result.a[0]", "a[0]", true), ("params", "params", true),
    ])
    func matches(_ row: (pattern: String, path: String, matches: Bool)) throws {
        let pattern = try require(ValuePattern(row.pattern))
        expect(pattern.matches(try #require(steps(row.path))), equals: row.matches)
    }

    @Test(arguments: ["", ".", "a..b", "a[", "a[x]", #"a["b"#, "[-1]"])
    func isRefused(_ text: String) { expect(ValuePattern(text), equals: nil) }

    @Test func theTablesHaveOnlyPatterns() {
        for table in DialogueProtocol.all {
            let paths = table.paths
            let all = paths.volatile + paths.handles.flatMap { $0 } + paths.roots + paths.emptiable
            for text in all { #expect(ValuePattern(text) != nil, "\(table.name): \(text)") }
        }
    }

    /// Of a path without stars, by its own text.
    private func steps(_ path: String) -> [ValueStep]? {
        path == #"_meta["a.b/c"]"#
            ? [.key("_meta"), .key("a.b/c")]
            : path.split(whereSeparator: { ".[".contains($0) }).map { word in
                word.hasSuffix("]") ? .index(Int(word.dropLast()) ?? 0) : .key(String(word))
            }
    }
}
