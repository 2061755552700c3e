import TestSupport
import Testing

@testable import Supervision

@Suite struct LineLogTests {
    private static func append(_ text: String, to log: inout LineLog) {
        Array(text.utf8).withUnsafeBytes { log.append($0) }
    }

    private static func line(_ id: String, from source: String = "a", pad: Int = 0) -> String {
        "{\"specversion\":\"1.0\",\"type\":\"x.y\",\"source\":\"\(source)\",\"id\":\"\(id)\","
            + "\"data\":{\"id\":\"a-7\",\"x\":\"\(String(repeating: "x", count: pad))\"}}\n"
    }

    /// The remaining ids after removing everything up to an event; nil if the event is unknown.
    private static func rest(of log: LineLog, after id: String, from source: String? = nil) -> [String]? {
        var log = log
        guard let place = log.place(after: id, from: source) else { return nil }
        log.removeAll(before: place)
        let lines = log.lines
        expect(log.count, equals: lines.reduce(0) { $0 + $1.count })
        return lines.compactMap {
            String(decoding: $0, as: UTF8.self).split(separator: "\"id\":\"", maxSplits: 1).last?
                .split(separator: "\"").first.map(String.init)
        }
    }

    /// In one chunk or many; with lines longer than a chunk.
    @Test(arguments: [0, 10_000, 300_000]) func theRestBeginsBehindTheEvent(pad: Int) {
        var log = LineLog()
        let ids = (1...60).map { "a-\($0)" }
        for id in ids { Self.append(Self.line(id, pad: pad), to: &log) }
        for place in [0, 1, 30, 58, 59] {
            expect(Self.rest(of: log, after: ids[place]), equals: Array(ids[(place + 1)...]))
        }
        expect(Self.rest(of: log, after: "a-61"), equals: nil)
    }

    /// The id's bytes also occur elsewhere: in other ids, in the payload, in another spelling.
    @Test(
        arguments: [
            ("a-7", ["a-71", "ba-7", "a-7", "c"], ["c"]),
            ("a-7", ["a-71", "ba-7"], nil),
            ("a/1", [#"a\/1"#, "b"], ["b"]),
            ("\u{e9}-1", [#"\u00e9-1"#, "b"], ["b"]),
            ("\u{e9}-1", ["e\u{301}-1", "b"], nil),
            ("", ["a", "b"], nil),
            ("a", [], nil),
        ] as [(String, [String], [String]?)])
    func idsAreComparedAsTexts(id: String, ids: [String], rest: [String]?) {
        var log = LineLog()
        for id in ids { Self.append(Self.line(id), to: &log) }
        expect(Self.rest(of: log, after: id), equals: rest)
    }

    /// Without a source, an id that two sources used is ambiguous, unless it starts with its source's name.
    @Test(
        arguments: [
            (nil, "2", nil), ("a", "2", ["2", "3", "3"]), ("c", "2", ["3", "3"]), ("x", "2", nil),
            (nil, "a-2", ["c-2", "a-3"]),
        ] as [(String?, String, [String]?)])
    func theSourceTellsWhoseIDItIs(source: String?, id: String, rest: [String]?) {
        var log = LineLog()
        if id.hasPrefix("a-") {
            for (source, id) in [("a", "a-1"), ("a", "a-2"), ("c", "c-2"), ("a", "a-3")] {
                Self.append(Self.line(id, from: source), to: &log)
            }
        } else {
            for id in 1...3 { for source in ["a", "c"] { Self.append(Self.line("\(id)", from: source), to: &log) } }
        }
        expect(Self.rest(of: log, after: id, from: source), equals: rest)
    }
}
