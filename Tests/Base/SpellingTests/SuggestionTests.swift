import Spelling
import TestSupport
import Testing

@Suite struct SuggestionTests {
    private static let keys = ["receives", "sends", "tty", "command", "depends_on", "b", "label", "table"]

    @Test(
        arguments: [
            ("recieves", "receives"), ("receive", "receives"), ("send", "sends"), ("tyt", "tty"), ("Tty", "tty"),
            ("comand", "command"), ("depend_on", "depends_on"), ("dependson", "depends_on"), ("tabel", "table"),
            ("image", nil), ("x", nil), ("", nil), ("tty", nil),
        ] as [(String, String?)])
    func nearest(_ name: String, _ expected: String?) {
        expect(Suggestion.nearest(to: name, among: Self.keys), equals: expected)
    }

    /// A command of 800 KB was compared with each program in PATH, which took half a minute.
    @Test func longWordsAreNotCompared() {
        let (longest, tooLong) = (String(repeating: "x", count: 63), String(repeating: "x", count: 64))
        expect(Suggestion.nearest(to: longest + "a", among: [longest + "b"]), equals: longest + "b")
        expect(Suggestion.nearest(to: tooLong + "a", among: [tooLong]), equals: nil)
        expect(Suggestion.nearest(to: tooLong, among: [tooLong + "a"]), equals: nil)
        let huge = String(repeating: "x", count: 1 << 20)
        expect(Suggestion.nearest(to: huge, among: [huge + "a"]), equals: nil)
    }
}
