import TestSupport
import Testing
@testable import JSON

/// Scanning eight bytes at a time finds the same as one at a time.
@Suite struct PlainRunTests {
    private static func isPlain(_ byte: UInt8) -> Bool {
        0x20...0x7E ~= byte && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
    }

    @Test func everyByteIsKnownInEveryPlace() {
        for byte in UInt8.min...UInt8.max {
            for (place, count) in [(0, 1), (0, 8), (3, 8), (7, 8), (8, 9), (12, 20)] {
                var bytes = [UInt8](repeating: UInt8(ascii: "x"), count: count)
                bytes[place] = byte
                expect(PlainRun.end(bytes.span, 0), equals: (Self.isPlain(byte) ? count : place))
            }
        }
    }

    @Test func ofManyTheFirstIsFound() {
        var random = Seeded(seed: 3)
        for _ in 0..<5000 {
            let bytes = (0..<Int.random(in: 0...40, using: &random)).map { _ in
                Int.random(in: 0..<8, using: &random) == 0
                    ? UInt8.random(in: 0...255, using: &random) : UInt8.random(in: 0x23...0x5B, using: &random)
            }
            let start = Int.random(in: 0...bytes.count, using: &random)
            let expected = bytes[start...].firstIndex { !Self.isPlain($0) } ?? bytes.count
            expect(PlainRun.end(bytes.span, start), equals: expected)
        }
    }

    /// Escapes that are read sixty-four bytes at a time end where those end that are read one by one.
    @Test func rowsOfEscapesAreReadLikeSingleOnes() {
        let pieces = [
            "\\\\", "\\\"", "\\n", "\\u00e9", "\\uD83D", "\\uAbCf", "a", "plain text", "0123456789abcdef", "\\/", "u",
            "é", "🎻",
        ]
        let ends = ["\"", "\\", "\\x", "\\u", "\\u12", "\\u12G4", "\\uüüü", "\n", "\\\u{1}", "\u{1F}", ""]
        var random = Seeded(seed: 5)
        for _ in 0..<20_000 {
            let body = (0..<Int.random(in: 0...60, using: &random)).map { _ in
                pieces.randomElement(using: &random) ?? ""
            }
            let rest = String(repeating: "z", count: Int.random(in: 0...80, using: &random))
            let text = Array((body.joined() + (ends.randomElement(using: &random) ?? "") + rest).utf8)
            let found = text.withUnsafeBufferPointer { buffer in
                buffer.baseAddress.map { JSONScanner(base: $0, end: buffer.count).string(0) }
            }
            guard found ?? ~0 != Self.end(of: text) else { continue }
            return expect(false, "\(String(decoding: text, as: UTF8.self)): \(found ?? 0), not \(Self.end(of: text))")
        }
    }

    /// The end of a string, byte by byte.
    private static func end(of text: [UInt8]) -> Int {
        var at = 0
        func isDigit(_ place: Int) -> Bool { JSONScanner.hexValue(text[place]) != nil }
        while at < text.count {
            switch text[at] {
            case UInt8(ascii: "\""): return at + 1
            case ..<0x20: return ~at
            case UInt8(ascii: "\\") where at + 1 == text.count: return ~at
            case UInt8(ascii: "\\") where text[at + 1] == UInt8(ascii: "u"):
                guard at + 6 <= text.count else { return ~at }
                if let wrong = (at + 2..<at + 6).first(where: { !isDigit($0) }) { return ~wrong }
                at += 6
            case UInt8(ascii: "\\"):
                guard "\"\\/bfnrt".utf8.contains(text[at + 1]) else { return ~(at + 1) }
                at += 2
            default: at += 1
            }
        }
        return ~at
    }

    /// Alone, inside a string with any surroundings, and back.
    @Test(arguments: [
        "", "\u{0}\u{1F}\"\\\n\t\r", "\u{7F}\u{80}\u{9F}\u{A0}", "\u{2027}\u{2028}\u{2029}\u{202A}", "日本語のテキスト、🎻",
        "Â and â", "eight by", "seven b\u{85}",
    ])
    func textsComeBack(_ text: String) throws {
        for padding in ["", "1234567", "12345678"] {
            let whole = padding + text + padding
            var quoted: [UInt8] = []
            JSONText.append(whole, to: &quoted)
            expect(JSONText.decode(quoted.span), equals: whole)
            try expect(JSONValue(String(decoding: quoted, as: UTF8.self)), equals: .string(whole))
            expect(JSONText.escapingUnprintable(quoted), equals: quoted)
            #expect(!quoted.contains { $0 < 0x20 || $0 == 0x7F })
            var compact: [UInt8] = []
            #expect(JSONCompaction.append(Array(" [ ".utf8) + quoted + Array("\n]".utf8), to: &compact))
            expect(compact, equals: Array("[".utf8) + quoted + Array("]".utf8))
        }
    }

    /// Without its first and last byte, `null` would be a text: "ul".
    @Test(arguments: ["null", "true", "17", "[\"a\"]", "{}", "\"", ""]) func onlyAStringIsDecoded(_ json: String) {
        expect(JSONText.decode(Array(json.utf8).span), equals: nil)
    }
}
