import TestSupport
import Testing
import Wire

@Suite struct LineBufferTests {
    /// Feeds a stream in pieces; too long lines appear as their length.
    private static func lines(_ stream: [UInt8], limit: Int = 100, cut: () -> Int) -> [String] {
        var buffer = LineBuffer(limit: limit)
        var lines: [String] = []
        func take(_ line: LineBuffer.Line) {
            switch line {
            case .whole(let range): lines.append(String(decoding: buffer.bytes[range], as: UTF8.self))
            case .tooLong(let bytes, _): lines.append("<\(bytes)>")
            }
        }
        var at = 0
        while at < stream.count {
            let next = min(stream.count, at + cut())
            Array(stream[at..<next]).withUnsafeBytes { buffer.append($0) }
            while let line = buffer.next() { take(line) }
            at = next
        }
        if let line = buffer.last() { take(line) }
        return lines
    }

    @Test(arguments: [
        ("", []), ("\n", [""]), ("a", ["a"]), ("a\n", ["a"]), ("a\nb", ["a", "b"]), ("a\r\nb\r\n", ["a\r", "b\r"]),
        ("a\u{85}b\u{2028}c\n", ["a\u{85}b\u{2028}c"]), ("\n\na", ["", "", "a"]),
        (String(repeating: "x", count: 100) + "\ny\n", [String(repeating: "x", count: 100), "y"]),
        (String(repeating: "x", count: 101) + "\ny\n", ["<101>", "y"]),
        (String(repeating: "x", count: 5000) + "\ny", ["<5000>", "y"]),
        ("y\n" + String(repeating: "x", count: 5000), ["y", "<5000>"]),
    ])
    func splitsOnLineFeedsOnlyHoweverTheBytesCome(stream: String, lines: [String]) {
        for size in [1, 2, 3, 7, 64, 100_000] { expect(Self.lines(Array(stream.utf8)) { size }, equals: lines) }
    }

    @Test(arguments: 0..<20) func agreesWithSplitting(seed: UInt64) {
        var generator = Seeded(seed: seed)
        let stream = (0..<5000).map { _ in Int.random(in: 0..<30, using: &generator) == 0 ? UInt8(0x0A) : 0x61 }
        let expected = stream.split(separator: 0x0A, omittingEmptySubsequences: false).map { line in
            line.count > 60 ? "<\(line.count)>" : String(decoding: line, as: UTF8.self)
        }
        let lines = Self.lines(stream, limit: 60) { Int.random(in: 1...300, using: &generator) }
        expect(lines, equals: (expected.last == "" ? expected.dropLast() : expected))
    }

    @Test func memoryForAnOverLongLineIsBounded() {
        var buffer = LineBuffer(limit: 1000)
        let chunk = [UInt8](repeating: 0x78, count: 65536)
        for _ in 0..<1000 {
            chunk.withUnsafeBytes { buffer.append($0) }
            expect(buffer.next(), equals: nil)
        }
        #expect(buffer.bytes.count < 1 << 18)
    }
}
