import TestSupport
import Testing

@testable import Supervision

@Suite struct RecentLinesTests {
    private static func line(_ text: String) -> RecentLines.Line { .init(time: "t", service: "s", text: text) }

    @Test func linesStayInOrder() {
        var recent = RecentLines()
        for number in 0..<10 { recent.append(Self.line("\(number)")) }
        expect(recent.lines.map(\.text), equals: (0..<10).map(String.init))
    }

    /// The number of kept lines is limited too, for lines without text.
    @Test(arguments: ["", String(repeating: "x", count: 1000)]) func theOldestGoFirst(text: String) {
        var recent = RecentLines()
        for number in 0..<20_000 { recent.append(Self.line("\(number) \(text)")) }
        #expect(recent.lines.reduce(0) { $0 + $1.cost } <= RecentLines.bytesKept)
        #expect(recent.lines.count > 100)
        expect(recent.lines.last?.text.hasPrefix("19999 "), equals: true)
    }

    @Test func theLastLineIsKeptHoweverLongItIs() {
        var recent = RecentLines()
        recent.append(Self.line("short"))
        recent.append(Self.line(String(repeating: "x", count: 2 * RecentLines.bytesKept)))
        expect(recent.lines.count, equals: 1)
        recent.append(Self.line("short"))
        expect(recent.lines.map(\.text), equals: ["short"])
    }
}

@Suite struct ProblemsTests {
    @Test func ofAKindOnlyTheFirstAreLogged() {
        var problems = Problems()
        let admitted = (0..<100).map { _ in problems.admit(kind: "a") }
        expect(admitted.map(\.isLogged), equals: (0..<100).map { $0 < Problems.logged })
        expect(admitted.map(\.isLast).filter(\.self).count, equals: 1)
        #expect(admitted[Problems.logged - 1].isLast)
        let other = problems.admit(kind: "b")
        #expect(other.isLogged, "another kind is logged")
        expect(problems.count, equals: 101)
    }

    /// A service with ever new kinds of errors fills neither the log nor the memory.
    @Test func beyondSomeKindsTheRestIsOne() {
        var problems = Problems()
        let admitted = (0..<2 * Problems.kinds).filter { problems.admit(kind: "\($0)").isLogged }
        expect(admitted.count, equals: Problems.kinds + Problems.logged)
        let known = problems.admit(kind: "0")
        #expect(known.isLogged, "a known kind is still counted on its own")
    }
}
