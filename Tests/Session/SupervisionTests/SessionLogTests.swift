import Foundation
import TestSupport
import Testing

@testable import Supervision

@Suite struct SessionLogTests {
    /// Regression: a service's stderr filled the disk, which may be in memory.
    @Test func aLogWithALimitKeepsTheLastLines() throws {
        let folder = try TemporaryFolder()
        let file = try LogFile(folder.path + "/log", limit: 1000)
        for number in 1...1000 { file.append(Array("line \(number)\n".utf8)) }
        let sizes = try file.paths.map { path in
            try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int ?? 0
        }
        #expect(sizes.allSatisfy { $0 <= 1000 })
        let lines = try file.paths.flatMap { try String(contentsOfFile: $0, encoding: .utf8).split(separator: "\n") }
        #expect(lines.count > 100)
        expect(lines.map(String.init), equals: (1001 - lines.count...1000).map { "line \($0)" })
    }

    @Test func aNamedFileGrows() throws {
        let folder = try TemporaryFolder()
        try folder.write("before\n", to: "log")
        let file = try LogFile(folder.path + "/log", limit: nil)
        for _ in 1...1000 { file.append(Array("line\n".utf8)) }
        #expect(try folder.text(of: "log").hasPrefix("before\nline\n"))
        try expect(folder.text(of: "log").count, equals: 5007)
    }

    /// Regression: empty lines counted as zero bytes and were kept without limit.
    @Test(arguments: ["", "text", String(repeating: "x", count: 1 << 14)])
    func recentLinesAreBounded(text: String) {
        var recent = RecentLines()
        let line = RecentLines.Line(time: "t", service: "a", text: text)
        for _ in 0..<100_000 { recent.append(line) }
        #expect(recent.lines.count * line.cost <= RecentLines.bytesKept)
        #expect(recent.lines.count >= RecentLines.bytesKept / line.cost - 1)
        recent.append(.init(time: "t", service: "a", text: String(repeating: "y", count: 1 << 20)))
        expect(recent.lines.count, equals: 1)
    }

    @Test(arguments: [
        ("plain\ttab", "plain\ttab"), ("\u{1B}[31m", "\\u{1B}[31m"), ("a\u{9B}b\u{202E}c", "a\\u{9B}b\\u{202E}c"),
        ("\u{7F}\r", "\\u{7F}\\u{D}"), ("Grüße 👩‍👩‍👧", "Grüße 👩‍👩‍👧"),
    ])
    func controlsAreShown(text: String, shown: String) {
        expect(SessionLog.printable(text), equals: shown)
    }

    @Test func linesHaveTheirTimeAndALimit() throws {
        let folder = try TemporaryFolder()
        let session = try SessionFolder.create { $0 == "TMPDIR" ? folder.path : nil }
        defer { session.remove() }
        let log = try SessionLog(.sessionFolder, in: session, names: ["role"])
        log.write("role", "words")
        log.write("role", String(repeating: "x", count: 100_000))
        let path = try require(log.path)
        let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
        let expected = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z role      \| words/
        #expect(lines[0].wholeMatch(of: expected) != nil, "\(lines[0])")
        #expect(lines[1].hasSuffix("x… (100000 bytes)"))
        #expect(lines[1].utf8.count < SessionLog.longestLine + 100)
        expect(log.recent.lines.map(\.service), equals: ["role", "role"])
    }

    @Test(arguments: [
        (0, 0, "1970-01-01T00:00:00.000Z"), (951_827_696, 7, "2000-02-29T12:34:56.007Z"),
        (4_102_444_799, 999, "2099-12-31T23:59:59.999Z"),
    ])
    func timesAreUTC(seconds: Int, milliseconds: Int, text: String) {
        var clock = LogClock()
        expect(clock.text(seconds: seconds, milliseconds: milliseconds), equals: text)
        expect(clock.text(seconds: seconds, milliseconds: 0), equals: text.prefix(20) + "000Z")
    }
}
